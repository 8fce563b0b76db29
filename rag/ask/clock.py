"""How long the steps of one question took."""

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Clock:
    """Milliseconds by step. Where a step runs for several queries at once, the slowest counts."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self._ms: dict[str, float] = {"expand": 0.0, "embed": 0.0, "sections": 0.0, "chunks": 0.0, "fuse": 0.0}

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        began = time.monotonic()
        try:
            yield
        finally:
            self.took(name, (time.monotonic() - began) * 1000)

    def took(self, name: str, ms: float) -> None:
        self._ms[name] = max(self._ms.get(name, 0.0), ms)

    def readings(self) -> dict[str, float]:
        return {**self._ms, "total": (time.monotonic() - self._began) * 1000}
