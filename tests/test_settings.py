"""Settings: what wins over what, and errors that name the variable."""

from pathlib import Path

import pytest

from rag.errors import BadSetting
from rag.settings import Settings, load_settings
from rag.types import STRATEGIES

LETTERS = "Letters, digits and underscores only"
LOCAL = "http://localhost:8080"


def test_with_nothing_set_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings({}, folder=tmp_path) == Settings(library_data=(tmp_path / ".data").resolve())


def test_an_empty_value_counts_as_unset(tmp_path: Path) -> None:
    settings = load_settings({"ANTHROPIC_API_KEY": " ", "ANSWER_MODEL": ""}, folder=tmp_path)
    assert (settings.anthropic_api_key, settings.answer_model) == (None, "claude-sonnet-4-6")


def test_the_environment_wins_over_dotenv_and_that_over_streamlits_secrets(tmp_path: Path) -> None:
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "secrets.toml").write_text('STRATEGY = "rrf"\nEXPANSIONS = 1\nADMIN_PASSWORD = "s"\n')
    (tmp_path / ".env").write_text("STRATEGY=hybrid\nEXPANSIONS=2\n")
    settings = load_settings({"STRATEGY": "two_stage"}, folder=tmp_path)
    assert (settings.strategy, settings.expansions, settings.admin_password) == ("two_stage", 2, "s")


@pytest.mark.parametrize(
    ("name", "value", "message", "hint"),
    [
        ("EXPANSIONS", "many", "EXPANSIONS is 'many', not a number.", "Unset it, or set it like EXPANSIONS=3."),
        (
            "HYBRID_ALPHA",
            "half",
            "HYBRID_ALPHA is 'half', not a number.",
            "Unset it, or set it like HYBRID_ALPHA=0.75.",
        ),
        ("HYBRID_ALPHA", "2", "HYBRID_ALPHA is 2.", "It must lie between 0 and 1."),
        ("HYBRID_ALPHA", "nan", "HYBRID_ALPHA is nan.", "It must lie between 0 and 1."),
        ("ANSWER_PASSAGES", "0", "ANSWER_PASSAGES is 0.", "It must lie between 1 and 30."),
        ("SEARCH_DEADLINE", "inf", "SEARCH_DEADLINE is inf.", "It must lie between 1 and 120."),
        ("STRATEGY", "best", "STRATEGY is 'best'.", f"It can be {', '.join(STRATEGIES)}."),
        ("ANSWER_WITH", "claude", "ANSWER_WITH is 'claude'.", "It can be weaviate."),
        ("WEAVIATE_URL", "host", "WEAVIATE_URL is not an address.", "Set it like WEAVIATE_URL=http://localhost:8080."),
        ("INFERENCE_URL", "http://h:port", "INFERENCE_URL is not an address.", f"Set it like INFERENCE_URL={LOCAL}."),
        ("PUBLIC_URL", "http://[::1", "PUBLIC_URL is not an address.", f"Set it like PUBLIC_URL={LOCAL}."),
        ("PUBLIC_URL", "ftp://h", "PUBLIC_URL is not an address.", f"Set it like PUBLIC_URL={LOCAL}."),
        ("COLLECTION_PREFIX", "a-b", "COLLECTION_PREFIX is 'a-b'.", f"{LETTERS}, and a letter first."),
        ("COLLECTION_PREFIX", "_a", "COLLECTION_PREFIX is '_a'.", f"{LETTERS}, and a letter first."),
        ("COLLECTION_PREFIX", "1a", "COLLECTION_PREFIX is '1a'.", f"{LETTERS}, and a letter first."),
        ("COLLECTION_PREFIX", "é", "COLLECTION_PREFIX is 'é'.", f"{LETTERS}, and a letter first."),
    ],
)
def test_an_unusable_value_is_an_error_that_names_the_variable(
    tmp_path: Path, name: str, value: str, message: str, hint: str
) -> None:
    with pytest.raises(BadSetting) as caught:
        load_settings({name: value}, folder=tmp_path)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_every_setting_is_read_by_its_name(tmp_path: Path) -> None:
    environ = {
        "WEAVIATE_URL": "https://weaviate.example:8443/",
        "WEAVIATE_GRPC_URL": "grpcs://weaviate.example:50051",
        "WEAVIATE_API_KEY": "w",
        "INFERENCE_URL": "http://inference:8080",
        "ANTHROPIC_API_KEY": "a",
        "ANTHROPIC_BASE_URL": "https://gateway.example/claude/",
        "ANSWER_MODEL": "claude-haiku-4-5",
        "EXPAND_MODEL": "claude-haiku-4-5",
        "ANSWER_WITH": "weaviate",
        "LIBRARY_DATA": str(tmp_path / "data" / ".." / "books"),
        "VECTOR_CACHE": str(tmp_path / "v.sqlite"),
        "ADMIN_PASSWORD": "p",
        "COLLECTION_PREFIX": "own_2",
        "PUBLIC_URL": "https://library.example/rag",
        "STRATEGY": "two_stage",
        "HYBRID_ALPHA": "0",
        "ANSWER_PASSAGES": "7",
        "EXPANSIONS": "0",
        "SEARCH_DEADLINE": "2.5",
        "EXPAND_DEADLINE": "3",
        "ANSWER_DEADLINE": "600",
    }
    assert load_settings(environ, folder=tmp_path) == Settings(
        weaviate_url="https://weaviate.example:8443",
        weaviate_grpc_url="grpcs://weaviate.example:50051",
        weaviate_api_key="w",
        inference_url="http://inference:8080",
        anthropic_api_key="a",
        anthropic_base_url="https://gateway.example/claude",
        answer_model="claude-haiku-4-5",
        expand_model="claude-haiku-4-5",
        library_data=(tmp_path / "books").resolve(),
        vector_cache=(tmp_path / "v.sqlite").resolve(),
        admin_password="p",
        collection_prefix="Own_2",
        public_url="https://library.example/rag",
        strategy="two_stage",
        hybrid_alpha=0.0,
        answer_passages=7,
        expansions=0,
        search_deadline_s=2.5,
        expand_deadline_s=3.0,
        answer_deadline_s=600.0,
    )


