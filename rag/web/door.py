"""The one library of the process, for all sessions."""

from collections.abc import Callable
from threading import Lock

from rag.library import Library
from rag.web.work import Work

Opening = Work[str, Library]
Opens = Callable[[Callable[[str], None]], Library]


class Door:
    """Opened at the first visit, or before it by whoever serves the pages.

    A failure is not kept, so the next visit tries again.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._opening: Opening | None = None

    def opening(self, opens: Opens) -> Opening:
        """What is going on, or what is already open; `opens` runs at most once at a time."""
        with self._lock:
            if self._opening is None or self._opening.failed:
                self._opening = Work(opens)
            return self._opening

    def put(self, library: Library) -> None:
        with self._lock:
            self._opening = Work(lambda say: library)
