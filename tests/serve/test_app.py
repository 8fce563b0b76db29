"""The app as it runs: what a reader asks is not written down."""

import os
import signal
import subprocess
import sys
from urllib.request import urlopen

from conftest import ROOT, scrubbed

_SERVE = """
from rag.serve.address import listen
from rag.serve.app import build_app, run_app

listening = listen("127.0.0.1", 0)
run_app(build_app(on_start=lambda: print(listening.getsockname()[1], flush=True)), listening)
"""


def test_what_a_reader_asks_is_not_logged() -> None:
    environment = {**scrubbed(dict(os.environ)), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", _SERVE], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        port = int(server.stdout.readline())
        for path in ("healthz?q=secret", "?q=secret"):
            with urlopen(f"http://127.0.0.1:{port}/{path}", timeout=20) as reply:
                assert reply.status == 200
        server.send_signal(signal.SIGINT)
        out, err = server.communicate(timeout=30)
    assert "secret" not in out + err
    assert "GET /" not in out + err
