"""A port is taken at once or the person is told what to do."""

import pytest

from rag.errors import RagError
from rag.serve.address import listen, url


def test_a_taken_port_names_itself_and_the_way_on() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(RagError, match=f"Port {port} is taken") as caught:
            listen("127.0.0.1", port)
    assert caught.value.hint.startswith(f"If that is this library, it is at http://localhost:{port}.")


def test_a_port_that_was_left_can_be_taken_again_at_once() -> None:
    with listen("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
    with listen("127.0.0.1", port) as second:
        assert second.getsockname()[1] == port


def test_a_host_that_is_not_this_machine_is_refused() -> None:
    with pytest.raises(RagError, match=r"192\.0\.2\.1:8501 cannot be used"):
        listen("192.0.2.1", 8501)  # RFC 5737: documentation, never an address of ours


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("127.0.0.1", "http://localhost:8501"),
        ("0.0.0.0", "http://localhost:8501"),
        ("::", "http://localhost:8501"),
        ("10.1.2.3", "http://10.1.2.3:8501"),
        ("fe80::1", "http://[fe80::1]:8501"),
    ],
)
def test_the_address_shown_can_be_typed_into_a_browser(host: str, shown: str) -> None:
    assert url(host, 8501) == shown
