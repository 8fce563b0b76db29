"""Loading: prepared books become objects; a load is visible whole or not at all, and the same content is free.

A load has an id (source and content). What it adds says so in `since`; what the document no longer has gets its id in
`until`. Publishing is one update of the Document; until then questions leave out the added, from then on the dropped,
which are deleted next. A load that was broken off goes on where it stopped, as ids follow from content.
"""

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Literal

from rag.books.ids import document_id, object_id, work_id
from rag.books.manifest import Entry
from rag.books.values import Prepared
from rag.errors import RagError
from rag.store.calls import CLIENT_ERRORS, explaining
from rag.store.corpus import DocumentRow
from rag.store.objects import (
    chunk_properties,
    chunk_vector_text,
    document_properties,
    summary_properties,
    summary_vector_text,
    work_properties,
)
from rag.store.store import Objects, Store
from rag.store.write import (
    Claim,
    Item,
    amend,
    another_load,
    count,
    delete_where,
    dropped_by,
    end_load,
    every,
    ids_of,
    insert,
    of_source,
    of_work,
    upsert,
)
from rag.types import Json


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a document is; `left_s` is an estimate, None at the start."""

    source_id: str
    stage: Literal["reading", "embedding", "storing"]
    done: int
    of: int
    left_s: float | None = None


@dataclass(frozen=True, slots=True)
class IngestReport:
    """What came of one book. refused: the file's fault; failed: ours."""

    source_id: str
    path: Path
    status: Literal["loaded", "unchanged", "refused", "failed"]
    chunks: int = 0
    summaries: int = 0
    warnings: tuple[str, ...] = ()
    reason: str = ""
    hint: str = ""
    seconds: float = 0.0

    @classmethod
    def of(cls, book: Prepared, status: Literal["loaded", "unchanged"]) -> "IngestReport":
        return cls(book.source_id, book.path, status, len(book.chunks), len(book.summaries), book.warnings)

    @classmethod
    def failed(cls, entry: Entry, status: Literal["refused", "failed"], error: RagError) -> "IngestReport":
        source_id = entry.source_id or entry.path.stem
        return cls(source_id, entry.path, status, reason=error.message, hint=error.hint)

    def to_json(self) -> Json:
        return {**asdict(self), "path": str(self.path), "warnings": list(self.warnings)}


@dataclass(frozen=True, slots=True)
class Deleted:
    """What a deletion removed."""

    chunks: int
    summaries: int


@dataclass(frozen=True, slots=True)
class _Part:
    """One of the two collections a document fills: what it should hold, and how it is embedded."""

    collection: Objects
    wanted: dict[str, dict[str, Any]]
    vector_text: Callable[[dict[str, Any]], str]
    order: str | None


@dataclass(frozen=True, slots=True)
class _Plan:
    """Ids to add and to drop; of those that stay, the ones that are embedded anew and the ones that only changed in
    something else, as all do that stand after a new paragraph."""

    part: _Part
    add: tuple[str, ...]
    drop: tuple[str, ...]
    embed: tuple[str, ...]
    change: tuple[str, ...]


def is_unchanged(book: Prepared, known: DocumentRow | None, embedder: str) -> bool:
    return (
        known is not None
        and known.status == "ready"
        and not known.next_load
        and (known.content_hash, known.embedder) == (book.content_hash, embedder)
    )


