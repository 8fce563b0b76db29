"""The ASGI app: the pages, and the routes beside them."""

import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import streamlit as st
import uvicorn
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from rag.errors import RagError

_PAGE = Path(__file__).parents[2] / "streamlit_app.py"
# a browser keeps its connection open for as long as the page is; the server does not wait for readers to leave
_LEAVE_S = 2


async def healthz(_: Request) -> JSONResponse:
    """The app answers; the library's own health is on the Admin page."""
    return JSONResponse({"status": "ok"})


def build_app(*, on_start: Callable[[], None] = lambda: None) -> st.App:
    """`on_start` is called when the pages can be asked for."""

    @asynccontextmanager
    async def life(_: st.App) -> AsyncIterator[None]:
        # Streamlit gives the server's loggers its own level while it starts
        logging.getLogger("uvicorn.error").setLevel(logging.WARNING)
        # and a handler to the log of requests, whose addresses hold what readers ask
        logging.getLogger("uvicorn.access").disabled = True
        on_start()
        yield

    return st.App(_PAGE, routes=[Route("/healthz", healthz)], lifespan=life)


def run_app(app: st.App, listening: socket.socket) -> None:
    """Returns, or raises KeyboardInterrupt, when SIGINT or SIGTERM came and the connections are closed."""
    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=_LEAVE_S)
    server = uvicorn.Server(config)
    server.run(sockets=[listening])
    if not server.started:
        raise RagError("The app did not start.", "The reason is in the lines above.")
