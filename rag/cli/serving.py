"""`rag serve` and `rag stop`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from rag.admin import ensure_admin_password
from rag.cli.opening import Opens
from rag.cli.options import Text, json_option
from rag.cli.output import put, put_json, say

if TYPE_CHECKING:
    from rag.library import Library

_LEAVING = (signal.SIGTERM, signal.SIGHUP)


@click.command(short_help="Start the library and the app.")
@click.option("--host", type=Text(), default="127.0.0.1", show_default=True, help="0.0.0.0 lets other machines in.")
@click.option("--port", type=click.IntRange(0, 65535), default=8501, show_default=True, help="0 takes any free one.")
@json_option
@click.pass_obj
def serve(opens: Opens, host: str, port: int, *, as_json: bool) -> None:
    """Start the library and the app, and keep them until Ctrl-C or SIGTERM.

    On a new data folder with a Weaviate of its own, the sample library is loaded first.
    """
    # here and not above: Streamlit takes a second to import, and no other command needs it
    from rag.serve.address import listen, url
    from rag.serve.app import build_app, run_app
    from rag.web import share

    with _until_told_to_leave(), listen(host, port) as listening, opens(sample=True, idle_s=0.0) as library:
        share(library)
        address = url(host, listening.getsockname()[1])
        app = build_app(on_start=lambda: _announce(library, address, as_json=as_json))
        run_app(app, listening)
    say("Stopped.")


@contextmanager
def _until_told_to_leave() -> Iterator[None]:
    """SIGTERM and a closed terminal end things as Ctrl-C does: what was opened is closed, and that is success."""
    # what is ignored stays so: `nohup` keeps a server alive when its terminal closes
    heard = [number for number in _LEAVING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, signal.default_int_handler) for number in heard}
    try:
        yield
    except KeyboardInterrupt:
        say("Stopping ...")
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _announce(library: Library, address: str, *, as_json: bool) -> None:
    made = None if library.settings.admin_password else ensure_admin_password(library.settings.library_data)
    if made:
        say(f"The Admin page's password, shown this once: {made}")
    if as_json:
        put_json({"url": address, "pid": os.getpid()})
    else:
        put(f"The library is open at {address} (Ctrl-C ends it).")


@click.command(short_help="End the local servers.")
@json_option
def stop(*, as_json: bool) -> None:
    """End the local servers that commands keep running for a while."""
    from rag.local.servers import stop as stop_servers
    from rag.settings import load_settings

    stopped = stop_servers(load_settings().library_data)
    if as_json:
        put_json({"stopped": stopped})
    else:
        put("The local servers have ended." if stopped else "No local server was running.")
