"""No test touches a user's library: not by the environment, not by `.env`, not by the data folder."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
USERS_DATA = ROOT / ".data"

_PREFIXES = ("WEAVIATE_", "ANTHROPIC_", "STREAMLIT_")
_NAMES = {
    "ADMIN_PASSWORD",
    "ANSWER_DEADLINE",
    "ANSWER_MODEL",
    "ANSWER_PASSAGES",
    "ANSWER_WITH",
    "COLLECTION_PREFIX",
    "DATABASE_URL",
    "EXPANSIONS",
    "EXPAND_DEADLINE",
    "EXPAND_MODEL",
    "HYBRID_ALPHA",
    "INFERENCE_URL",
    "LIBRARY_DATA",
    "PUBLIC_URL",
    "RERANKER",
    "SEARCH_DEADLINE",
    "STRATEGY",
    "VECTOR_CACHE",
}
_OPENING = {"open", "os.mkdir", "os.listdir", "os.scandir", "sqlite3.connect"}


def scrubbed(environ: dict[str, str]) -> dict[str, str]:
    """The environment without any setting of the library; what processes started by tests get."""
    return {name: value for name, value in environ.items() if not (name.startswith(_PREFIXES) or name in _NAMES)}


def _refuse_the_users_data(event: str, arguments: tuple[object, ...]) -> None:
    if event not in _OPENING or not arguments or not isinstance(arguments[0], str | os.PathLike):
        return
    path = os.path.abspath(os.fspath(arguments[0]))
    if isinstance(path, str) and (path == str(USERS_DATA) or path.startswith(f"{USERS_DATA}{os.sep}")):
        raise AssertionError(f"a test opened {path}, a user's library")


def pytest_configure() -> None:
    kept = scrubbed(dict(os.environ))
    for name in [name for name in os.environ if name not in kept]:
        del os.environ[name]
    sys.addaudithook(_refuse_the_users_data)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each test stands in an empty folder: no `.env`, no secrets, and a `.data` of its own."""
    monkeypatch.chdir(tmp_path)
