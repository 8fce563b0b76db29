"""What the library says of itself is right at nothing, at many groups, and past the server's query limit."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace

import pytest

from live.books import DIMENSIONS, TinyEmbedder
from live.filling import document, fill, fill_16_documents
from rag import corpora
from rag.library import Library
from rag.store.schema import NAMES, Stamp, ensure
from rag.store.stats import Stats, read_stats
from rag.store.store import Store

Makes = Callable[[str], Store]
LONG = 10_500  # more than one query or one deletion of the server reaches
MIXED = 7_919  # a prime, so that n * MIXED % LONG is every number once, in no order of its own


@pytest.fixture(scope="module")
def makes(opens: Callable[[str], Library]) -> Iterator[Makes]:
    """Empty collections of eight dimensions."""
    base = opens("Sizes").store
    with ExitStack() as ends:

        def make(name: str) -> Store:
            own = replace(base, prefix=f"{base.prefix}{name}", embedder=TinyEmbedder())  # type: ignore[arg-type]
            ensure(own.client, own.prefix, Stamp("tiny", DIMENSIONS))
            ends.callback(own.client.collections.delete, [own.prefix + one for one in NAMES])
            return own

        yield make


def numbers(store: Store) -> Stats:
    return read_stats(store)


def test_an_empty_library_counts_0_and_has_no_ratio(makes: Makes) -> None:
    stats = numbers(makes("Empty"))
    assert [(one.name, one.objects, one.vectors, one.bytes) for one in stats.collections] == [
        (name, 0, 0, 0) for name in NAMES
    ]
    assert (stats.vectors, stats.summaries_per_chunk, stats.documents) == (0, None, ())
    assert (stats.languages, stats.works, stats.unit_types, stats.sections_by_level) == ({}, {}, {}, {})


def test_collections_that_were_never_made_count_0_too(makes: Makes) -> None:
    store = makes("Gone")
    store.client.collections.delete([store.prefix + name for name in NAMES])
    stats = numbers(store)
    assert [one.objects for one in stats.collections] == [0, 0, 0, 0]
    assert (stats.vectors, stats.documents) == (0, ())


def test_more_than_100_languages_are_all_counted_most_frequent_first(makes: Makes) -> None:
    store = makes("Languages")
    spoken = [f"x{n:03d}" for n in range(120)]
    rows = [{"documentSourceId": "a", "language": one, "unitType": "", "orderIndex": 0} for one in [*spoken, "x119"]]
    fill(store, "Chunk", rows)
    fill(store, "Document", [document("a", chunks=121)])
    stats = numbers(store)
    assert stats.languages == {"x119": 2, **dict.fromkeys(spoken[:119], 1)}
    assert list(stats.languages)[:3] == ["x119", "x000", "x001"]
    assert (stats.unit_types, stats.works) == ({}, {})  # what is empty is no group


@pytest.fixture(scope="module")
def many(makes: Makes) -> Store:
    """16 documents, 5,404 chunks and 8,425 summaries, without works."""
    store = makes("Many")
    fill_16_documents(store)
    return store


def test_13829_vectors_and_1_56_summaries_a_chunk_are_read_as_such(many: Store) -> None:
    stats = numbers(many)
    assert {one.name: (one.objects, one.vectors) for one in stats.collections} == {
        "Work": (0, 0),
        "Document": (16, 0),
        "Chunk": (5_404, 5_404),
        "Summary": (8_425, 8_425),
    }
    assert (stats.vectors, stats.summaries_per_chunk) == (13_829, 1.56)
    assert stats.languages == {"fr": 4_053, "grc": 1_351}
    assert stats.sections_by_level == {1: 2_809, 2: 2_808, 3: 2_808}
    assert stats.unit_types == {"argument": 5_404}
    assert stats.works == {f"Work book{n:02d}": 338 if n < 12 else 337 for n in range(16)}
    assert len(stats.documents) == 16
    assert json.loads(json.dumps(stats.to_json()))["vectors"] == 13_829


def test_the_size_is_vectors_with_their_index_and_the_objects_text(many: Store) -> None:
    size = {one.name: one.bytes for one in numbers(many).collections}
    vectors = 5_404 * DIMENSIONS * 4 * 2
    assert size["Work"] == 0
    assert vectors + 5_404 * 100 < size["Chunk"] < vectors + 5_404 * 1_000


def test_what_is_being_loaded_is_stored_but_in_no_group(makes: Makes) -> None:
    store = makes("Loading")
    shown = {"documentSourceId": "a", "language": "fr", "orderIndex": 0}
    fill(store, "Chunk", [shown, {**shown, "since": "next", "language": "grc"}, {**shown, "since": "live"}])
    fill(store, "Document", [{**document("a"), "nextLoad": "next"}])
    stats = numbers(store)
    assert stats.languages == {"fr": 2}
    assert [one.objects for one in stats.collections if one.name == "Chunk"] == [3]


@pytest.fixture(scope="module")
def long(makes: Makes) -> Store:
    """One document of 10,500 chunks that were stored in no order, and one of three beside it."""
    store = makes("Long")
    order = [n * MIXED % LONG for n in range(LONG)]
    rows = [{"documentSourceId": "long", "orderIndex": n, "text": f"chunk {n}"} for n in order]
    beside = [{"documentSourceId": "short", "orderIndex": n, "text": f"short {n}"} for n in (2, 0, 1)]
    fill(store, "Chunk", [*rows, *beside])
    fill(store, "Document", [document("long", chunks=LONG), document("short", chunks=3)])
    return store


def test_a_document_past_the_query_limit_is_read_whole_and_in_order_and_then_deleted_whole(long: Store) -> None:
    assert [one.text for one in corpora.passages("long", store=long)] == [f"chunk {n}" for n in range(LONG)]
    deleted = corpora.remove("long", store=long)
    assert (deleted.chunks, deleted.summaries) == (LONG, 0)
    assert [one.text for one in corpora.passages("short", store=long)] == ["short 0", "short 1", "short 2"]
    assert [(one.name, one.objects) for one in numbers(long).collections] == [
        ("Work", 0),
        ("Document", 1),
        ("Chunk", 3),
        ("Summary", 0),
    ]
