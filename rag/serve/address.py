"""The address the app is served at."""

import errno
import socket

from rag.errors import RagError

_EVERYWHERE = ("0.0.0.0", "::")
_LOCAL = ("127.0.0.1", "::1", *_EVERYWHERE)


def listen(host: str, port: int) -> socket.socket:
    """Taken at once, before anything slow is started; who comes before the app is ready waits. Port 0 is any free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, dualstack_ipv6=host == "::")
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise RagError(
                f"Port {port} is taken by another program.",
                f"If that is this library, it is at {url(host, port)}. Else choose another: rag serve --port 8600.",
            ) from error
        raise RagError(
            f"{host}:{port} cannot be used: {error.strerror or error}.", "Choose another --host or --port."
        ) from error


def url(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    name = "localhost" if host in _LOCAL else f"[{host}]" if ":" in host else host
    return f"http://{name}:{port}"
