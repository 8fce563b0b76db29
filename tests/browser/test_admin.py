"""The Admin page in Chromium."""

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from browser.conftest import PASSWORD, Listener, serving
from browser.reading import expect
from conftest import ROOT
from live.conftest import shared
from live.filling import fill_16_documents
from live.running import Rag, environment
from rag.library import open_library
from rag.settings import Settings
from rag.store.schema import Stamp, ensure

EDITIONS = ["plato_apology_burnet", "plato_apology_fowler", "plato_meno_burnet", "plato_meno_lamb"]


def enter(page, url: str):
    page.goto(f"{url}/Admin")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Collections")).to_be_visible()
    return page


def number(text: str) -> int:
    return int(text.replace(",", ""))


def holds_the_numbers(page, stats: dict) -> None:
    """Every number that the page has of the whole library is the one of `rag stats --json`."""
    expect(page.get_by_text(f"{stats['vectors']:,} vectors in all.")).to_be_visible()
    rows = [row.inner_text().split("\t") for row in page.locator("table").first.locator("tr").all()][1:]
    shown = {row[0]: (number(row[1]), number(row[2])) for row in rows}
    sums = shown.pop("Sum")
    assert shown == {name: (one["objects"], one["vectors"]) for name, one in stats["collections"].items()}
    assert sums == (sum(one["objects"] for one in stats["collections"].values()), stats["vectors"])
    expect(page.get_by_text(f"{stats['summaries_per_chunk']:.2f} summaries a chunk")).to_be_visible()
    expect(page.get_by_text(f"{stats['embedder']['dimensions']} dimensions")).to_be_visible()
    expect(page.get_by_text(f"Weaviate {stats['weaviate']['version']} answers")).to_be_visible()


def draws_four_plots(page) -> None:
    charts = page.get_by_test_id("stVegaLiteChart")
    expect(charts).to_have_count(4)
    for chart in charts.all():
        chart.scroll_into_view_if_needed()
        expect(chart.locator("canvas, svg").first).to_be_visible()


def test_the_page_shows_the_numbers_of_rag_stats(app: str, rag: Rag, new_page) -> None:
    holds_the_numbers(enter(new_page(), app), rag("stats", "--json").json)


def test_four_plots_are_drawn(app: str, new_page) -> None:
    draws_four_plots(enter(new_page(), app))


def test_four_editions_are_shown_with_the_numbers_of_rag_stats_and_plots(
    app: str, rag: Rag, settings: dict[str, str], new_page, tmp_path: Path
) -> None:
    """In collections of their own on the app's server."""
    prefix = {"COLLECTION_PREFIX": "Plato"}
    loaded = rag("ingest", shared("eval/plato/library.toml"), "--json", **prefix)
    assert loaded.status == 0, loaded.err
    stats = rag("stats", "--json", **prefix).json
    assert [one["source_id"] for one in stats["documents"]] == EDITIONS
    with serving({**settings, **prefix}, tmp_path) as url:
        page = enter(new_page(), url)
        holds_the_numbers(page, stats)
        draws_four_plots(page)


def test_13829_vectors_and_1_56_summaries_a_chunk_are_read_on_the_page_and_in_rag_stats(
    app: str, rag: Rag, settings: dict[str, str], new_page, tmp_path: Path
) -> None:
    prefix = {"COLLECTION_PREFIX": "Many"}
    own = Settings(library_data=Path(settings["LIBRARY_DATA"]), collection_prefix="Many")
    with open_library(own, idle_s=0) as library:
        embedder = library.store.embedder.identity()
        ensure(library.store.client, "Many", Stamp(embedder.name, embedder.dimensions))
        fill_16_documents(library.store, dimensions=embedder.dimensions)
    stats = rag("stats", "--json", **prefix).json
    assert (stats["vectors"], stats["summaries_per_chunk"], len(stats["documents"])) == (13_829, 1.56, 16)
    with serving({**settings, **prefix}, tmp_path) as url:
        page = enter(new_page(), url)
        expect(page.get_by_text("13,829 vectors in all.")).to_be_visible()
        expect(page.get_by_text("1.56 summaries a chunk")).to_be_visible()
        holds_the_numbers(page, stats)
        draws_four_plots(page)


@pytest.fixture
def cold(listener: Listener, tmp_path: Path) -> Iterator[str]:
    """The app by plain `streamlit run`, whose Weaviate is a listener that counts."""
    with (tmp_path / "log").open("w+") as log:
        running = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", str(ROOT / "streamlit_app.py"), "--server.port", "0"],
            cwd=tmp_path,
            env=environment(
                {"WEAVIATE_URL": listener.url, "LIBRARY_DATA": str(tmp_path / "data"), "ADMIN_PASSWORD": PASSWORD}
            ),
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    end = time.monotonic() + 30
    address = None
    while address is None and time.monotonic() < end:
        address = re.search(r"http://127\.0\.0\.1:\d+", (tmp_path / "log").read_text())
        time.sleep(0.1)
    assert address, (tmp_path / "log").read_text()
    httpx.get(address[0], timeout=10)
    yield address[0]
    running.terminate()
    running.wait(20)


def test_a_cold_visit_shows_a_form_and_nothing_is_asked_of_weaviate(
    cold: str, listener: Listener, new_page, tmp_path: Path
) -> None:
    page = new_page()
    page.goto(f"{cold}/Admin")
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    page.get_by_label("Password", exact=True).fill("a guess")
    page.keyboard.press("Enter")
    expect(page.get_by_text("This is not the password.")).to_be_visible()
    assert page.locator("table, canvas, svg.marks").count() == 0
    assert (listener.requests, (tmp_path / "data").exists()) == ([], False)
