"""Where Weaviate is, and whether anything answers there."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest

from rag.errors import BadSetting, WeaviateDown
from rag.store.connect import _grpc_beside, check_ready, connect, is_alive


@pytest.mark.parametrize(
    ("url", "grpc"),
    [
        ("http://127.0.0.1:8080", "http://127.0.0.1:50051"),
        ("http://weaviate:8080", "http://weaviate:50051"),
        ("https://weaviate.example", "https://weaviate.example:50051"),
        ("https://abc.c0.europe.gcp.weaviate.cloud", "https://grpc-abc.c0.europe.gcp.weaviate.cloud:443"),
        ("https://abc.weaviate.network", "https://grpc-abc.weaviate.network:443"),
    ],
)
def test_grpc_is_beside_the_web_port_but_for_weaviate_cloud(url: str, grpc: str) -> None:
    assert _grpc_beside(url) == grpc


def test_a_port_is_alive_while_something_listens_on_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        assert is_alive(url)
    assert not is_alive(url)


def opened(url: str, grpc_url: str | None) -> None:
    connect(url, grpc_url, api_key="k", claude_key=None, answer_deadline_s=1).close()


def test_a_server_that_is_not_there_is_reported_at_once() -> None:
    with pytest.raises(WeaviateDown) as caught:
        opened("http://127.0.0.1:9", None)
    assert caught.value.message == "Weaviate does not answer at http://127.0.0.1:9."


@pytest.fixture
def answers() -> Iterator[Callable[[int], str]]:
    """Servers that answer everything with one status, and what is JSON but says nothing."""
    with ExitStack() as ends:

        def serve(status: int) -> str:
            class Handler(BaseHTTPRequestHandler):
                def do_GET(self) -> None:
                    self.send_response(status)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", "2")
                    self.end_headers()
                    self.wfile.write(b"{}")

                def log_message(self, *arguments: object) -> None:
                    """Nothing on the tests' output."""

            server = ends.enter_context(ThreadingHTTPServer(("127.0.0.1", 0), Handler))
            thread = threading.Thread(target=server.serve_forever, args=(0.02,))
            thread.start()
            ends.callback(thread.join)
            ends.callback(server.shutdown)
            return f"http://127.0.0.1:{server.server_port}"

        yield serve


def test_a_grpc_port_that_is_not_there_names_its_setting(answers: Callable[[int], str]) -> None:
    with pytest.raises(WeaviateDown) as caught:
        opened(answers(200), "http://127.0.0.1:9")
    assert caught.value.message == "Weaviate's gRPC port does not answer at http://127.0.0.1:9."
    assert caught.value.hint == "Check WEAVIATE_GRPC_URL."


def test_what_answers_but_is_no_weaviate_is_a_mistake_in_the_settings(answers: Callable[[int], str]) -> None:
    url = answers(200)
    with pytest.raises(BadSetting) as caught:
        opened(url, answers(200))
    assert (caught.value.message, caught.value.hint) == (
        f"What answers at {url} is not Weaviate.",
        "Check WEAVIATE_URL.",
    )


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_names_its_setting(answers: Callable[[int], str], status: int) -> None:
    with pytest.raises(BadSetting) as caught:
        opened(answers(status), answers(200))
    assert (caught.value.message, caught.value.hint) == ("Weaviate refuses the key.", "Check WEAVIATE_API_KEY.")


def test_a_server_that_starts_up_is_told_from_one_that_is_down(answers: Callable[[int], str]) -> None:
    url = answers(503)
    with pytest.raises(WeaviateDown) as caught:
        opened(url, answers(200))
    assert caught.value.message == f"Weaviate at {url} is not ready."


def test_one_address_for_web_and_grpc_is_a_mistake_in_the_settings(answers: Callable[[int], str]) -> None:
    url = answers(200)
    with pytest.raises(BadSetting) as caught:
        opened(url, url)
    assert caught.value.message == "WEAVIATE_GRPC_URL is the same as WEAVIATE_URL."


class Dying:
    """A client whose server died after it was seen to listen."""

    def get_meta(self) -> None:
        raise httpx.ReadError("Connection reset by peer")


def test_a_server_that_dies_while_it_is_asked_is_not_ready(answers: Callable[[int], str]) -> None:
    url = answers(200)
    with pytest.raises(WeaviateDown) as caught:
        check_ready(Dying(), url)  # type: ignore[arg-type]  # what is used of it
    assert caught.value.message == f"Weaviate at {url} is not ready."
