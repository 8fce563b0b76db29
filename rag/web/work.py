"""A call that outlives a rerun: Streamlit abandons a script whenever someone touches a widget."""

from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from types import TracebackType
from typing import Generic, TypeVar

Seen = TypeVar("Seen")
Result = TypeVar("Result")


class Work(Generic[Seen, Result]):
    """Runs `call` once on a thread of its own; what it reports is in `seen`, in order.

    The thread never touches Streamlit: pages look at `seen` and draw it themselves.
    """

    def __init__(self, call: Callable[[Callable[[Seen], None]], Result]) -> None:
        self.seen: list[Seen] = []
        self._future: Future[Result] = Future()
        # a daemon, so that ending the app does not wait for an answer that is being written
        Thread(target=self._run, args=(call,), daemon=True).start()

    def _run(self, call: Callable[[Callable[[Seen], None]], Result]) -> None:
        with _HandedOver(self._future):
            self._future.set_result(call(self.seen.append))

    def done_within(self, seconds: float) -> bool:
        return bool(wait([self._future], timeout=seconds).done)

    @property
    def failed(self) -> bool:
        return self._future.done() and self._future.exception() is not None

    def result(self) -> Result:
        """Waits for it; raises here what the call raised there."""
        return self._future.result()


class _HandedOver:
    """Whatever is raised inside becomes the future's, so that it is raised where someone waits."""

    def __init__(self, future: Future[Result]) -> None:
        self._future = future

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if error is not None:
            self._future.set_exception(error)
        return True
