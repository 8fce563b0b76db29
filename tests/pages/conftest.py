"""Pages are run as Streamlit runs them, on a library that answers at once."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from rag.web.door import Door
from standins.library import FakeLibrary

ROOT = Path(__file__).parents[2]
NAMES = ("ADMIN_PASSWORD", "PUBLIC_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL", "WEAVIATE_URL")


class Opener:
    """Stands where the library is opened, and counts."""

    def __init__(self) -> None:
        self.library: FakeLibrary | Exception = FakeLibrary()
        self.times = 0

    def __call__(self, settings: object, *, sample: bool, idle_s: float, say: Callable[[str], None]) -> FakeLibrary:
        self.times += 1
        say("Weaviate is starting")
        if isinstance(self.library, Exception):
            raise self.library
        return self.library


@pytest.fixture
def opener(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Opener]:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LIBRARY_DATA", str(tmp_path))
    opener = Opener()
    monkeypatch.setattr("rag.web.open_library", opener)
    monkeypatch.setattr("rag.web._DOOR", Door())
    st.cache_resource.clear()
    yield opener
    st.cache_resource.clear()


@pytest.fixture
def chat(opener: Opener) -> AppTest:
    page = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=15)
    page.context = {"locale": "en-GB", "url": "http://library.test:8501"}
    return page


@pytest.fixture
def admin(chat: AppTest) -> AppTest:
    """A cold visit: the chat page never ran."""
    return chat.switch_page("pages/4_Admin.py")
