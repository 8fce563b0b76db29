"""A small real HTTP server in place of Claude's Messages API: strict about requests, faulty when a test says so.

with MessagesStandIn() as api:
    api.expansion = {"variants": ["la réminiscence", "ἀνάμνησις"]}
    api.answer = lambda prompt: f"Learning is recollection [{keys_in(prompt)[0]}]."
    api.answer_faults = ["429"]          # the first answer call; those after it follow the mode
    claude = Claude(api_key="key", base_url=api.url)
"""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any

from standins.checks import MODELS, Json, Refusal, refusal, text_of
from standins.replies import MODES, Asked, Made, made_error
from standins.rules import default_answer, default_expansion, keys_in, passages_in, question_in

__all__ = ["MessagesStandIn", "Request", "keys_in", "passages_in", "question_in"]

_POLL_S = 0.01
CREATED = "2026-01-01T00:00:00Z"


@dataclass
class Request:
    """A request as it came, without its secrets; filled further while it is answered. Times are `time.monotonic()`."""

    method: str
    path: str
    headers: dict[str, str]  # names in lower case; a secret's value is "set"
    body: Json
    started: float = field(default_factory=time.monotonic)
    ended: float | None = None
    status: int | None = None  # None also where the connection was cut or closed
    mode: str = ""
    closed_early: bool = False  # the client closed before its reply

    @property
    def kind(self) -> str:
        """ "expand" where a format is asked for, else "answer"; other paths are themselves."""
        if self.path != "/v1/messages":
            return self.path
        config = self.body.get("output_config")
        return "expand" if isinstance(config, dict) and config.get("format") else "answer"

    @property
    def prompt(self) -> str:
        """The text of all messages."""
        messages = self.body.get("messages")
        return "\n".join(text_of(message["content"]) for message in messages) if isinstance(messages, list) else ""


class MessagesStandIn:
    """Modes are the names in `replies.MODES`. A queue goes before a mode, the one of a kind before that for all."""

    def __init__(self) -> None:
        self.reset()
        self._stopping = threading.Event()
        self._lock = threading.Lock()
        self._server = _Server(self)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(_POLL_S,), daemon=True)

    def reset(self) -> None:
        """As at the start: no faults, no rules, nothing recorded."""
        self.mode = "ok"
        self.expand_mode: str | None = None
        self.answer_mode: str | None = None
        self.faults: list[str] = []
        self.expand_faults: list[str] = []
        self.answer_faults: list[str] = []
        self.expansion: Mapping[str, object] | Callable[[str], Mapping[str, object]] = {}  # changes of the default
        self.answer: str | Callable[[str], str] = default_answer
        self.retry_after: float | str | None = 5
        self.slow_s = 30.0
        self.delay_expand_s = 0.0
        self.delay_answer_s = 0.0
        self.many = 50
        self.requests: list[Request] = []

    def __setattr__(self, name: str, value: Any) -> None:
        """A misspelled mode fails in the test that sets it, not in the server's thread."""
        if name.endswith("faults"):
            value = list(value)
        named = value if name.endswith("faults") else [value or "ok"] if name.endswith("mode") else []
        for mode in named:
            if mode not in MODES:
                raise ValueError(f"{name}: {mode!r} is none of {', '.join(MODES)}")
        super().__setattr__(name, value)

    def __enter__(self) -> MessagesStandIn:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopping.set()
        self._server.shutdown()
        self._server.end_connections()
        self._server.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def calls(self, kind: str) -> list[Request]:
        """The requests of a kind: "expand" or "answer"."""
        with self._lock:
            return [request for request in self.requests if request.kind == kind]

    def record(self, request: Request) -> None:
        with self._lock:
            self.requests.append(request)

    def take_mode(self, kind: str) -> str:
        with self._lock:
            for queue in (getattr(self, f"{kind}_faults"), self.faults):
                if queue:
                    return str(queue.pop(0))
            return str(getattr(self, f"{kind}_mode") or self.mode)

    def delay_s(self, kind: str, mode: str) -> float:
        delay_s = self.delay_expand_s if kind == "expand" else self.delay_answer_s
        return delay_s + (self.slow_s if mode == "slow" else 0.0)

    def make(self, request: Request, key: str) -> Made:
        expanding = request.kind == "expand"
        asked = Asked(
            model=str(request.body["model"]),
            prompt=request.prompt,
            max_tokens=int(str(request.body["max_tokens"])),
            key=key,
            expanding=expanding,
            text=self._expanded(request.prompt) if expanding else self._answered(request.prompt),
            retry_after=None if self.retry_after is None else str(self.retry_after),
            many=self.many,
        )
        return MODES[request.mode](asked)

    def _expanded(self, prompt: str) -> str:
        rule = self.expansion(prompt) if callable(self.expansion) else self.expansion
        return json.dumps({**default_expansion(prompt), **rule}, ensure_ascii=False)

    def _answered(self, prompt: str) -> str:
        return self.answer(prompt) if callable(self.answer) else self.answer

    def wait(self, seconds: float, connection: socket.socket) -> bool:
        """False as soon as the client has closed or the stand-in ends."""
        ends = time.monotonic() + seconds
        while (left := ends - time.monotonic()) > 0:
            if _is_closed(connection) or self._stopping.wait(min(_POLL_S, left)):
                return False
        return True


