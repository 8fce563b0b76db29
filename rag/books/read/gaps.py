"""Gaps in an edition's numbering: reported with both ends, never filled in."""

from collections.abc import Sequence
from itertools import pairwise

from rag.books.loci import Locus, parse_locus

_SHOWN = 8


def gap_warnings(loci: Sequence[str], scheme: str) -> tuple[str, ...]:
    """One warning a gap, or one for the rest where there are many."""
    gaps = [
        f"The numbering of the source goes from {first} to {second}."
        for first, second in pairwise(filter(None, loci))
        if _is_gap(parse_locus(first, scheme), parse_locus(second, scheme))
    ]
    if len(gaps) > _SHOWN:
        return (*gaps[:_SHOWN], f"The numbering of the source has {len(gaps) - _SHOWN} more gaps.")
    return tuple(gaps)


def _is_gap(first: Locus | None, second: Locus | None) -> bool:
    """Whether something is left out, or the order runs backwards; Bekker's lines are marked by fives, so not there."""
    if first is None or second is None or first.scheme == "bekker" or first.parts == second.parts:
        return False
    if first.parts[:-1] == second.parts[:-1]:
        return second.parts[-1] != first.parts[-1] + 1
    # a page or book may end at any letter or number, but the next begins with its first
    return second.parts[0] != first.parts[0] + 1 or second.parts[-1] != 1
