"""Servers of tests run on data folders of their own; none is left when a test ends, whatever it did."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest

from rag.errors import LocalServerFailed
from rag.local.binary import cache_folder, weaviate_binary
from rag.local.folder import DataFolder, Record
from rag.local.servers import Lease, lease, stop


@dataclass
class Home:
    """A data folder, and what leases on it said."""

    data: Path
    ends: ExitStack
    said: list[str] = field(default_factory=list)

    def lease(self, *, weaviate: bool = False, model: bool = False, idle_s: float = 0, **more: str) -> Lease:
        vectors = cache_folder() / "vectors-of-tests.sqlite"
        held = lease(
            self.data, weaviate=weaviate, model=model, idle_s=idle_s, vectors=vectors, say=self.said.append, **more
        )
        self.ends.callback(held.release)
        return held

    @property
    def record(self) -> Record:
        return DataFolder(self.data).read_record()

    def kill_keeper(self) -> None:
        """Returns when it is dead: until then it counts as one to attach to."""
        keeper = self.record.keeper
        os.kill(keeper, signal.SIGKILL)
        until(lambda: not lives(keeper))


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    data = tmp_path / "data"
    with ExitStack() as ends:
        yield Home(data, ends)
    stop(data)


@pytest.fixture(scope="session")
def binary() -> None:
    """The program; a machine that can neither fetch nor build it skips, except where CI promised it."""
    try:
        weaviate_binary(say=lambda text: None)
    except LocalServerFailed as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no Weaviate: {error}")


def until(true: Callable[[], bool], *, within_s: float = 15) -> float:
    """How long it took to become true."""
    begun = time.monotonic()
    while not true():
        assert time.monotonic() - begun < within_s, "it did not become true"
        time.sleep(0.02)
    return time.monotonic() - begun


def lives(pid: int) -> bool:
    """A process that has ended and waits to be noticed does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False
