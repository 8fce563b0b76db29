"""An inference service of another embedder: the local model's vectors less their mean, turned into 1024 dimensions."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType

import httpx
import numpy as np
from numpy.typing import NDArray

DIMENSIONS = 1024
# any varied texts: the mean only takes away what all vectors of the model have in common
_TEXTS = (
    "The river was frozen in the morning.",
    "Comment cuire du riz ?",
    "Virtue is a kind of knowledge.",
    "La monnaie change de valeur chaque jour.",
    "ὁ ποταμὸς ῥεῖ",
    "A bridge carries the road over the valley.",
    "Le chien dort près du feu.",
    "She wrote three letters to the editor.",
)


class TurnedInference:
    """Same contract, other vectors: a fixed rotation keeps every cosine between them as it is."""

    def __init__(self, upstream: str) -> None:
        self._upstream = httpx.Client(base_url=upstream, timeout=60)
        self._mean = {
            kind: np.mean([self._fetch(text, kind) for text in _TEXTS], axis=0) for kind in ("query", "passage")
        }
        basis, _ = np.linalg.qr(np.random.default_rng(7).normal(size=(DIMENSIONS, len(self._mean["query"]))))
        self._rotation = basis
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True

    def __enter__(self) -> TurnedInference:
        threading.Thread(target=self._server.serve_forever, args=(0.05,), daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._upstream.close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def vector(self, text: str, kind: str) -> list[float]:
        turned = self._rotation @ (self._fetch(text, kind) - self._mean[kind])
        return [float(number) for number in turned / np.linalg.norm(turned)]

    def _fetch(self, text: str, kind: str) -> NDArray[np.float64]:
        reply = self._upstream.post("/vectors", json={"text": text, "config": {"task_type": kind}})
        reply.raise_for_status()
        return np.asarray(reply.json()["vector"], dtype=np.float64)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: object) -> None:
                """Silent."""

            def do_GET(self) -> None:
                self._send({"name": "turned-e5", "dim": DIMENSIONS})

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
                kind = (asked.get("config") or {}).get("task_type") or "passage"
                self._send({"text": asked["text"], "dim": DIMENSIONS, "vector": service.vector(asked["text"], kind)})

            def _send(self, value: dict[str, object]) -> None:
                body = json.dumps(value).encode()
                self.send_response(200)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

        return Handler
