"""What every format but TEI has in common: pieces in reading order become a book, another's pages are left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rag.books.read.gutenberg import inside
from rag.books.read.lay_out import Piece, lay_out
from rag.books.read.numbered import with_loci
from rag.books.read.others import leave_out
from rag.books.values import Book, Front, Note
from rag.errors import BadBook


def assemble(
    pieces: Sequence[Piece],
    front: Front,
    name: str,
    *,
    scheme: str = "",
    notes: Sequence[str] = (),
    titled: bool = True,
) -> Book:
    """What Gutenberg's header says comes before what the file's own fields say: those name whoever made the file."""
    span, said = inside([piece.text for piece in pieces])
    gutenberg = span != slice(0, len(pieces))
    front = _merged(said, front)
    pieces, warnings = leave_out(pieces[span], front.author, title_page=gutenberg)
    pieces, numbered = with_loci(pieces) if scheme in ("", "entry") else (pieces, "")
    laid = lay_out(pieces, scheme, titled=titled, numbered=numbered)
    if not laid.blocks:
        if any(piece.text for piece in pieces):
            raise BadBook(f"{name} has headings at most, and no text under them.", "There is nothing in it to read.")
        raise BadBook(f"{name} has no text in it.", "There is nothing in it to read.")
    front = replace(front, title=front.title or laid.title)
    apart = tuple(Note(note, 0) for note in notes)
    return Book(front, laid.blocks, laid.divisions, apart, laid.scheme, warnings)


def _merged(first: Front, second: Front) -> Front:
    return Front(
        author=first.author or second.author,
        title=first.title or second.title,
        edition=first.edition or second.edition,
        language=first.language or second.language,
        translator=first.translator or second.translator,
        year=second.year if first.year is None else first.year,
        urn=first.urn or second.urn,
        genre=first.genre or second.genre,
    )
