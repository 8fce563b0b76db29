"""Headings that are nothing but numbers, one after another through a whole book, are the places it is cited by."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from rag.books.loci import parse_locus
from rag.books.read.lay_out import Piece

_LEAST = 20  # fewer are chapters, which nobody cites by a bare number
_SMALL = (
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
_UNITS = {word: number for number, word in enumerate(_SMALL.split(), 1)}
_TENS_NAMES = "twenty thirty forty fifty sixty seventy eighty"
_TENS = {word: 10 * number for number, word in enumerate(_TENS_NAMES.split(), 2)}
_WORDS = re.compile(r"[\s-]+")


def with_loci(pieces: Sequence[Piece]) -> tuple[list[Piece], str]:
    """The pieces with their loci and the scheme; as they were, and none, where the numbers leave any doubt."""
    places = {at: number for at, piece in enumerate(pieces) if piece.rank and (number := _number(piece.text))}
    ranks = {pieces[at].rank for at in places}
    if len(places) < _LEAST or len(ranks) != 1 or [*places.values()] != [*range(1, len(places) + 1)]:
        return list(pieces), ""
    return [replace(p, locus=str(places[at])) if at in places else p for at, p in enumerate(pieces)], "entry"


def _number(heading: str) -> int:
    """0 where it says more than a number."""
    written = heading.strip(" .§").lower()
    tens, *rest = _WORDS.split(written)
    if tens in _TENS and len(rest) <= 1 and (not rest or _UNITS.get(rest[0], 10) < 10):
        return _TENS[tens] + (_UNITS[rest[0]] if rest else 0)
    if written in _UNITS:
        return _UNITS[written]
    if written.isascii() and written.isdigit():
        return int(written)
    locus = parse_locus(f"{written}.1", "book-chapter") if re.fullmatch(r"[ivxlc]+", written) else None
    return locus.parts[0] if locus else 0
