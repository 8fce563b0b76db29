"""Settings: what wins over what, and errors that name the variable."""

from pathlib import Path

import pytest

from rag.errors import BadSetting
from rag.settings import Settings, load_settings

LETTERS = "Letters, digits and underscores only"


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
        ("HYBRID_ALPHA", "2", "HYBRID_ALPHA is 2.", "It must lie between 0 and 1."),
        ("WEAVIATE_URL", "host", "WEAVIATE_URL is not an address.", "Set it like WEAVIATE_URL=http://localhost:8080."),
        ("COLLECTION_PREFIX", "a-b", "COLLECTION_PREFIX is 'a-b'.", f"{LETTERS}, and a letter first."),
    ],
)
def test_an_unusable_value_is_an_error_that_names_the_variable(
    tmp_path: Path, name: str, value: str, message: str, hint: str
) -> None:
    with pytest.raises(BadSetting) as caught:
        load_settings({name: value}, folder=tmp_path)
    assert (caught.value.message, caught.value.hint) == (message, hint)


def test_a_secret_never_shows_in_a_printed_settings() -> None:
    assert "sk-secret" not in repr(Settings(anthropic_api_key="sk-secret", admin_password="sk-secret"))
