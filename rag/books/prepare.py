"""A file and its manifest entry become everything that is stored of a book; nothing is stored here."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from rag.books.enrich import Enriched, Enricher, SectionNotes
from rag.books.ids import chunk_ids, chunk_key, summary_id
from rag.books.language import detect_language, language_code
from rag.books.loci import format_range
from rag.books.manifest import Entry, default_source_id
from rag.books.names import Named, Names
from rag.books.outline import read_outline
from rag.books.outlined import lay_outline
from rag.books.read import read_book
from rag.books.split import Piece, split
from rag.books.structure import Layout, Section, hierarchy, lay_sections, table_of_contents
from rag.books.values import Book, ChunkDraft, Prepared, SummaryDraft
from rag.errors import BadManifest
from rag.text import fold, squeeze

PIPELINE = "1"  # raised when the same file would give other chunks, so that a load is not taken for unchanged


@dataclass(frozen=True, slots=True)
class _Work:
    """What is known of the document before its text is looked at."""

    source_id: str
    author: str
    title: str
    key: str
    language: str
    scheme: str
    cited: str


def prepare(path: Path, entry: Entry, *, enricher: Enricher, names: Names) -> Prepared:
    """Raises BadBook where the file is at fault, BadManifest where its entry or outline is."""
    book = read_book(path, entry.scheme)
    work = _work(path, entry, book, names)
    layout, missing = _lay(book, entry, work, names)
    pieces = [piece for run in layout.runs for piece in split(run, work.language)]
    inside = _chunks_of_sections(layout.sections, pieces)
    enriched, made_by = _enrich(layout.sections, pieces, inside, work.language, enricher)
    chunks = _chunks(pieces, layout.sections, enriched, work)
    summaries = _summaries(layout.sections, inside, pieces, enriched, made_by, work.source_id)
    references = [
        _reference(section, summary.loci) for section, summary in zip(layout.sections, summaries, strict=True)
    ]
    front = book.front
    return Prepared(
        path=path,
        source_id=work.source_id,
        author=work.author,
        work=work.title,
        work_key=work.key,
        edition=entry.edition or front.edition,
        language=work.language,
        original_title=entry.original_title,
        year=front.year if entry.year is None else entry.year,
        genre=entry.genre or front.genre,
        scheme=work.scheme,
        urn=entry.urn or front.urn,
        pages=len({page for block in book.blocks for page in _pages(block.page, block.pages)}),
        toc=table_of_contents(layout.sections, references),
        hierarchy=hierarchy(layout.sections),
        warnings=(*book.warnings, *missing),
        content_hash=content_hash(path, entry, names.about(work.author, work.key)),
        chunks=chunks,
        summaries=summaries,
        author_key=names.resolve_author(work.author) if work.author else "",
    )


def content_hash(path: Path, entry: Entry, named: Sequence[Named]) -> str:
    """Of the file, its outline, what its entry says and what its author and work are called; where they lie does not
    count."""
    said = {
        field.name: str(getattr(entry, field.name)) for field in fields(entry) if field.name not in ("path", "outline")
    }
    digest = hashlib.sha256(json.dumps([PIPELINE, said, [asdict(one) for one in named]], sort_keys=True).encode())
    for part in (path, entry.outline):
        digest.update(hashlib.sha256(part.read_bytes() if part else b"").digest())
    return digest.hexdigest()


def _work(path: Path, entry: Entry, book: Book, names: Names) -> _Work:
    author = entry.author or book.front.author
    title = entry.work or book.front.title or squeeze(path.stem.replace("_", " ").replace("-", " "))
    key = names.resolve_work(title, author)
    language = (
        language_code(entry.language)
        or book.front.language
        or detect_language(" ".join(block.text for block in book.blocks))
    )
    scheme = book.scheme or entry.scheme
    known = names.scheme(key)
    cited = entry.cited_as or (names.cited(key, language) if known in ("", scheme) else names.display(key, language))
    return _Work(entry.source_id or default_source_id(path), author, title, key, language, scheme, cited or title)


def _lay(book: Book, entry: Entry, work: _Work, names: Names) -> tuple[Layout, tuple[str, ...]]:
    if entry.outline is None:
        return lay_sections(book, work.source_id, work.title), ()
    if not any(block.marks for block in book.blocks):
        raise BadManifest(
            f"{entry.outline.name} is an outline by reference, but {entry.path.name} marks no places.",
            "Leave the outline out, or say with scheme how its places are written.",
        )
    rows = read_outline(
        entry.outline, scheme=book.scheme, work_key=work.key, author=work.author, names=names
    )  # fmt: skip
    return lay_outline(book, rows, work.source_id, work.language)


def _pages(first: str, others: Sequence[object]) -> list[str]:
    return [page for page in (first, *(getattr(mark, "locus", "") for mark in others)) if page]


def _chunks_of_sections(sections: Sequence[Section], pieces: Sequence[Piece]) -> list[list[int]]:
    """For each section the chunks in it and in what is nested in it, in order."""
    place = {section.id: index for index, section in enumerate(sections)}
    inside: list[list[int]] = [[] for _ in sections]
    for number, piece in enumerate(pieces):
        for section_id in sections[piece.section].ids:
            inside[place[section_id]].append(number)
    return inside


def _enrich(
    sections: Sequence[Section],
    pieces: Sequence[Piece],
    inside: Sequence[Sequence[int]],
    language: str,
    enricher: Enricher,
) -> tuple[Enriched, list[str]]:
    """What an outline gives is kept, the rest is the enricher's."""
    texts = [
        "" if section.given and section.given.summary else "\n".join(pieces[number].text for number in numbers)
        for section, numbers in zip(sections, inside, strict=True)
    ]
    made = enricher.enrich([text for text in texts if text], [piece.text for piece in pieces], language)
    rest = iter(made.sections)
    notes, made_by = [], []
    for section, text in zip(sections, texts, strict=True):
        given = section.given
        if text or given is None:
            note = next(rest)
            notes.append(SectionNotes(note.summary, given.concepts if given and given.concepts else note.concepts))
        else:
            notes.append(SectionNotes(given.summary, given.concepts))
        made_by.append(enricher.made_by if text else "given")
    return Enriched(tuple(notes), made.chunks), made_by


