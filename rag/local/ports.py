"""Free ports on loopback, found by binding them."""

import contextlib
import random
import socket

from rag.errors import LocalServerFailed

# below the range from which systems give ports to outgoing connections (Linux 32768, macOS 49152): a server that
# comes back must not find its port lent to a passing client
_FIRST, _LAST = 20_000, 31_000
_TRIES = 200


def free_run(count: int) -> int:
    """The first of so many consecutive free ports."""
    for _ in range(_TRIES):
        first = random.randrange(_FIRST, _LAST)
        if are_free(first, count):
            return first
    raise LocalServerFailed("No free ports were found on this machine.", "End what occupies ports 20000 to 31000.")


def are_free(first: int, count: int) -> bool:
    """All at once, so that a server's ports are its own."""
    with contextlib.ExitStack() as held:
        try:
            for port in range(first, first + count):
                listener = held.enter_context(socket.socket())
                # as the servers do: a port whose last connection has just ended is free
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                # not loopback alone: two of Weaviate's listeners take every address
                listener.bind(("", port))
        except OSError:
            return False
    return True
