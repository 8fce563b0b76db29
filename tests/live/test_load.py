"""Loading on a real Weaviate: whole or not at all, the same content for nothing, and nothing left behind."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from live.books import DIMENSIONS, TinyEmbedder, book, vector
from rag import corpora
from rag.ask.chunks import hybrid_chunks, near_chunks
from rag.ask.naming import known_names
from rag.ask.reach import resolve
from rag.books import ingest
from rag.books.ids import document_id, work_id
from rag.books.ingest import is_unchanged, load
from rag.books.manifest import Entry
from rag.books.names import built_in_names
from rag.books.values import Prepared
from rag.errors import EmbedderDown, NoSuchDocument, RagError, SchemaMismatch
from rag.library import Library
from rag.store.corpus import DocumentRow
from rag.store.schema import NAMES, VERSION, Stamp, check, ensure
from rag.store.store import Store
from rag.store.write import count as number_of
from rag.store.write import every, of_source
from rag.types import Query, Scope

TEXTS = ["Alpha is first.", "Beta is second.", "Gamma is third."]
_number = count()


@pytest.fixture(scope="module")
def shared_store(opens: Callable[[str], Library]) -> Iterator[Store]:
    """Collections of eight dimensions beside the session's; each test loads documents of its own name."""
    store = opens("Load").store
    own = replace(store, prefix=f"{store.prefix}Tiny", embedder=TinyEmbedder())  # type: ignore[arg-type]
    ensure(own.client, own.prefix, Stamp("tiny", DIMENSIONS))
    yield own
    own.client.collections.delete([own.prefix + name for name in NAMES])


@pytest.fixture
def embedder() -> TinyEmbedder:
    return TinyEmbedder()


@pytest.fixture
def store(shared_store: Store, embedder: TinyEmbedder) -> Store:
    return replace(shared_store, embedder=embedder)  # type: ignore[arg-type]  # the three methods that are used


@pytest.fixture
def name() -> str:
    return f"book{next(_number)}"


def row(source_id: str, store: Store) -> DocumentRow | None:
    return next((one for one in store.corpus().documents if one.source_id == source_id), None)


def loaded(prepared: Prepared, store: Store) -> None:
    load(prepared, row(prepared.source_id, store), store=store)


def shown(source_id: str, store: Store) -> list[str]:
    """The texts that a reader gets, in order."""
    return [passage.text for passage in corpora.passages(source_id, store=store)]


def found(scope: Scope, store: Store) -> list[str]:
    """The texts that both ways of searching find in this scope, sorted."""
    corpus = store.corpus()
    reach = resolve(scope, store=store, corpus=corpus, names=known_names(corpus))
    query = Query("alpha beta gamma new", "question", tuple(vector("alpha")))
    near = sorted(hit.passage.text for hit in near_chunks(query, reach, limit=100))
    assert sorted(hit.passage.text for hit in hybrid_chunks(query, reach, alpha=0.5, limit=100)) == near
    return near


def stored(source_id: str, store: Store, collection: str = "Chunk") -> int:
    return number_of(store.collection(collection), of_source(source_id))


def vectors(source_id: str, store: Store) -> dict[str, list[float]]:
    found = store.collection("Chunk").query.fetch_objects(filters=of_source(source_id), limit=100, include_vector=True)
    return {str(one.properties["text"]): list(one.vector["default"]) for one in found.objects}


def test_a_load_stores_all_of_a_book_with_its_vectors_and_publishes_it(
    store: Store, embedder: TinyEmbedder, name: str
) -> None:
    loaded(book(TEXTS, source_id=name, sections=["one", "two"]), store)
    known = row(name, store)
    assert known is not None
    assert (known.status, known.next_load, known.chunks, known.summaries) == ("ready", "", 3, 2)
    assert known.live_load
    assert shown(name, store) == TEXTS
    assert (stored(name, store), stored(name, store, "Summary")) == (3, 2)
    assert embedder.texts == [
        "Nobody A Book",
        *("Nobody Alpha is first.", "Nobody Beta is second.", "Nobody Gamma is third."),
        *("About one", "About two"),
    ]
    assert {len(vector) for vector in vectors(name, store).values()} == {DIMENSIONS}


def test_the_same_book_again_is_unchanged_and_another_embedders_is_not(store: Store, name: str) -> None:
    first = book(TEXTS, source_id=name)
    assert not is_unchanged(first, row(name, store), "tiny")
    loaded(first, store)
    assert is_unchanged(first, row(name, store), "tiny")
    assert not is_unchanged(first, row(name, store), "other")
    assert not is_unchanged(book([*TEXTS, "Delta."], source_id=name), row(name, store), "tiny")


