"""The model server: `python -m rag.local.model --port PORT --vectors FILE`.

On one loopback port it speaks the inference contract of Weaviate's text2vec-transformers and the part of Claude's
Messages API that answering needs, so that nothing else knows it is local.
"""

import argparse
import asyncio
import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from rag.local.embedder import DIMENSIONS, MODEL_NAME, Embedder, e5_encoder
from rag.local.messages import BadMessage, fault, prompt_of, reply
from rag.local.quotes import quote
from rag.local.vectors import Kind, VectorCache
from rag.text import is_text

# on two cores two texts at a time on two threads each were fastest, for passages and for four queries at once
_CORES_A_TEXT = 2
_FEWEST_AT_ONCE, _MOST_AT_ONCE = 2, 8

_TEXT_BYTES = 256_000
_MESSAGE_BYTES = 2_000_000


class TooLarge(Exception):
    """The body is longer than what is read."""


def model_app(embedder: Embedder) -> Starlette:
    """The server's routes over this embedder."""

    async def ready(request: Request) -> Response:
        return Response(status_code=204)

    async def meta(request: Request) -> Response:
        return JSONResponse({"name": MODEL_NAME, "dim": DIMENSIONS})

    async def vectors(request: Request) -> Response:
        return await _vectors(request, embedder)

    async def messages(request: Request) -> Response:
        return await _messages(request, embedder)

    return Starlette(
        routes=[
            Route("/.well-known/ready", ready),
            Route("/.well-known/live", ready),
            Route("/meta", meta),
            Route("/vectors", vectors, methods=["POST"]),
            Route("/v1/messages", messages, methods=["POST"]),
        ],
        # a web page whose own name resolves to loopback would come with that name
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])],
    )


async def _vectors(request: Request, embedder: Embedder) -> Response:
    try:
        text, kind = _text_and_kind(await _json(request, _TEXT_BYTES))
    except TooLarge as error:
        return JSONResponse({"error": str(error)}, 413)
    except ValueError as error:
        return JSONResponse({"error": str(error)}, 400)
    vector = await asyncio.wrap_future(embedder.submit(text, kind, urgent=kind == "query"))
    return JSONResponse({"text": text, "dim": len(vector), "vector": vector.tolist()})


def _text_and_kind(body: Any) -> tuple[str, Kind]:
    text = body.get("text") if isinstance(body, dict) else None
    if not isinstance(text, str) or not is_text(text):
        raise ValueError("text must be a string of characters")
    config = body.get("config")
    asked = config.get("task_type") if isinstance(config, dict) else None
    return text, "query" if asked == "query" else "passage"


async def _messages(request: Request, embedder: Embedder) -> Response:
    try:
        prompt = prompt_of(await _json(request, _MESSAGE_BYTES))
    except TooLarge as error:
        return JSONResponse(fault("request_too_large", str(error)), 413)
    except (BadMessage, ValueError) as error:
        return JSONResponse(fault("invalid_request_error", str(error)), 400)

    def nearness(question: str, sentences: Sequence[str]) -> list[float]:
        return _cosines(embedder, question, sentences)

    return JSONResponse(reply(prompt, await run_in_threadpool(quote, prompt, nearness=nearness)))


def _cosines(embedder: Embedder, question: str, sentences: Sequence[str]) -> list[float]:
    """E5's vectors have length 1. All is urgent: someone waits for the answer."""
    asked = embedder.submit(question, "query", urgent=True)
    told = [embedder.submit(sentence, "passage", urgent=True) for sentence in sentences]
    return [float(np.dot(asked.result(), vector.result())) for vector in told]


async def _json(request: Request, most_bytes: int) -> Any:
    """Raises TooLarge before more than that is held, and ValueError where it is not JSON."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > most_bytes:
            raise TooLarge(f"the body is longer than {most_bytes} bytes")
    return json.loads(body)


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves until it is asked to end."""
    parser = argparse.ArgumentParser(prog="python -m rag.local.model")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--vectors", type=Path, required=True)
    given = parser.parse_args(arguments)
    cache = VectorCache(given.vectors, model=MODEL_NAME)
    at_once = min(max((os.cpu_count() or 1) // _CORES_A_TEXT, _FEWEST_AT_ONCE), _MOST_AT_ONCE)
    embedder = Embedder(e5_encoder(_CORES_A_TEXT), cache, workers=at_once)
    uvicorn.run(
        model_app(embedder),
        host="127.0.0.1",
        port=given.port,
        log_level="warning",
        access_log=False,
        # longer than Go's clients keep an idle connection (90 s): else one is closed just as they send on it
        timeout_keep_alive=120,
        timeout_graceful_shutdown=2,
    )


if __name__ == "__main__":
    main()
