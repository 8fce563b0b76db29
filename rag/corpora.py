"""Loading books into the library, reading them back, and the sample that a new library begins with."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from rag import sample
from rag.ask.naming import rows_to_keep
from rag.books.enrich import ExtractiveEnricher
from rag.books.ingest import Deleted, IngestReport, Progress, delete, is_unchanged, load
from rag.books.manifest import Entry, read_manifest
from rag.books.names import Names
from rag.books.prepare import prepare
from rag.errors import BadBook, NoSuchDocument, RagError
from rag.store.calls import explaining
from rag.store.corpus import DocumentRow
from rag.store.objects import BOOK_PROPERTIES, passage
from rag.store.store import Store
from rag.store.write import every, of_source
from rag.types import Passage

Tell = Callable[[Progress], None]
_MARKER = "sample.loaded"
_MOST_NAMED = 8


def ingest(
    entries: Sequence[Entry], *, names: Names, store: Store, dry_run: bool, on_progress: Tell
) -> list[IngestReport]:
    """One report a book, in their order; one that fails never stops the rest."""
    taken: set[str] = set()
    reports = []
    for entry in entries:
        began = time.monotonic()
        try:
            store.probe()  # a server that died is told for each book at once
            with explaining(store.searching()):
                report = _ingest_one(entry, names, store, taken, dry_run=dry_run, on_progress=on_progress)
        except BadBook as error:
            report = IngestReport.failed(entry, "refused", error)
        except RagError as error:
            report = IngestReport.failed(entry, "failed", error)
        reports.append(replace(report, seconds=round(time.monotonic() - began, 2)))
    return reports


def _ingest_one(
    entry: Entry, names: Names, store: Store, taken: set[str], *, dry_run: bool, on_progress: Tell
) -> IngestReport:
    on_progress(Progress(entry.source_id or entry.path.stem, "reading", 0, 0))
    book = prepare(entry.path, entry, enricher=ExtractiveEnricher(), names=names)
    if book.source_id in taken:
        raise BadBook(
            f"Another file of this load already is {book.source_id}.", "Give one of them another --source-id."
        )
    taken.add(book.source_id)
    known = next((row for row in store.corpus().documents if row.source_id == book.source_id), None)
    if is_unchanged(book, known, store.embedder.identity().name):
        return IngestReport.of(book, "unchanged")
    if not dry_run:
        rows = rows_to_keep(names.with_document(book.author, book.work), book.author, book.work_key)
        load(book, known, store=store, names=rows, on_progress=on_progress)
    return IngestReport.of(book, "loaded")


def passages(source_id: str, *, store: Store) -> Iterator[Passage]:
    """The document's chunks in order. Raises NoSuchDocument."""
    corpus = store.corpus()
    _existing(source_id, corpus.documents)
    where = of_source(source_id)
    for condition in corpus.visible():
        where = where & condition
    with explaining(store.searching()):
        for uuid, properties in every(store.collection("Chunk"), where, BOOK_PROPERTIES, order="orderIndex"):
            yield passage(uuid, properties, corpus.editions)


def remove(source_id: str, *, store: Store) -> Deleted:
    """Raises NoSuchDocument."""
    _existing(source_id, store.corpus().documents)
    with explaining(store.searching()):
        return delete(source_id, store=store)


def _existing(source_id: str, documents: Sequence[DocumentRow]) -> DocumentRow:
    row = next((row for row in documents if row.source_id == source_id), None)
    if row is None:
        ids = sorted(row.source_id for row in documents)
        known = ", ".join(ids[:_MOST_NAMED]) or "none yet"
        more = len(ids) - _MOST_NAMED
        hint = f"The library has: {known}, and {more} more." if more > 0 else f"The library has: {known}."
        raise NoSuchDocument(f"There is no document {source_id!r}.", hint)
    return row


def load_sample_once(store: Store, data: Path, *, say: Callable[[str], None]) -> None:
    """On a new data folder only: one that holds anything, or from which the sample was deleted, stays as it is."""
    marker = data / _MARKER
    if marker.exists():
        return
    documents = store.corpus().documents
    manifest = read_manifest(sample.MANIFEST)
    ours = {entry.source_id for entry in manifest.entries}
    if all(row.source_id in ours for row in documents):  # also one that was broken off
        say("Loading the sample library: reading guides of our own; about two minutes, once.")
        reports = ingest(manifest.entries, names=manifest.names, store=store, dry_run=False, on_progress=_teller(say))
        failed = next((report for report in reports if report.reason), None)
        if failed:
            raise RagError(f"The sample library could not be loaded: {failed.reason}", failed.hint)
    data.mkdir(parents=True, exist_ok=True)
    marker.touch()


def _teller(say: Callable[[str], None]) -> Tell:
    """A line when a document begins and when it is half done, not one for every batch."""
    told: set[tuple[str, bool]] = set()

    def tell(progress: Progress) -> None:
        half = progress.done * 2 >= progress.of > 0
        if progress.stage == "embedding" and (progress.source_id, half) not in told:
            told.add((progress.source_id, half))
            say(f"  {progress.source_id}: {progress.done} of {progress.of} passages and summaries")

    return tell
