"""Plain text: paragraphs between blank lines, and the headings that books have."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rag.books.read.gutenberg import cut
from rag.books.read.lay_out import Piece, lay_out
from rag.books.values import Book
from rag.errors import BadBook
from rag.text import squeeze

_NUMBER = r"(?:[IVXLC]+|\d{1,3}|[Oo]ne|ONE|[Ff]irst|FIRST|PREMIER|[Pp]remier|[Pp]rimus|PRIMUS)"
_KINDS = (
    rf"(?:BOOK|Book|LIVRE|Livre|LIBER|Liber|PARTIE|Partie|PART|Part)\s+{_NUMBER}\b"
    r"|(?:[A-ZÀ-Ý][\wà-ÿÀ-Ý]+ ){1,2}(?:PARTIE|Partie|partie|LIVRE|Livre)$",
    rf"(?:CHAPTER|Chapter|CHAPITRE|Chapitre|CAPUT|Caput)\s+{_NUMBER}\b",
    rf"(?:SECTION|Section)\s+{_NUMBER}\b|§\s?\d{{1,3}}\b",
)
_RANKS = tuple(re.compile(kind) for kind in _KINDS)
_LONGEST_HEADING = 90
_BLANK = re.compile(r"\n[ \t\u00a0]*\n|\f")


def read_plain(text: str, name: str, scheme: str) -> Book:
    text, front = cut(text)
    laid = lay_out(list(_pieces(text)), scheme, titled=False)
    if not laid.blocks:
        raise BadBook(f"{name} has headings at most, and no text under them.", "There is nothing in it to read.")
    return Book(front, laid.blocks, laid.divisions, (), laid.scheme)


def _pieces(text: str) -> Iterator[Piece]:
    for paragraph in _BLANK.split(text):
        written = squeeze(paragraph)
        if written:
            yield Piece(written, _rank(paragraph.strip()))


def _rank(paragraph: str) -> int:
    """A heading stands alone on its line, is short, and says that it is a book, a chapter or a section."""
    if "\n" in paragraph or len(paragraph) > _LONGEST_HEADING:
        return 0
    return next((rank for rank, kind in enumerate(_RANKS, 1) if kind.match(paragraph)), 0)
