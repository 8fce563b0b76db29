"""Live tests: a Weaviate and a model server in a data folder of the session's own, and libraries loaded once.

TEST_WEAVIATE_URL (with TEST_WEAVIATE_GRPC_URL and TEST_WEAVIATE_API_KEY where it needs them) puts the collections on
another server, under names of the session's own that are deleted afterwards; it must be able to reach this machine's
loopback. TEST_WEAVIATE_VERSION starts another version than the default.
"""

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import httpx
import pytest

from conftest import ROOT
from rag.books.manifest import read_manifest
from rag.errors import LocalServerFailed
from rag.library import Library, open_library
from rag.local.binary import WEAVIATE_VERSION, cache_folder, weaviate_binary
from rag.local.servers import Servers, lease
from rag.settings import Settings

HERE = Path(__file__).parent
SHARED = ROOT.parent / "shared" / "data"
VECTORS = cache_folder() / "vectors-of-tests.sqlite"

Opens = Callable[[str], Library]


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker("live")


@pytest.fixture(scope="session")
def version() -> str:
    return os.environ.get("TEST_WEAVIATE_VERSION") or WEAVIATE_VERSION


@pytest.fixture(scope="session")
def binary(version: str) -> Path:
    """The program; a machine that can neither fetch nor build it skips, except where CI promised it."""
    try:
        return weaviate_binary(version, say=lambda text: None)
    except LocalServerFailed as error:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"no Weaviate {version}: {error}")


@pytest.fixture(scope="session")
def base_settings(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[Settings]:
    """Settings that lead to the session's servers; every collection that a test makes begins with their prefix."""
    data = tmp_path_factory.mktemp("library")
    url = os.environ.get("TEST_WEAVIATE_URL")
    version = WEAVIATE_VERSION if url else request.getfixturevalue("version")
    if not url:
        request.getfixturevalue("binary")
    with lease(
        data, weaviate=not url, model=True, idle_s=0, vectors=VECTORS, version=version, say=lambda text: None
    ) as held:
        settings = replace(_settings(data, held.servers, url), collection_prefix=f"T{secrets.token_hex(4)}")
        yield settings
        if url:
            _forget(settings)


def _settings(data: Path, servers: Servers, url: str | None) -> Settings:
    if url is None:
        return Settings(
            library_data=data,
            weaviate_url=servers.weaviate_url,
            weaviate_grpc_url=servers.weaviate_grpc_url,
            weaviate_api_key=servers.weaviate_api_key,
        )
    return Settings(
        library_data=data,
        weaviate_url=url,
        weaviate_grpc_url=os.environ.get("TEST_WEAVIATE_GRPC_URL"),
        weaviate_api_key=os.environ.get("TEST_WEAVIATE_API_KEY"),
    )


def _forget(settings: Settings) -> None:
    """Another's server is left as it was found."""
    headers = {"Authorization": f"Bearer {settings.weaviate_api_key}"} if settings.weaviate_api_key else {}
    with httpx.Client(base_url=settings.weaviate_url or "", headers=headers) as server:
        for made in server.get("/v1/schema").raise_for_status().json()["classes"]:
            if made["class"].startswith(settings.collection_prefix):
                server.delete(f"/v1/schema/{made['class']}").raise_for_status()


@pytest.fixture(scope="session")
def opens(base_settings: Settings) -> Iterator[Opens]:
    """Opens an empty library, another each time."""
    with ExitStack() as closing:

        def open_empty(name: str) -> Library:
            prefix = f"{base_settings.collection_prefix}{name}{secrets.token_hex(2)}"
            return closing.enter_context(open_library(replace(base_settings, collection_prefix=prefix)))

        yield open_empty


def load(library: Library, manifest: Path) -> Library:
    """Everything in the manifest, or the reason why not."""
    listed = read_manifest(manifest)
    reports = library.ingest(listed.entries, names=listed.names)
    assert [report.to_json() for report in reports if report.status != "loaded"] == []
    return library


def shared(path: str) -> Path:
    """A file of the labelled data; where they are absent the test is skipped."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"{found} is missing: the labelled data stand beside the project and are not part of it")
    return found


@pytest.fixture(scope="session")
def plato(opens: Opens) -> Library:
    """Meno and Apology in English and Greek, by the pages that the files have."""
    return load(opens("Plato"), shared("eval/plato/library.toml"))


@pytest.fixture(scope="session")
def plato_outlined(opens: Opens) -> Library:
    """The same, in sections by theme with written summaries."""
    return load(opens("Outlined"), shared("eval/plato/library_outlined.toml"))


@pytest.fixture(scope="session")
def sample(opens: Opens) -> Library:
    return load(opens("Sample"), ROOT / "rag" / "sample" / "library.toml")


@pytest.fixture(scope="session")
def sample_library(sample: Library) -> Library:
    """The same under a name that does not hide the package's."""
    return sample