def test_claude_is_there_with_a_key_or_with_a_gateway() -> None:
    assert not Settings().has_claude
    assert Settings(anthropic_api_key="k").has_claude
    assert Settings(anthropic_base_url="http://gateway").has_claude


def test_secrets_that_are_no_toml_are_an_error_that_names_the_file(tmp_path: Path) -> None:
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "secrets.toml").write_text("STRATEGY = fusion\n")
    with pytest.raises(BadSetting, match=r"^\.streamlit/secrets\.toml cannot be read: "):
        load_settings({}, folder=tmp_path)


def test_files_of_settings_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"\xff\xfe=1")
    with pytest.raises(BadSetting, match=r"^\.env cannot be read: "):
        load_settings({}, folder=tmp_path)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LIBRARY_DATA", "~nobody-of-this-name/x", "LIBRARY_DATA is not a path."),
        ("WEAVIATE_URL", "http://a..b", "WEAVIATE_URL is not an address."),
        ("WEAVIATE_URL", f"http://{'a' * 300}", "WEAVIATE_URL is not an address."),
        ("WEAVIATE_URL", "http://me:pass-word@host:8080", "WEAVIATE_URL holds a name or a password."),
        ("ANTHROPIC_API_KEY", "pass-word\udcff", "ANTHROPIC_API_KEY holds characters that no key has."),
        ("WEAVIATE_API_KEY", "pass-wordé", "WEAVIATE_API_KEY holds characters that no key has."),
    ],
)
def test_what_can_be_no_path_address_or_key_is_said_at_once_without_a_secret(
    name: str, value: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(BadSetting) as raised:
        load_settings({name: value}, folder=tmp_path)
    assert raised.value.message == said
    assert "pass-word" not in str(raised.value)


def test_tables_and_other_names_in_the_secrets_are_left_alone(tmp_path: Path) -> None:
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "secrets.toml").write_text('OTHER = "x"\nSTRATEGY = "rrf"\n[auth]\nSTRATEGY = "y"\n')
    assert load_settings({}, folder=tmp_path).strategy == "rrf"


def test_a_secret_never_shows_in_a_printed_settings() -> None:
    assert "sk-secret" not in repr(Settings(anthropic_api_key="sk-secret", admin_password="sk-secret"))