def _chunks(
    pieces: Sequence[Piece], sections: Sequence[Section], enriched: Enriched, work: _Work
) -> tuple[ChunkDraft, ...]:
    ids = chunk_ids(work.source_id, [piece.text for piece in pieces])
    drafts = []
    for order, (piece, notes, chunk_id) in enumerate(zip(pieces, enriched.chunks, ids, strict=True)):
        section = sections[piece.section]
        reference = _reference(section, piece.loci)
        context = _context(work, section, reference)
        drafts.append(
            ChunkDraft(
                id=chunk_id,
                key=chunk_key(chunk_id),
                text=piece.text,
                keywords=notes.keywords,
                section_path=section.path,
                section_level=section.level,
                chapter_title=section.titles[0],
                canonical_reference=_canonical(work, reference, has_loci=bool(piece.loci)),
                reference=reference,
                unit_type=notes.unit_type,
                order_index=order,
                language=work.language,
                context=context,
                folded=fold(" ".join((context, piece.text, *notes.keywords))),
                loci=piece.loci,
                page=piece.page,
                section_id=section.id,
                section_ids=section.ids,
                speaker=piece.speaker,
            )
        )
    return tuple(drafts)


def _reference(section: Section, loci: Sequence[str]) -> str:
    """Places where the source marks them; else the section, never an invented number."""
    return format_range(loci[0], loci[-1]) if loci else section.title


def _canonical(work: _Work, reference: str, *, has_loci: bool) -> str:
    if has_loci:
        return f"{work.cited} {reference}"
    return work.title if reference == work.title else f"{work.title}, {reference}"


def _context(work: _Work, section: Section, reference: str) -> str:
    """Titles that are bare numbers say nothing that the reference does not."""
    titles = [title for title in section.titles if not title.isdigit()]
    return ", ".join(dict.fromkeys(filter(None, (work.author, work.title, reference, *titles))))


def _summaries(
    sections: Sequence[Section],
    inside: Sequence[Sequence[int]],
    pieces: Sequence[Piece],
    enriched: Enriched,
    made_by: Sequence[str],
    source_id: str,
) -> tuple[SummaryDraft, ...]:
    return tuple(
        SummaryDraft(
            id=summary_id(source_id, section.id),
            text=notes.summary,
            concepts=notes.concepts,
            section_path=section.path,
            title=section.title,
            level=section.level,
            chunks_count=len(numbers),
            section_id=section.id,
            loci=tuple(dict.fromkeys(locus for number in numbers for locus in pieces[number].loci)),
            made_by=maker,
            folded=fold(" ".join((section.path, notes.summary, *notes.concepts))),
        )
        for section, numbers, notes, maker in zip(sections, inside, enriched.sections, made_by, strict=True)
    )
