"""Two loads of one document at a time, and a server that fails one: a reader sees a whole book or the one before."""

import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest

from live.books import DIMENSIONS, TinyEmbedder, book
from live.test_load import loaded, row, shown, stored
from rag import corpora
from rag.errors import RagError
from rag.library import Library
from rag.store.schema import NAMES, Stamp, ensure
from rag.store.store import Store
from rag.store.write import every, of_source

OLD = ["Alpha is first.", "Beta is second.", "Gamma is third."]
FIRST = [OLD[0], *[f"One {n}." for n in range(50)]]
SECOND = [OLD[0], *[f"Two {n}." for n in range(30)]]
GOING_ON = "Another load of this document is going on"
_number = count()


@pytest.fixture(scope="module")
def store(opens: Callable[[str], Library]) -> Iterator[Store]:
    shared = opens("Loaders").store
    own = replace(shared, prefix=f"{shared.prefix}Tiny")
    ensure(own.client, own.prefix, Stamp("tiny", DIMENSIONS))
    yield own
    own.client.collections.delete([own.prefix + name for name in NAMES])


@pytest.fixture
def name() -> str:
    return f"twice{next(_number)}"


def loader(store: Store, embedder: TinyEmbedder | None = None) -> Store:
    """The same collections, and an embedder of its own."""
    return replace(store, embedder=embedder or TinyEmbedder())  # type: ignore[arg-type]  # the methods that are used


def at(text: str, act: Callable[[], None]) -> TinyEmbedder:
    """Acts once, before this text is embedded."""
    acts = iter([act])

    def before(seen: str) -> None:
        if seen == f"Nobody {text}":
            next(acts, lambda: None)()

    return TinyEmbedder(before=before)


def test_a_load_that_another_overtook_says_so_and_leaves_the_others_book_whole(store: Store, name: str) -> None:
    loaded(book(OLD, source_id=name), loader(store))
    other = at("One 30.", lambda: loaded(book(SECOND, source_id=name), loader(store)))
    with pytest.raises(RagError, match=GOING_ON) as caught:
        loaded(book(FIRST, source_id=name), loader(store, other))
    assert caught.value.hint == "Wait until it has ended, then load the book again."
    assert shown(name, store) == SECOND
    assert stored(name, store) == len(SECOND)
    known = row(name, store)
    assert known is not None
    assert (known.status, known.next_load) == ("ready", "")
    loaded(book(FIRST, source_id=name), loader(store))
    assert shown(name, store) == FIRST


def test_of_two_loaders_at_once_the_later_is_published_whole_and_the_earlier_stops(store: Store, name: str) -> None:
    loaded(book(OLD, source_id=name), loader(store))
    begun, seen = threading.Event(), threading.Event()
    failures: list[str] = []

    def pause() -> None:
        begun.set()
        assert seen.wait(30)

    def load_first() -> None:
        waits = loader(store, at("One 25.", pause))
        try:
            loaded(book(FIRST, source_id=name), waits)
        except RagError as error:
            failures.append(error.message)

    first = threading.Thread(target=load_first)
    first.start()
    assert begun.wait(30)

    def let_go() -> None:
        seen.set()
        first.join(30)

    later = loader(store, at("Two 25.", let_go))
    loaded(book(SECOND, source_id=name), later)
    assert failures == [f"{GOING_ON}."]
    assert shown(name, store) == SECOND
    assert stored(name, store) == len(SECOND)


def test_an_overtaken_load_that_fails_leaves_the_document_as_the_other_made_it(store: Store, name: str) -> None:
    def overtaken_and_down() -> None:
        loaded(book(SECOND, source_id=name), loader(store))
        raise RagError("The service is gone.")

    failing = at("One 30.", overtaken_and_down)
    with pytest.raises(RagError, match="The service is gone"):
        loaded(book(FIRST, source_id=name), loader(store, failing))
    known = row(name, store)
    assert known is not None
    assert known.status == "ready"
    assert shown(name, store) == SECOND


def test_a_load_whose_document_was_deleted_meanwhile_stops(store: Store, name: str) -> None:
    loaded(book(OLD, source_id=name), loader(store))

    def delete() -> None:
        corpora.remove(name, store=store)

    deleting = at("One 30.", delete)
    with pytest.raises(RagError, match=GOING_ON):
        loaded(book(FIRST, source_id=name), loader(store, deleting))
    assert row(name, store) is None
    assert stored(name, store) == 0


def test_a_load_of_which_something_is_gone_is_not_published(store: Store, name: str) -> None:
    loaded(book(OLD, source_id=name), loader(store))

    def lose() -> None:
        chunks = store.collection("Chunk")
        lost = next(uuid for uuid, one in every(chunks, of_source(name), ["text"]) if one["text"] == "One 3.")
        chunks.data.delete_by_id(lost)

    losing = at("One 30.", lose)
    with pytest.raises(RagError, match=GOING_ON):
        loaded(book(FIRST, source_id=name), loader(store, losing))
    known = row(name, store)
    assert known is not None
    assert known.status == "failed"
    assert shown(name, store) == OLD
    loaded(book(FIRST, source_id=name), loader(store))
    assert shown(name, store) == FIRST


def test_a_server_error_in_the_middle_makes_the_load_failed(
    store: Store, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(book(OLD, source_id=name), loader(store))

    def refused(*arguments: object, **named: object) -> None:
        store.client.collections.get("Absent").config.get()

    with monkeypatch.context() as patch:
        patch.setattr(type(store.collection("Chunk").data), "insert_many", refused)
        with pytest.raises(RagError, match="Weaviate refused: "):
            loaded(book(FIRST, source_id=name), loader(store))
    known = row(name, store)
    assert known is not None
    assert known.status == "failed"
    assert shown(name, store) == OLD


def test_a_book_without_summaries_keeps_none_of_the_ones_before(store: Store, name: str) -> None:
    loaded(book(OLD, source_id=name, sections=["one", "two"]), loader(store))
    loaded(book(OLD, source_id=name, sections=[]), loader(store))
    assert (shown(name, store), stored(name, store, "Summary")) == (OLD, 0)
