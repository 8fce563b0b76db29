"""Footnotes of a plain text, "[Note 3: ...]" or "Footnote 3:", are taken out of the text they interrupt."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.text import squeeze

_BRACKETED = re.compile(r"\[(?:Foot)?[Nn]ote\s+(\w{1,4}):?\s*(.*)", re.DOTALL)
_HEADED = re.compile(r"Footnote\s+(\d{1,3}|[A-Z]):\s*(.*)", re.DOTALL)
_MOST = 12  # paragraphs in one note; a bracket that never closes must not swallow the book


def split_notes(paragraphs: Sequence[str]) -> tuple[list[str], tuple[str, ...]]:
    """The paragraphs without notes and without the marks of those notes; the notes."""
    kept: list[str] = []
    notes: list[str] = []
    names: list[str] = []
    place = 0
    while place < len(paragraphs):
        match = _BRACKETED.match(paragraphs[place].strip()) or _HEADED.match(paragraphs[place].strip())
        end = _note_end(paragraphs, place) if match else place
        if match and end > place:
            names.append(match.group(1))
            notes.append(squeeze(" ".join([match.group(2), *paragraphs[place + 1 : end]])).removesuffix("]"))
        else:
            kept.append(paragraphs[place])
        place = max(end, place + 1)
    if not names:
        return kept, ()
    mark = re.compile(rf"[ \t]?\[(?:{'|'.join(map(re.escape, names))})\]")
    return [mark.sub("", paragraph) for paragraph in kept], tuple(filter(None, notes))


def _note_end(paragraphs: Sequence[str], place: int) -> int:
    """A bracket's note ends where it closes; another's goes on in what is set in. The place itself: it never closes."""
    if paragraphs[place].lstrip().startswith("["):
        near = range(place, min(place + _MOST, len(paragraphs)))
        return next((n + 1 for n in near if paragraphs[n].rstrip().endswith("]")), place)
    end = place + 1
    while end < len(paragraphs) and re.match(r"\n*[ \t]{2,}\S", paragraphs[end]):
        end += 1
    return end
