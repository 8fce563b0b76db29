"""Weaviate stops before or during a question: a clear message at once, and the next question works when it is back."""

import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from conftest import ROOT
from live.conftest import VECTORS, load
from rag import Library
from rag.errors import WeaviateDown
from rag.library import open_library
from rag.local.folder import DataFolder
from rag.settings import Settings
from standins.messages import MessagesStandIn

QUESTION = "Pourquoi la vertu n'est-elle pas un essaim ?"
_AT_ONCE_S = 5.0
_BACK_S = 60.0


@pytest.fixture(scope="module")
def api() -> Iterator[MessagesStandIn]:
    with MessagesStandIn() as standin:
        yield standin


@pytest.fixture(scope="module")
def library(binary: Path, api: MessagesStandIn, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """On servers of its own: the session's are not killed."""
    settings = Settings(
        library_data=tmp_path_factory.mktemp("outage"),
        vector_cache=VECTORS,
        anthropic_api_key="test",
        anthropic_base_url=api.url,
    )
    with open_library(settings, idle_s=0) as opened:
        yield load(opened, ROOT / "rag" / "sample" / "library.toml")


def kill_weaviate(library: Library) -> None:
    pid = DataFolder(library.settings.library_data).read_record().weaviate.pid
    psutil.Process(pid).kill()


def await_answer(library: Library) -> str:
    ends = time.monotonic() + _BACK_S
    while True:
        try:
            return library.ask(QUESTION).outcome
        except WeaviateDown:
            if time.monotonic() > ends:
                raise
            time.sleep(0.5)


@dataclass
class Asking:
    """A question under way in a thread of its own, and what came of it."""

    library: Library
    outcome: str | BaseException = "none yet"
    ended: float = 0.0

    def __post_init__(self) -> None:
        self.thread = threading.Thread(target=self._ask, daemon=True)
        self.thread.start()

    def _ask(self) -> None:
        try:
            self.outcome = self.library.ask(QUESTION).outcome
        except BaseException as error:  # noqa: BLE001  # the test looks at it
            self.outcome = error
        self.ended = time.monotonic()


def test_a_dead_server_is_reported_at_once_and_works_again_without_reopening(library: Library) -> None:
    assert library.ask(QUESTION).outcome == "answered"
    kill_weaviate(library)
    began = time.monotonic()
    with pytest.raises(WeaviateDown, match="Weaviate"):
        library.ask(QUESTION)
    assert time.monotonic() - began < _AT_ONCE_S
    assert await_answer(library) == "answered"


@pytest.mark.parametrize("stage", ["expand", "answer"])
def test_a_server_that_dies_during_a_question_is_reported_soon(
    stage: str, library: Library, api: MessagesStandIn
) -> None:
    api.reset()
    setattr(api, f"delay_{stage}_s", 3.0 if stage == "expand" else 20.0)
    asking = Asking(library)
    while not api.calls(stage):
        assert asking.thread.is_alive(), asking.outcome
        time.sleep(0.05)
    kill_weaviate(library)
    died = time.monotonic()
    asking.thread.join(timeout=30)
    assert isinstance(asking.outcome, WeaviateDown)
    assert asking.ended - died < _AT_ONCE_S
    api.reset()
    assert await_answer(library) == "answered"


def test_servers_that_were_killed_with_their_keeper_come_back_for_the_app_that_stays(library: Library) -> None:
    keeper = DataFolder(library.settings.library_data).read_record().keeper
    weaviate = DataFolder(library.settings.library_data).read_record().weaviate.pid
    psutil.Process(keeper).kill()
    psutil.wait_procs([psutil.Process(weaviate)] if psutil.pid_exists(weaviate) else [], timeout=10)
    with pytest.raises(WeaviateDown):
        library.ask(QUESTION)
    assert await_answer(library) == "answered"
