"""`serve` on a data folder of its own: ready, attached to, ended, and started again."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import psutil
import pytest
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from live.conftest import VECTORS
from live.running import Rag, environment

pytestmark = pytest.mark.skipif(
    bool(os.environ.get("TEST_WEAVIATE_URL") or os.environ.get("TEST_WEAVIATE_VERSION")),
    reason="serve is tried with the Weaviate it starts itself",
)

_READY_S = 400  # the sample library is embedded the first time


class Serving:
    """A server process; what it says is in `said` once it has ended."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.data = data
        self._log = (data.parent / f"{data.name}-serve.log").open("w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rag", "serve", "--json", *arguments],
            cwd=data.parent,
            env=environment({"LIBRARY_DATA": str(data), "VECTOR_CACHE": str(VECTORS)}),
            stdout=subprocess.PIPE,
            stderr=self._log,
            text=True,
        )

    def ready(self, within_s: float = _READY_S) -> str:
        """Its address, as the one line of standard output says it."""
        end = time.monotonic() + within_s
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert time.monotonic() < end, f"not ready within {within_s} s: {self.said}"
        assert line, self.said
        return str(json.loads(line)["url"])

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(30)

    @property
    def said(self) -> str:
        return (self.data.parent / f"{self.data.name}-serve.log").read_text(encoding="utf-8")

    def __enter__(self) -> "Serving":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()
        self._log.close()


@dataclass(frozen=True)
class Begun:
    """A data folder after its first start: what that said, and what ran when it was ready and when it had ended."""

    data: Path
    port: str
    health: object
    page: str
    running: list[str]
    status: int
    left: list[str]
    said: str


@pytest.fixture(scope="module")
def begun(binary: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Begun]:
    data = tmp_path_factory.mktemp("serve") / "library"
    data.mkdir()
    with Serving(data, "--port", "0") as first:
        url = first.ready()
        health, page, running = httpx.get(f"{url}/healthz").json(), httpx.get(url).text, servers_of(data)
        status = first.end(signal.SIGTERM)
        yield Begun(data, url.rpartition(":")[2], health, page, running, status, left_after(data), first.said)
    Rag({"LIBRARY_DATA": str(data)}, data.parent)("stop")


@pytest.fixture
def data(begun: Begun) -> Path:
    return begun.data


def servers_of(data: Path) -> list[str]:
    """Programs that run for this folder, other than `rag serve` itself."""
    found = []
    for process in psutil.process_iter(["cmdline", "environ"]):
        inside, line = process.info["environ"] or {}, " ".join(process.info["cmdline"] or [])
        if inside.get("LIBRARY_RAG_DATA") == str(data.resolve()):
            found.append(line)
    return found


def left_after(data: Path, within_s: float = 20) -> list[str]:
    """What of its servers is still there after a while."""
    end = time.monotonic() + within_s
    while servers_of(data) and time.monotonic() < end:
        time.sleep(0.1)
    return servers_of(data)


def test_the_first_start_loads_the_sample_and_tells_the_password_once(begun: Begun) -> None:
    assert (begun.health, "<title>" in begun.page) == ({"status": "ok"}, True)
    assert len(begun.running) >= 2
    assert len(re.findall(r"password, shown this once: \S+", begun.said)) == 1
    assert "Traceback" not in begun.said


def test_a_start_that_is_told_to_end_leaves_nothing_running(begun: Begun) -> None:
    assert (begun.status, begun.left) == (0, [])


def test_the_second_start_is_ready_in_20_s_on_the_same_port_and_has_nothing_new_to_tell(begun: Begun) -> None:
    began = time.monotonic()
    with Serving(begun.data, "--port", begun.port) as again:
        assert again.ready() == f"http://localhost:{begun.port}"
        assert time.monotonic() - began < 20
        assert again.end(signal.SIGINT) == 0
        assert "password" not in again.said
        assert "Traceback" not in again.said
        assert left_after(begun.data) == []


def test_others_attach_to_what_serve_has_started(data: Path) -> None:
    with Serving(data, "--port", "0") as serving:
        url = serving.ready()
        counted = Rag({"LIBRARY_DATA": str(data)}, data.parent)("stats", "--json").json
        collections = counted["collections"]
        assert isinstance(collections, dict)
        assert collections["Chunk"]["objects"] >= 150
        assert serving.process.poll() is None

        # a taken port is said at once, with the next step, and nothing is disturbed
        port = url.rpartition(":")[2]
        with Serving(data, "--port", port) as second:
            assert second.process.wait(20) == 1
            assert f"Port {port} is taken" in second.said
        assert httpx.get(f"{url}/healthz").status_code == 200
        assert serving.end() == 0


def test_readers_that_stay_do_not_keep_the_server_from_ending(data: Path) -> None:
    with Serving(data, "--port", "0") as serving:
        port = int(serving.ready().rpartition(":")[2])
        half_asked = socket.create_connection(("127.0.0.1", port))
        half_asked.sendall(b"GET / HTTP/1.1\r\n")
        with half_asked, connect(f"ws://127.0.0.1:{port}/_stcore/stream", subprotocols=[Subprotocol("streamlit")]):
            began = time.monotonic()
            assert serving.end() == 0
            assert time.monotonic() - began < 15


def test_after_a_kill_the_next_start_goes_on(data: Path) -> None:
    with Serving(data, "--port", "0") as first:
        first.ready()
        first.end(signal.SIGKILL)
    with Serving(data, "--port", "0") as second:
        url = second.ready(within_s=30)
        assert httpx.get(f"{url}/healthz").status_code == 200
        counted = Rag({"LIBRARY_DATA": str(data)}, data.parent)("stats", "--json").json
        documents = counted["documents"]
        assert isinstance(documents, list)
        assert {document["status"] for document in documents} == {"ready"}
        assert second.end() == 0
        assert left_after(data) == []


def test_stop_ends_what_a_command_left_running(data: Path) -> None:
    rag = Rag({"LIBRARY_DATA": str(data)}, data.parent)
    assert rag("stats", "--json").status == 0
    assert servers_of(data)
    assert rag("stop", "--json").json == {"stopped": True}
    assert left_after(data, within_s=1) == []
    assert rag("stop", "--json").json == {"stopped": False}