def test_a_changed_book_embeds_only_what_is_new_and_drops_only_what_is_gone(
    store: Store, embedder: TinyEmbedder, name: str
) -> None:
    loaded(book(TEXTS, source_id=name, sections=["one", "two"]), store)
    before, kept = vectors(name, store), {p.text: p.chunk_id for p in corpora.passages(name, store=store)}
    embedder.take()
    new = ["Zero is new.", "Alpha is first.", "Gamma is third."]
    loaded(book(new, source_id=name, sections=["one", "three"]), store)
    assert embedder.take() == ["Nobody A Book", "Nobody Zero is new.", "About three"]
    assert shown(name, store) == new
    assert [p.order_index for p in corpora.passages(name, store=store)] == [0, 1, 2]
    after = {p.text: p.chunk_id for p in corpora.passages(name, store=store)}
    assert [after[text] == kept[text] for text in ("Alpha is first.", "Gamma is third.")] == [True, True]
    assert vectors(name, store)["Alpha is first."] == before["Alpha is first."]
    assert (stored(name, store), stored(name, store, "Summary")) == (3, 2)


def test_what_stays_but_says_something_else_of_itself_is_embedded_anew(
    store: Store, embedder: TinyEmbedder, name: str
) -> None:
    loaded(book(TEXTS, source_id=name), store)
    embedder.take()
    changed = book(TEXTS, source_id=name)
    first = replace(changed.chunks[0], keywords=("alpha",), context="Somebody")
    loaded(replace(changed, chunks=(first, *changed.chunks[1:]), content_hash="other"), store)
    assert embedder.take() == ["Nobody A Book", "Somebody alpha Alpha is first."]
    assert [p.keywords for p in corpora.passages(name, store=store)] == [("alpha",), (), ()]


def test_a_text_that_comes_twice_is_stored_twice(store: Store, name: str) -> None:
    loaded(book(["Again.", "Once.", "Again."], source_id=name), store)
    assert shown(name, store) == ["Again.", "Once.", "Again."]


def test_while_a_load_is_under_way_readers_see_the_old_book_whole(
    store: Store, embedder: TinyEmbedder, name: str
) -> None:
    loaded(book(TEXTS, source_id=name), store)
    seen: list[list[str]] = []
    embedder.before = lambda text: seen.extend([shown(name, store), found(Scope(source_id=name), store)])
    loaded(book([*TEXTS[1:], *[f"New {n}." for n in range(40)]], source_id=name), store)
    assert len(seen) == 2 * 41  # the work, and 40 new texts
    assert all(texts == TEXTS for texts in seen)
    assert len(shown(name, store)) == len(found(Scope(source_id=name), store)) == 42


def test_a_scope_that_no_document_is_in_finds_nothing(store: Store, name: str) -> None:
    loaded(book(TEXTS, source_id=name), store)
    assert found(Scope(source_id=name), store) == TEXTS
    assert found(Scope(source_id=name, language="fr"), store) == []
    assert found(Scope(author="Plato"), store) == []
    assert found(Scope(source_id=name, section=f"{name}/one", unit_type="exposition"), store) == TEXTS
    assert found(Scope(section=f"{name}/o"), store) == []


def test_a_first_load_that_is_under_way_shows_nothing(store: Store, embedder: TinyEmbedder, name: str) -> None:
    seen: list[list[str]] = []
    embedder.before = lambda text: seen.append(shown(name, store) if row(name, store) else [])
    loaded(book([f"New {n}." for n in range(40)], source_id=name), store)
    assert len(seen) == 42
    assert not any(seen)


