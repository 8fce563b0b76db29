"""Headings and paragraphs in reading order become divisions and blocks; Markdown and plain text share this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rag.books.read.marks import add_marked, scheme_of_marks, without_marks
from rag.books.read.running_text import RunningText
from rag.books.values import Block, Division, Mark

MAX_LEVEL = 3


@dataclass(frozen=True, slots=True)
class Piece:
    """A heading of this rank (1 is the widest), or with rank 0 a paragraph. `pages` begin at these
    offsets."""

    text: str
    rank: int = 0
    pages: tuple[Mark, ...] = ()
    speaker: str = ""
    locus: str = ""  # begins here, as a heading's number says


@dataclass(frozen=True, slots=True)
class Laid:
    """Pieces in their places. `title` is a heading that names the whole file."""

    title: str
    divisions: tuple[Division, ...]
    blocks: tuple[Block, ...]
    scheme: str


def lay_out(pieces: Sequence[Piece], scheme: str, *, titled: bool, numbered: str = "") -> Laid:
    """`titled`: a first heading may name the whole file. Without a scheme that somebody says, the marks in the text are
    read where they leave no doubt. `numbered`: the scheme of the loci that pieces bring themselves."""
    scheme = "" if numbered else scheme or scheme_of_marks([piece.text for piece in pieces])
    pieces = [piece for piece in pieces if piece.text.strip()]
    title, pieces = _split_title(pieces) if titled else ("", pieces)
    running = RunningText()
    divisions: list[Division] = []
    open_ranks: list[tuple[int, int]] = []  # rank and index of the divisions that enclose what comes next
    for piece in pieces:
        if piece.locus:
            running.mark(piece.locus)
        if piece.rank:
            for page in piece.pages:
                running.page(page.locus)
            while open_ranks and open_ranks[-1][0] >= piece.rank:
                open_ranks.pop()
            heading, loci = without_marks(piece.text, scheme)
            for locus in loci:
                running.mark(locus)
            parent = open_ranks[-1][1] if open_ranks else None
            divisions.append(Division(heading, min(MAX_LEVEL, len(open_ranks) + 1), parent))
            open_ranks.append((piece.rank, len(divisions) - 1))
            running.division = len(divisions) - 1
        else:
            _add_paragraph(piece, scheme, into=running)
    blocks = tuple(running.blocks)
    has_marks = any(block.marks for block in blocks)
    return Laid(without_marks(title, scheme)[0], tuple(divisions), blocks, (numbered or scheme) if has_marks else "")


def _add_paragraph(piece: Piece, scheme: str, *, into: RunningText) -> None:
    start, into.speaker = 0, piece.speaker
    for page in piece.pages:
        add_marked(piece.text[start : page.offset], scheme, into=into)
        into.page(page.locus)
        start = page.offset
    add_marked(piece.text[start:], scheme, into=into)
    into.end_block()


def _split_title(pieces: Sequence[Piece]) -> tuple[str, Sequence[Piece]]:
    """A first heading, wider than all others or the only one, names the work and is no section of it."""
    ranks = [piece.rank for piece in pieces if piece.rank]
    if not pieces or not pieces[0].rank or any(rank <= pieces[0].rank for rank in ranks[1:]):
        return "", pieces
    return pieces[0].text, pieces[1:]
