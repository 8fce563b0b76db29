"""Places that a text marks in brackets, "[80a]" or "[5.375]": told from footnote numbers, then taken out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rag.books.loci import Locus, parse_locus
from rag.books.read.running_text import RunningText

# a link or footnote definition goes on with ( or :
_MARK = re.compile(r"\[(?:§\s?|CP\s?)?(\d{1,4}(?:[a-e](?:\d{1,2})?|(?:\.\d{1,4}){1,2})?)\](?![(:\[])")
_LEAST = 2  # one bracket alone proves no numbering


def scheme_of_marks(texts: Sequence[str]) -> str:
    """The scheme that every bracketed number of a file fits, in ascending order; empty where there is none."""
    written = [mark.group(1) for text in texts for mark in _MARK.finditer(text)]
    if len(written) < _LEAST:
        return ""
    for scheme in ("bekker", "stephanus", "cp", "book-chapter", "entry"):
        loci = [parse_locus(name, scheme) for name in written]
        if all(locus and _fits(locus) for locus in loci) and _ascend([locus for locus in loci if locus]):
            return scheme if scheme != "entry" or _begin_paragraphs(texts) else ""
    return ""


def _fits(locus: Locus) -> bool:
    """Only forms that leave no doubt: Bekker with lines, Stephanus with letters, and paragraphs of the Collected
    Papers above a hundred, where chapters of books seldom reach."""
    if locus.scheme in ("bekker", "book-chapter"):
        return len(locus.parts) >= 2 and (locus.scheme != "bekker" or len(locus.parts) == 3)
    return locus.scheme == "entry" or (len(locus.parts) == 2 and (locus.scheme != "cp" or locus.parts[1] >= 100))


def _ascend(loci: Sequence[Locus]) -> bool:
    return all(before.parts < after.parts for before, after in pairwise(loci))


def _begin_paragraphs(texts: Sequence[str]) -> bool:
    """A bare number that follows a word is a footnote's."""
    return all(match.start() == 0 for text in texts for match in _MARK.finditer(text))


def add_marked(text: str, scheme: str, *, into: RunningText) -> None:
    """The text without its marks; each stands at the character after it."""
    start = 0
    for match in _MARK.finditer(text) if scheme else ():
        locus = parse_locus(match.group(1), scheme)
        if locus:
            into.add(text[start : match.start()])
            into.space()
            into.mark(str(locus))
            start = match.end()
    into.add(text[start:])


def without_marks(text: str, scheme: str) -> tuple[str, tuple[str, ...]]:
    """A heading without its marks, and the places that begin with what follows it."""
    found: list[str] = []

    def take(match: re.Match[str]) -> str:
        locus = parse_locus(match.group(1), scheme)
        if locus is None:
            return match.group()
        found.append(str(locus))
        return " "

    shown = _MARK.sub(take, text) if scheme else text
    return " ".join(shown.split()), tuple(found)
