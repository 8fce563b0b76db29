"""What stands in a book but is another's (an introduction, a eulogy) is left out and named: nobody shall cite it as the
author's."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.books.read.lay_out import Piece
from rag.text import fold, words

# folded; whoever wrote these, it was not the author
_ANOTHERS = re.compile(
    r"eloge (?:de|d)\b|notes? sur l eloge|(?:notes?|preface|introduction|avertissement|avant propos) d(?:u|e l) ?"
    r"(?:traducteur|editeur)|(?:translator|editor|transcriber|publisher) s\b|biographical|about the author"
)
# these may be the author's own: it is another who speaks of him by name
_PERHAPS = re.compile(r"(?:general )?introduct\w+|prefa\w+|foreword|avant propos|auertissement|notice|prologue|life of")
_WORKS = re.compile(r"bibliograph\w+|works (?:of|by)|life of|eloge|notice|supplementary essay")
_BY = re.compile(r"\b(?:by|par)\b(?: the late| m)? (.+)$")
_CONTENTS = re.compile(r"(?:table|contents|table of contents|table des matieres|index)\b(?: des matieres.*| of .*)?$")
_LONG = 300  # characters; tables of contents and title pages have no such paragraphs
_TIMES = 3  # a name that often in the third person
_TITLE_RANK = 3
_SHOWN = 80


def leave_out(pieces: Sequence[Piece], author: str, *, title_page: bool = False) -> tuple[list[Piece], tuple[str, ...]]:
    """The author's own pieces, and a warning for each section that was left out. `title_page`: what stands before the
    first heading is one, where it is short."""
    kept: list[Piece] = []
    warnings: list[str] = []
    place = _title_page(pieces) if title_page else 0
    if place:
        warnings.append("The title page was left out.")
    while place < len(pieces):
        piece = pieces[place]
        end = place + 1
        if piece.rank and _CONTENTS.match(_folded(piece.text)):
            end = _after_contents(pieces, place)
            warnings.append(f"“{_short(piece.text)}” was left out.")
        elif piece.rank and (_is_framed(pieces, place) or _is_anothers(pieces[place : _end(pieces, place)], author)):
            end = _end(pieces, place)
            count = sum(len(words(left.text)) for left in pieces[place:end])
            whose = f"by {author}" if author else "the author's"
            warnings.append(f"“{_short(piece.text)}” is not {whose}; its {count} words were left out.")
        else:
            kept.append(piece)
        place = end
    return (kept, tuple(warnings)) if any(not piece.rank for piece in kept) else (list(pieces), ())


def _folded(title: str) -> str:
    return " ".join(words(title))


def _short(title: str) -> str:
    return title if len(title) <= _SHOWN else title[:_SHOWN].rstrip() + "…"


def _title_page(pieces: Sequence[Piece]) -> int:
    """How many pieces stand before the first heading that says what it heads."""
    first = next((number for number, piece in enumerate(pieces) if 0 < piece.rank <= _TITLE_RANK), 0)
    return 0 if any(len(piece.text) > _LONG for piece in pieces[:first]) else first


def _end(pieces: Sequence[Piece], start: int) -> int:
    """A section goes on to the next heading that is as wide."""
    rest = range(start + 1, len(pieces))
    return next((n for n in rest if 0 < pieces[n].rank <= pieces[start].rank), len(pieces))


def _after_contents(pieces: Sequence[Piece], start: int) -> int:
    """A table of contents repeats the headings; the book goes on with the heading before the first long paragraph."""
    rest = range(start + 1, len(pieces))
    text = next((n for n in rest if not pieces[n].rank and len(pieces[n].text) > _LONG), len(pieces))
    if text == len(pieces):
        return text
    return next((n for n in range(text - 1, start, -1) if pieces[n].rank), text)


def _is_framed(pieces: Sequence[Piece], place: int) -> bool:
    """An introduction beside a section that has the whole file's title is about the work, and no part of it."""
    if not _PERHAPS.match(_folded(pieces[place].text)):
        return False
    title = next(_folded(piece.text) for piece in pieces if piece.rank)
    beside = [piece for piece in pieces[place + 1 :] if piece.rank == pieces[place].rank]
    return any(_folded(piece.text) == title for piece in beside)


def _is_anothers(section: Sequence[Piece], author: str) -> bool:
    title = _folded(section[0].text)
    if _ANOTHERS.match(title):
        return True
    surname = _folded(author).split(" ")[-1]
    if not surname:
        return False
    by = _BY.search(title)
    if by and surname not in by.group(1).split() and (_PERHAPS.match(title) or _WORKS.match(title)):
        return True
    if _WORKS.match(title) and surname in title.split():
        return True
    text = fold(" ".join(piece.text for piece in section[1:]))
    return bool(_PERHAPS.match(title)) and len(re.findall(rf"\b{re.escape(surname)}\b", text)) >= _TIMES
