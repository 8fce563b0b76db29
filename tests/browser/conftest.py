"""A real Chromium on the real app: its own data folder, the sample library, the Messages API's stand-in."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from live.conftest import VECTORS
from live.running import Rag, environment
from rag.errors import LocalServerFailed
from rag.local.binary import WEAVIATE_VERSION, weaviate_binary
from standins.messages import MessagesStandIn

HERE = Path(__file__).parent
PASSWORD = "a long password"
KEY = "test-key-never-shown"
_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# --no-sandbox: build machines run as root; the others keep the browser itself from calling anywhere
_ARGUMENTS = ["--no-sandbox", "--disable-quic", "--disable-background-networking"]


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker("browser")


def absent(what: str) -> None:
    """Skips with the reason, except where a build machine promised to have it all."""
    if os.environ.get("CI"):
        pytest.fail(f"{what}, and with CI set the browser's tests must run")
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser():
    """Playwright is a tool for tests alone: without it, or without Chromium, these are skipped."""
    program = next(filter(None, map(shutil.which, _CHROMIUM)), None)
    if program is None:
        absent("there is no Chromium on this machine")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        absent("playwright is not installed (requirements-dev.txt)")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=program, args=_ARGUMENTS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def shared_api() -> Iterator[MessagesStandIn]:
    with MessagesStandIn() as api:
        yield api


@pytest.fixture
def api(shared_api: MessagesStandIn) -> MessagesStandIn:
    """No faults and no rules of an earlier test."""
    shared_api.reset()
    return shared_api


@pytest.fixture(scope="session")
def settings(shared_api: MessagesStandIn, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Deadlines are short, so that a fault is shown soon."""
    return {
        "LIBRARY_DATA": str(tmp_path_factory.mktemp("browser") / "library"),
        "VECTOR_CACHE": str(VECTORS),
        "ANTHROPIC_BASE_URL": shared_api.url,
        "ANTHROPIC_API_KEY": KEY,
        "ADMIN_PASSWORD": PASSWORD,
        "ANSWER_DEADLINE": "6",
        "EXPAND_DEADLINE": "3",
    }


@pytest.fixture(scope="session")
def rag(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Rag:
    """The command line, on the app's own library."""
    return Rag(settings, tmp_path_factory.mktemp("commands"))


@contextmanager
def serving(settings: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The address of `rag serve`, started in a folder that is not the project's."""
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "rag", "serve", "--port", "0", "--json"],
            cwd=folder,
            env=environment(settings),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        assert line, (folder / "log").read_text()
        yield str(json.loads(line)["url"])
    finally:
        process.terminate()
        process.wait(30)
        process.stdout.close()


@pytest.fixture(scope="session")
def app(browser, settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app on the sample library."""
    try:
        weaviate_binary(WEAVIATE_VERSION, say=lambda text: None)
    except LocalServerFailed as error:
        absent(f"no Weaviate: {error}")
    with serving(settings, tmp_path_factory.mktemp("serving")) as url:
        yield url


class Listener:
    """An address that nothing may call: it counts whoever does."""

    def __init__(self) -> None:
        self.requests: list[str] = []
        requests = self.requests

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                requests.append(self.path)
                self.send_response(200)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Silent: the requests are kept."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def listener() -> Iterator[Listener]:
    listening = Listener()
    yield listening
    listening.close()


@pytest.fixture
def new_page(browser) -> Iterator[Callable[..., object]]:
    """Opens a tab of a reader's own; `options` are Playwright's for a context."""
    contexts = []

    def open_tab(**options: object):
        context = browser.new_context(**{"locale": "en-GB", "viewport": {"width": 1100, "height": 900}, **options})
        context.set_default_timeout(20_000)
        contexts.append(context)
        return context.new_page()

    yield open_tab
    for context in contexts:
        context.close()
