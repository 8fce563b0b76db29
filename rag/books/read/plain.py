"""Plain text: paragraphs between blank lines, the headings that books have, footnotes apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rag.books.read.gutenberg import cut, is_gutenberg
from rag.books.read.headings import UNNAMED, heading_rank, heading_title
from rag.books.read.lay_out import Piece, lay_out
from rag.books.read.others import leave_out
from rag.books.read.plain_notes import split_notes
from rag.books.values import Book, Note
from rag.errors import BadBook
from rag.text import squeeze

_BLANK = re.compile(r"\n[ \t\u00a0]*\n|\f")
_ITALICS = re.compile(r"(?<![^\W_])_(?=\S)([^_\n]+(?:\n[^_\n]+)*)_(?![^\W_])")
_LONGEST_TITLE = 200
_MOST_UNNAMED = 0.2  # of the paragraphs: where more stand in capitals, they name speakers and head nothing


def read_plain(text: str, name: str, scheme: str) -> Book:
    gutenberg = is_gutenberg(text)
    text, front = cut(text)
    paragraphs, notes = split_notes(_BLANK.split(_ITALICS.sub(r"\1", text) if gutenberg else text))
    pieces, warnings = leave_out(_pieces(paragraphs), front.author, title_page=gutenberg)
    laid = lay_out(pieces, scheme, titled=False)
    if not laid.blocks:
        raise BadBook(f"{name} has headings at most, and no text under them.", "There is nothing in it to read.")
    apart = tuple(Note(note, 0) for note in notes)
    return Book(front, laid.blocks, laid.divisions, apart, laid.scheme, warnings)


def _pieces(paragraphs: Sequence[str]) -> list[Piece]:
    paragraphs = [paragraph.strip() for paragraph in paragraphs if paragraph.strip()]
    ranks = [heading_rank(paragraph) for paragraph in paragraphs]
    if ranks.count(UNNAMED) > max(_MOST_UNNAMED * len(ranks), 2):
        ranks = [0 if rank == UNNAMED else rank for rank in ranks]
    return list(_joined(paragraphs, ranks))


def _joined(paragraphs: Sequence[str], ranks: Sequence[int]) -> Iterator[Piece]:
    """A second line in capitals right under a heading belongs to it."""
    waiting: Piece | None = None
    for paragraph, rank in zip(paragraphs, ranks, strict=True):
        if waiting and rank == UNNAMED >= waiting.rank and len(waiting.text) + len(paragraph) < _LONGEST_TITLE:
            waiting = Piece(_and(waiting.text, heading_title(paragraph)), waiting.rank)
            continue
        if waiting and rank == waiting.rank and heading_title(paragraph).startswith(waiting.text.rstrip(".")):
            waiting = None  # a title set twice, once in full
        if waiting:
            yield waiting
        waiting = Piece(heading_title(paragraph), rank) if rank else None
        if not rank:
            yield Piece(squeeze(paragraph))
    if waiting:
        yield waiting


def _and(title: str, more: str) -> str:
    return f"{title} {more}" if title.endswith((".", ",", ":")) else f"{title}. {more}"
