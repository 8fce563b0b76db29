"""What a book is on its way into the library: as read, then as prepared."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rag.types import Json


@dataclass(frozen=True, slots=True)
class Front:
    """What a file says of itself; empty where it says nothing."""

    author: str = ""
    title: str = ""
    edition: str = ""
    language: str = ""
    translator: str = ""
    year: int | None = None
    urn: str = ""
    genre: str = ""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something of the source's numbering (a locus, a page) begins at this offset of a block's text."""

    offset: int
    locus: str


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph or one speaker's words. `continues`: the speech or paragraph began in the block before."""

    text: str
    marks: tuple[Mark, ...] = ()
    speaker: str = ""
    division: int | None = None
    page: str = ""  # the page at its first character
    pages: tuple[Mark, ...] = ()  # pages that begin inside it
    continues: bool = False


@dataclass(frozen=True, slots=True)
class Division:
    """`parent` is an index into the book's divisions; parents stand before their children."""

    title: str
    level: int
    parent: int | None = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote or marginal note, kept apart from the text; `block` is the one it hangs on."""

    text: str
    block: int


@dataclass(frozen=True, slots=True)
class Book:
    """A file as read. Blocks stand in reading order."""

    front: Front
    blocks: tuple[Block, ...]
    divisions: tuple[Division, ...] = ()
    notes: tuple[Note, ...] = ()
    scheme: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkDraft:
    """A Chunk before it is stored."""

    id: str
    key: str
    text: str
    keywords: tuple[str, ...]
    section_path: str
    section_level: int
    chapter_title: str
    canonical_reference: str
    reference: str
    unit_type: str
    order_index: int
    language: str
    context: str
    folded: str
    loci: tuple[str, ...]
    page: str
    section_id: str
    section_ids: tuple[str, ...]
    speaker: str


@dataclass(frozen=True, slots=True)
class SummaryDraft:
    """A Summary before it is stored; `made_by` is given, extract or claude."""

    id: str
    text: str
    concepts: tuple[str, ...]
    section_path: str
    title: str
    level: int
    chunks_count: int
    section_id: str
    loci: tuple[str, ...]
    made_by: str
    folded: str


@dataclass(frozen=True, slots=True)
class Prepared:
    """A book ready to be loaded."""

    path: Path
    source_id: str
    author: str
    work: str
    work_key: str
    edition: str
    language: str
    original_title: str
    year: int | None
    genre: str
    scheme: str
    urn: str
    pages: int
    toc: tuple[Json, ...]
    hierarchy: tuple[Json, ...]
    warnings: tuple[str, ...]
    content_hash: str
    chunks: tuple[ChunkDraft, ...]
    summaries: tuple[SummaryDraft, ...]
    author_key: str = ""