def test_what_a_live_load_dropped_is_hidden_before_it_is_deleted(
    store: Store, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(book(TEXTS, source_id=name), store)
    new = book([TEXTS[0], "Delta is new."], source_id=name)

    def broken_off(*arguments: object) -> None:
        raise EmbedderDown("killed")

    with monkeypatch.context() as patch:
        patch.setattr(ingest, "_settle", broken_off)
        with pytest.raises(EmbedderDown):
            loaded(new, store)
    assert stored(name, store) == 4
    assert shown(name, store) == [TEXTS[0], "Delta is new."]
    assert not is_unchanged(new, row(name, store), "tiny")
    loaded(new, store)
    assert stored(name, store) == 2
    assert shown(name, store) == [TEXTS[0], "Delta is new."]


def test_a_load_that_broke_off_just_before_it_was_published_leaves_the_old_book_as_it_was(
    store: Store, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = book(TEXTS, source_id=name)
    loaded(old, store)
    before = vectors(name, store)
    write = ingest._write_document

    def not_published(*arguments: object, status: str, **named: object) -> None:
        if status == "ready":
            raise EmbedderDown("killed")
        write(*arguments, status=status, **named)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(ingest, "_write_document", not_published)
        with pytest.raises(EmbedderDown):
            loaded(book([TEXTS[0], "Delta."], source_id=name), store)
    assert (stored(name, store), shown(name, store)) == (4, TEXTS)
    loaded(old, store)
    assert (stored(name, store), shown(name, store), vectors(name, store)) == (3, TEXTS, before)
    loaded(book(["Epsilon."], source_id=name), store)
    assert (stored(name, store), shown(name, store)) == (1, ["Epsilon."])


@pytest.fixture
def broken(store: Store, embedder: TinyEmbedder, name: str) -> Prepared:
    """A second load of a book that broke off when 20 of its 40 new chunks were stored."""
    loaded(book(TEXTS, source_id=name), store)
    new = book([TEXTS[0], *[f"New {n}." for n in range(40)]], source_id=name)

    def fail(text: str) -> None:
        if text == "Nobody New 20.":
            raise EmbedderDown("The service is gone.")

    embedder.before = fail
    with pytest.raises(EmbedderDown):
        loaded(new, store)
    embedder.before = lambda text: None
    embedder.take()
    return new


def test_a_load_that_broke_off_is_failed_and_shows_the_old_book(store: Store, broken: Prepared) -> None:
    known = row(broken.source_id, store)
    assert known is not None
    assert known.status == "failed"
    assert stored(broken.source_id, store) == 3 + 20
    assert shown(broken.source_id, store) == TEXTS


def test_a_load_that_broke_off_goes_on_where_it_stopped(store: Store, embedder: TinyEmbedder, broken: Prepared) -> None:
    loaded(broken, store)
    assert embedder.take() == ["Nobody A Book", *[f"Nobody New {n}." for n in range(20, 40)]]
    assert shown(broken.source_id, store) == [chunk.text for chunk in broken.chunks]
    assert stored(broken.source_id, store) == 41


def test_after_a_load_that_broke_off_other_content_leaves_nothing_of_it(store: Store, broken: Prepared) -> None:
    other = [*TEXTS[:2], "New 3.", "Delta."]
    loaded(book(other, source_id=broken.source_id), store)
    assert shown(broken.source_id, store) == other
    assert stored(broken.source_id, store) == 4


def test_after_a_load_that_broke_off_the_old_book_can_be_loaded_again(store: Store, broken: Prepared) -> None:
    old = book(TEXTS, source_id=broken.source_id)
    loaded(old, store)
    assert shown(broken.source_id, store) == TEXTS
    assert stored(broken.source_id, store) == 3
    assert is_unchanged(old, row(broken.source_id, store), "tiny")


def test_a_refused_object_is_reported_and_nothing_of_the_load_is_shown(store: Store, name: str) -> None:
    with pytest.raises(RagError) as caught:
        loaded(book([*TEXTS, "Too long!"], source_id=name), store)
    assert caught.value.message.startswith("Weaviate refused 1 of 4 objects. The first reason: ")
    assert shown(name, store) == []
    known = row(name, store)
    assert known is not None
    assert (known.status, known.live_load) == ("failed", "")
    loaded(book(TEXTS, source_id=name), store)
    assert shown(name, store) == TEXTS


def test_a_refused_object_of_a_second_load_leaves_the_first_as_it_was(store: Store, name: str) -> None:
    loaded(book(TEXTS, source_id=name), store)
    for bad in (["Too long!"], ["Too long!", "Way too long!"]):  # of several, of all
        with pytest.raises(RagError, match="refused"):
            loaded(book([*TEXTS[1:], *bad], source_id=name), store)
        assert shown(name, store) == TEXTS


def test_deleting_a_document_leaves_nothing_of_it_and_its_work_goes_with_the_last_edition(
    store: Store, name: str
) -> None:
    work = f"Work of {name}"
    loaded(book(TEXTS, source_id=name, work=work), store)
    loaded(book(TEXTS, source_id=f"{name}-2", work=work, edition="second"), store)
    works = store.collection("Work").data
    deleted = corpora.remove(name, store=store)
    assert (deleted.chunks, deleted.summaries) == (3, 1)
    assert (stored(name, store), stored(name, store, "Summary"), row(name, store)) == (0, 0, None)
    assert not store.collection("Document").data.exists(document_id(name))
    assert shown(f"{name}-2", store) == TEXTS
    assert works.exists(work_id(f"nobody {work.lower()}"))
    corpora.remove(f"{name}-2", store=store)
    assert not works.exists(work_id(f"nobody {work.lower()}"))


def test_a_work_that_is_renamed_leaves_its_old_name_behind_only_where_another_edition_has_it(
    store: Store, name: str
) -> None:
    old, new = f"Old work of {name}", f"New work of {name}"
    works = store.collection("Work").data
    loaded(book(TEXTS, source_id=name, work=old), store)
    loaded(book(TEXTS, source_id=f"{name}-2", work=old), store)
    loaded(book([*TEXTS, "Delta."], source_id=name, work=new), store)
    assert works.exists(work_id(f"nobody {old.lower()}"))
    loaded(book([*TEXTS, "Delta."], source_id=f"{name}-2", work=new), store)
    assert not works.exists(work_id(f"nobody {old.lower()}"))
    assert works.exists(work_id(f"nobody {new.lower()}"))


def created(source_id: str, store: Store) -> object:
    found = store.collection("Document").query.fetch_object_by_id(document_id(source_id))
    assert found is not None
    return found.properties["createdAt"]


def test_a_document_keeps_the_date_of_its_first_load(store: Store, embedder: TinyEmbedder, name: str) -> None:
    dates: list[object] = []
    embedder.before = lambda text: dates.append(created(name, store)) if row(name, store) else None
    began = datetime.now(UTC)
    loaded(book(TEXTS, source_id=name), store)
    loaded(book([*TEXTS, "Delta."], source_id=name), store)
    first = created(name, store)
    assert isinstance(first, datetime)
    assert began <= first <= datetime.now(UTC)
    assert set(dates) == {first}
    assert len(dates) > 4


def test_deleting_or_reading_what_is_not_there_says_so(store: Store) -> None:
    for act in (corpora.remove, lambda source, store: list(corpora.passages(source, store=store))):
        with pytest.raises(NoSuchDocument, match="There is no document 'nothing'"):
            act("nothing", store=store)


def test_what_a_broken_load_left_is_deleted_with_the_document(store: Store, broken: Prepared) -> None:
    assert corpora.remove(broken.source_id, store=store).chunks == 3 + 20
    assert stored(broken.source_id, store) == 0


@pytest.mark.parametrize(
    "other", [Stamp("other", DIMENSIONS), Stamp("tiny", 1024), Stamp("tiny", DIMENSIONS, schema=VERSION + 1)]
)
def test_collections_of_another_embedder_or_version_are_refused_and_left_alone(store: Store, other: Stamp) -> None:
    with pytest.raises(SchemaMismatch):
        ensure(store.client, store.prefix, other)
    check(store.client, store.prefix, Stamp("tiny", DIMENSIONS))


def test_making_the_collections_again_changes_nothing(store: Store, name: str) -> None:
    loaded(book(TEXTS, source_id=name), store)
    ensure(store.client, store.prefix, Stamp("tiny", DIMENSIONS))
    assert shown(name, store) == TEXTS


def test_a_server_error_in_a_load_fails_that_book_and_not_the_rest(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [tmp_path / f"{n}.md" for n in "ab"]
    for path in paths:
        path.write_text(f"# Title {path.stem}\n\nA paragraph of its own, {path.stem}, with a few words.\n")
    loads = iter([store.client.collections.get("Absent").config.get, lambda: None])
    monkeypatch.setattr(corpora, "load", lambda *arguments, **named: next(loads)())
    reports = corpora.ingest(
        [Entry(path) for path in paths],
        names=built_in_names(),
        store=store,
        dry_run=False,
        on_progress=lambda progress: None,
    )
    assert [report.status for report in reports] == ["failed", "loaded"]
    assert reports[0].reason.startswith("Weaviate refused: ")


def test_all_of_a_loads_objects_say_which_load_added_them(store: Store, name: str) -> None:
    loaded(book(TEXTS, source_id=name), store)
    known = row(name, store)
    assert known is not None
    for collection in ("Chunk", "Summary"):
        found = [one for _, one in every(store.collection(collection), of_source(name), ["since", "until"])]
        assert {(one["since"], one["until"] or "") for one in found} == {(known.live_load, "")}
