"""Calls to Weaviate, side by side, with a deadline and an eye on the server's life.

The client repeats a call to a dead server for 63 s and a thread cannot be interrupted, so the waiting is done here:
the calls run in daemon threads that are left behind when the server is gone or the time is over.
"""

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

import httpx
from weaviate.exceptions import WeaviateBaseError

from rag.errors import RagError, WeaviateDown
from rag.text import squeeze

T = TypeVar("T")
# the client's own errors, and those of its transport that it lets through where a connection breaks
CLIENT_ERRORS = (WeaviateBaseError, ConnectionError, httpx.TransportError)
_LOOK_EVERY_S = 0.5
DOWN_HINT = "Start it again (make run, or docker compose up) and ask once more; the question is kept."


@dataclass(frozen=True, slots=True)
class Watch:
    """How long calls may take, and how to see whether the server still answers. `raw`: the client's other errors stay
    as they are, for a caller that reads them."""

    alive: Callable[[], bool]
    deadline_s: float
    raw: bool = False


@dataclass(frozen=True, slots=True)
class Running(Generic[T]):
    """Calls under way; `wait` gives their results in the order of the calls."""

    results: "queue.Queue[tuple[int, T | None, BaseException | None]]"
    count: int
    watch: Watch
    started: float

    def wait(self) -> list[T]:
        """Raises WeaviateDown when the server died or the deadline passed, else the first call's own error."""
        done: dict[int, T] = {}
        while len(done) < self.count:
            index, value, error = self._next()
            if error is not None:
                raise explained(error, self.watch) from error
            done[index] = value  # type: ignore[assignment]  # None is a value of T where there is no error
        return [done[index] for index in range(self.count)]

    def _next(self) -> tuple[int, T | None, BaseException | None]:
        while True:
            left = self.started + self.watch.deadline_s - time.monotonic()
            if left <= 0 and not self.results.qsize():  # what came in time counts, however late it is fetched
                raise WeaviateDown(
                    f"Weaviate took longer than {self.watch.deadline_s:g} s.",
                    "Try again; if it stays slow, look at the server's load or raise SEARCH_DEADLINE.",
                )
            try:
                return self.results.get(timeout=min(max(left, 0), _LOOK_EVERY_S))
            except queue.Empty:
                if not self.watch.alive():
                    raise WeaviateDown("Weaviate stopped while it was searching.", DOWN_HINT) from None


def start(calls: Sequence[Callable[[], T]], watch: Watch) -> Running[T]:
    """Begins all calls at once, each in a thread of its own."""
    results: queue.Queue[tuple[int, T | None, BaseException | None]] = queue.Queue()

    def run(index: int, call: Callable[[], T]) -> None:
        try:
            results.put((index, call(), None))
        except BaseException as error:  # noqa: BLE001  # carried to the waiting thread, which raises it
            results.put((index, None, error))

    for index, call in enumerate(calls):
        threading.Thread(target=run, args=(index, call), daemon=True, name=f"weaviate-{index}").start()
    return Running(results, len(calls), watch, time.monotonic())


def side_by_side(calls: Sequence[Callable[[], T]], watch: Watch) -> list[T]:
    """All results in the order of the calls; no calls, no results."""
    return start(calls, watch).wait()


@contextmanager
def explaining(watch: Watch) -> Iterator[None]:
    """For what a person waits for outside a question: every error of the client becomes one of ours."""
    try:
        yield
    except CLIENT_ERRORS as error:
        raise explained(error, watch) from error


def explained(error: BaseException, watch: Watch) -> BaseException:
    """The client's own errors as ours; others stay as they are."""
    if isinstance(error, RagError) or not isinstance(error, CLIENT_ERRORS):
        return error
    if not watch.alive():
        return WeaviateDown("Weaviate stopped while it was searching.", DOWN_HINT)
    if isinstance(error, httpx.TransportError):
        return _broke_off()
    text = str(error)
    if "Deadline Exceeded" in text or "DEADLINE_EXCEEDED" in text:
        return WeaviateDown("Weaviate took too long.", "Try again; if it stays slow, look at the server's load.")
    if "status code: 401" in text or "UNAUTHENTICATED" in text:
        return WeaviateDown("Weaviate refuses the key.", "Check WEAVIATE_API_KEY.")
    if watch.raw:
        return error
    if "StatusCode.UNAVAILABLE" in text:  # it died and is back; what gRPC says of that is a page long
        return _broke_off()
    return RagError(f"Weaviate refused: {squeeze(text)[:300]}", "Mend the cause, then try again.")


def _broke_off() -> WeaviateDown:
    return WeaviateDown("Weaviate broke off the connection.", "Wait a moment, then try again.")
