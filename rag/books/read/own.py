"""Of the pieces of a page or an e-book, those that are the author's own; for a plain text see plain.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.books.read.gutenberg import inside
from rag.books.read.lay_out import Piece
from rag.books.read.others import leave_out
from rag.books.values import Front


@dataclass(frozen=True, slots=True)
class Own:
    """`front` is what Project Gutenberg's header says; empty for files of other sources."""

    pieces: tuple[Piece, ...]
    front: Front
    warnings: tuple[str, ...]


def own_pieces(pieces: Sequence[Piece], author: str = "") -> Own:
    """Without Project Gutenberg's words and without what is another's. `author`: what the file says elsewhere."""
    where, front = inside([piece.text for piece in pieces])
    whole = len(pieces)
    book = list(pieces[where])
    kept, warnings = leave_out(book, author or front.author, title_page=len(book) < whole)
    return Own(tuple(kept), front, warnings)
