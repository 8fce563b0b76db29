"""File locks between processes; the kernel drops them when a process ends, however it ends."""

import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

_POLL_S = 0.05
_FIRST_NOTICE_S = 1.0
_NOTICE_EVERY_S = 20.0


def hold_shared(path: Path) -> int:
    """A descriptor that holds the file together with others until it is closed."""
    return _open_locked(path, fcntl.LOCK_SH)


def try_exclusive(path: Path) -> int | None:
    """A descriptor that holds the file alone until it is closed; None when someone holds it."""
    try:
        return _open_locked(path, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return None


def is_held(path: Path) -> bool:
    """Whether some process holds the file alone."""
    try:
        descriptor = _open_locked(path, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    os.close(descriptor)
    return False


@contextmanager
def exclusive(path: Path, *, waiting: Callable[[float], None] = lambda waited_s: None) -> Iterator[None]:
    """Holds the file alone, waiting for it as long as it takes; `waiting` hears after 1 s and every 20 s."""
    descriptor = _wait(path, waiting)
    try:
        yield
    finally:
        os.close(descriptor)


def _wait(path: Path, waiting: Callable[[float], None]) -> int:
    begun = time.monotonic()
    next_notice = _FIRST_NOTICE_S
    while (descriptor := try_exclusive(path)) is None:
        waited_s = time.monotonic() - begun
        if waited_s >= next_notice:
            waiting(waited_s)
            next_notice = waited_s + _NOTICE_EVERY_S
        time.sleep(_POLL_S)
    return descriptor


def _open_locked(path: Path, operation: int) -> int:
    # opened anew each time: locks belong to the opening, so two leases in one process are two users
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, operation)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