def _is_closed(connection: socket.socket) -> bool:
    readable, _, _ = select.select([connection], [], [], 0)
    try:
        return bool(readable) and not connection.recv(1, socket.MSG_PEEK)
    except OSError:
        return True


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, standin: MessagesStandIn) -> None:
        self.standin = standin
        self._connections: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request(self, request: socket.socket, client_address: Any) -> None:  # type: ignore[override]
        self._connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: socket.socket) -> None:  # type: ignore[override]
        self._connections.discard(request)
        super().shutdown_request(request)

    def end_connections(self) -> None:
        """Idle kept-alive connections would leave their threads waiting."""
        for connection in list(self._connections):
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                continue  # the other side was quicker


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: _Server

    def log_message(self, format: str, *args: object) -> None:
        """Silent: the requests are recorded."""

    def do_GET(self) -> None:
        request = self._recorded({})
        if request.path != "/v1/models":
            self._send(request, made_error(Refusal(404, "not_found_error", "Not Found")))
            return
        models = [
            {"type": "model", "id": name, "display_name": name, "created_at": CREATED, "lifecycle": "active"}
            for name in MODELS
        ]
        page = {"data": models, "has_more": False, "first_id": models[0]["id"], "last_id": models[-1]["id"]}
        self._send(request, Made(200, json.dumps(page).encode()))

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("content-length", 0)))
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        request = self._recorded(body if isinstance(body, dict) else {})
        refused = self._refusal(request, body)
        if refused is not None:
            self._send(request, made_error(refused, {"x-should-retry": "false"}))
            return
        standin = self.server.standin
        request.mode = standin.take_mode(request.kind)
        if not standin.wait(standin.delay_s(request.kind, request.mode), self.connection):
            self._gone(request)
            return
        self._send(request, standin.make(request, self._key()))

    def _recorded(self, body: Json) -> Request:
        secret = {"x-api-key", "authorization"}
        headers = {name.lower(): "set" if name.lower() in secret else value for name, value in self.headers.items()}
        request = Request(self.command, self.path.partition("?")[0], headers, body)
        self.server.standin.record(request)
        return request

    def _key(self) -> str:
        return self.headers.get("x-api-key") or self.headers.get("authorization", "").removeprefix("Bearer ")

    def _refusal(self, request: Request, body: object) -> Refusal | None:
        if request.path != "/v1/messages":
            return Refusal(404, "not_found_error", "Not Found")
        headers = {name.lower(): value for name, value in self.headers.items()}
        return refusal(headers, body)

    def _send(self, request: Request, made: Made) -> None:
        lead = self._lead(made)
        self._write_head(made, len(lead) + len(made.body))
        request.status = None if made.cut else made.status
        try:
            if made.cut:
                self.wfile.write(made.body[: len(made.body) // 2])
                self._gone(request, closed_early=False)
                return
            for blank in lead:
                self.wfile.write(bytes([blank]))
                if not self.server.standin.wait(2 * _POLL_S, self.connection):
                    self._gone(request)
                    return
            request.ended = time.monotonic()  # before the last byte: who has the reply finds the record complete
            self.wfile.write(made.body)
        except OSError:
            self._gone(request)

    def _lead(self, made: Made) -> bytes:
        """Blanks before the JSON keep a connection alive, as gateways do; one each 20 ms, for `slow_s`."""
        return b" " * int(self.server.standin.slow_s / (2 * _POLL_S)) if made.drip else b""

    def _write_head(self, made: Made, length: int) -> None:
        self.send_response(made.status)
        self.send_header("content-type", made.kind)
        self.send_header("content-length", str(length))
        self.send_header("request-id", "req_standin")
        for name, value in made.headers.items():
            self.send_header(name, value)
        self.end_headers()

    def _gone(self, request: Request, *, closed_early: bool = True) -> None:
        """Nothing more can be sent on this connection."""
        request.status, request.closed_early, request.ended = None, closed_early, time.monotonic()
        self.close_connection = True