def load(
    book: Prepared,
    known: DocumentRow | None,
    *,
    store: Store,
    names: Sequence[dict[str, Any]] = (),
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> None:
    """Adds or replaces a document. Raises RagError when objects are refused, when the server fails or when another
    load of the document begins: then nothing of this one is shown."""
    load_id = object_id("load", book.source_id, book.content_hash)
    documents = store.collection("Document")
    _forget_other_load(known, load_id, store)
    live = known.live_load if known else ""
    write = partial(_write_document, documents, _properties(book, store, names))
    write(status="loading", live=live, upcoming=load_id)
    claim = Claim(documents, document_id(book.source_id), live, load_id)
    try:
        with explaining(store.searching()):
            plans = _prepare(book, claim, store, on_progress)
    except RagError:
        # of another's load it says nothing, and a server that is gone is not waited for
        with suppress(*CLIENT_ERRORS):
            if store.alive() and claim.stands():
                write(status="failed", live=live, upcoming=load_id)
        raise
    # publishing: one update of one object
    write(status="ready", live=load_id, upcoming=load_id)
    _settle(plans, load_id, store)
    if replace(claim, live=load_id).stands():  # else the next load has begun, and goes on from here
        write(status="ready", live=load_id, upcoming="")
    if known and known.work_key != book.work_key:
        _forget_work(known.work_key, store)


def _prepare(book: Prepared, claim: Claim, store: Store, on_progress: Callable[[Progress], None]) -> list[_Plan]:
    """All that comes before publishing."""
    _write_work(book, store)
    plans = [_plan(part, book.source_id) for part in _parts(book, store)]
    _add(plans, claim, store, _Counter(book.source_id, sum(len(plan.add) for plan in plans), on_progress))
    for plan in plans:
        for chunk_id in plan.drop:
            amend(plan.part.collection, chunk_id, {"until": claim.upcoming})
        stored = ids_of(plan.part.collection, of_source(book.source_id), order=plan.part.order)
        if stored != {*plan.part.wanted, *plan.drop}:
            raise another_load()
    claim.check()
    return plans


def delete(source_id: str, *, store: Store) -> Deleted:
    """All of a document; its work goes with its last edition. The document goes last, so that a broken deletion can
    be asked for again."""
    documents = store.collection("Document")
    found = documents.query.fetch_object_by_id(document_id(source_id), return_properties=["workKey"])
    chunks = delete_where(store.collection("Chunk"), of_source(source_id))
    summaries = delete_where(store.collection("Summary"), of_source(source_id))
    documents.data.delete_by_id(document_id(source_id))
    if found:
        _forget_work(str(found.properties["workKey"]), store)
    return Deleted(chunks, summaries)


def _forget_work(work_key: str, store: Store) -> None:
    """Unless there is another edition of it."""
    if not count(store.collection("Document"), of_work(work_key)):
        store.collection("Work").data.delete_by_id(work_id(work_key))


def _parts(book: Prepared, store: Store) -> list[_Part]:
    chunks = {chunk.id: chunk_properties(chunk, book) for chunk in book.chunks}
    summaries = {summary.id: summary_properties(summary, book) for summary in book.summaries}
    return [
        _Part(store.collection("Chunk"), chunks, chunk_vector_text, "orderIndex"),
        _Part(store.collection("Summary"), summaries, summary_vector_text, None),
    ]


def _plan(part: _Part, source_id: str) -> _Plan:
    """Against what is stored: also what a broken load of the same content had already written."""
    first = next(iter(part.wanted.values()), {})
    names = [*(name for name in first if name not in ("work", "document")), "until"]
    stored = {str(uuid): found for uuid, found in every(part.collection, of_source(source_id), names, order=part.order)}
    add = tuple(one for one in part.wanted if one not in stored)
    drop = tuple(one for one in stored if one not in part.wanted)
    changed = [one for one in part.wanted if one in stored and _differs(part.wanted[one], stored[one])]
    embed = tuple(one for one in changed if part.vector_text(part.wanted[one]) != _embedded(part, one, stored[one]))
    return _Plan(part, add, drop, embed, tuple(one for one in changed if one not in set(embed)))


def _embedded(part: _Part, one: str, stored: dict[str, Any]) -> str:
    """What the stored vector was made of; the server gives None for what is empty."""
    empty = {name: type(value)() for name, value in part.wanted[one].items()}
    return part.vector_text({**empty, **{name: value for name, value in stored.items() if value}})


def _differs(wanted: dict[str, Any], stored: dict[str, Any]) -> bool:
    flat = (name for name in wanted if name not in ("work", "document"))
    return any((wanted[name] or None) != (stored.get(name) or None) for name in flat)


def _add(plans: Sequence[_Plan], claim: Claim, store: Store, counter: "_Counter") -> None:
    """Embeds and stores a batch at a time, so that a broken load keeps what it has done."""

    def make(part: _Part, ids: Sequence[str]) -> list[Item]:
        items = _items(part, store, claim.upcoming, ids)
        claim.check()  # after embedding, which takes longest
        return items

    for plan in plans:
        insert(plan.part.collection, plan.add, partial(make, plan.part), counter.add)


def _items(part: _Part, store: Store, since: str, ids: Sequence[str]) -> list[Item]:
    vectors = store.embedder.embed_documents([part.vector_text(part.wanted[one]) for one in ids])
    return [
        Item(one, {**part.wanted[one], "since": since, "until": ""}, vector)
        for one, vector in zip(ids, vectors, strict=True)
    ]


def _settle(plans: Sequence[_Plan], load_id: str, store: Store) -> None:
    """After publishing: what stays is brought up to date, what was dropped is deleted."""
    for plan in plans:
        # an object that is inserted again is replaced
        insert(plan.part.collection, plan.embed, partial(_items, plan.part, store, ""))
        for one in plan.change:
            amend(plan.part.collection, one, plan.part.wanted[one])
        if plan.drop:
            delete_where(plan.part.collection, dropped_by(load_id))  # not by ids: the next load may want some again


def _forget_other_load(known: DocumentRow | None, load_id: str, store: Store) -> None:
    """What an earlier load of other content left half done is removed; one that was published is finished."""
    if known is None or known.next_load in ("", load_id):
        return
    for collection in (store.collection("Chunk"), store.collection("Summary")):
        end_load(collection, known.next_load, published=known.next_load == known.live_load)


def _properties(book: Prepared, store: Store, names: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """A document keeps the date of its first load."""
    stored = store.collection("Document").query.fetch_object_by_id(
        document_id(book.source_id), return_properties=["createdAt"]
    )
    created = stored.properties["createdAt"] if stored else datetime.now(UTC)
    return document_properties(book, embedder=store.embedder.identity().name, created=created, names=names)


def _write_document(documents: Objects, properties: dict[str, Any], *, status: str, live: str, upcoming: str) -> None:
    state = {"status": status, "liveLoad": live, "nextLoad": upcoming}
    upsert(documents, Item(document_id(properties["sourceId"]), {**properties, **state}, None))


def _write_work(book: Prepared, store: Store) -> None:
    vector = store.embedder.embed_documents([f"{book.author} {book.work}"])[0]
    upsert(store.collection("Work"), Item(work_id(book.work_key), work_properties(book), vector))


class _Counter:
    """Tells how far the load is and how long the rest will take at the pace so far."""

    def __init__(self, source_id: str, of: int, on_progress: Callable[[Progress], None]) -> None:
        self._progress = Progress(source_id, "embedding", 0, of)
        self._tell = on_progress
        self._began = time.monotonic()
        self._tell(self._progress)

    def add(self, count: int) -> None:
        done = self._progress.done + count
        pace = (time.monotonic() - self._began) / done
        self._progress = replace(self._progress, done=done, left_s=pace * (self._progress.of - done))
        self._tell(self._progress)
