"""A run of text becomes chunks of 200 to 800 characters that end where sentences end, whole paragraphs if possible."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rag.books.sentences import sentences
from rag.books.structure import Run
from rag.books.values import Block, Mark

SHORTEST, LONGEST = 200, 800
_AIM = 650  # long passages measured better than short ones, and whole paragraphs best
# what it costs to end a chunk there; sizes cost at most 1 each, so a worse kind of cut is made only where a better
# one cannot be
_PARAGRAPH, _SENTENCE, _TORN_PARAGRAPH = 0.0, 0.15, 10.0
_STRONG_MARK, _DASH, _COMMA, _SPACE, _ANYWHERE = 1e5, 2e5, 4e5, 1e6, 1e7
_INNER = (
    (re.compile(r"[;:·\u0387][\"'”’»)\]]*(?=\s)"), _STRONG_MARK),
    (re.compile(r"[–—)](?=[\s\w])"), _DASH),
    (re.compile(r",(?=\s)"), _COMMA),
    (re.compile(r"(?=\s)"), _SPACE),
)
_APART = 40  # candidates nearer to each other than this add time and no choice
_NO_WAY = float("inf")


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk's text, and where it stands in the source's own numbering."""

    text: str
    loci: tuple[str, ...]
    page: str
    speaker: str
    section: int


@dataclass(frozen=True, slots=True)
class _Joined:
    """A run as one string: paragraphs apart by a line break, a speech that goes on by a space."""

    text: str
    starts: tuple[int, ...]  # of each block
    marks: tuple[Mark, ...]
    pages: tuple[Mark, ...]
    speakers: tuple[tuple[int, str], ...]  # of each paragraph, by its start


@dataclass(frozen=True, slots=True)
class _Unit:
    """The least that is not cut any more, and the cost of ending a chunk with it."""

    start: int
    end: int
    cost: float


def split(run: Run, language: str) -> list[Piece]:
    """Chunks in order, with every word once. A run shorter than 200 is one chunk."""
    joined = _join(run.blocks)
    spans = _spans(joined, language)
    return [_piece(joined, start, end, run) for start, end in spans]


def _join(blocks: Sequence[Block]) -> _Joined:
    parts: list[str] = []
    starts: list[int] = []
    marks: list[Mark] = []
    pages: list[Mark] = []
    speakers: list[tuple[int, str]] = []
    length = 0
    for index, block in enumerate(blocks):
        goes_on = index > 0 and block.continues and block.speaker == blocks[index - 1].speaker
        if index:
            parts.append(" " if goes_on else "\n")
            length += 1
        if not goes_on:
            speakers.append((length, block.speaker))
        starts.append(length)
        marks.extend(Mark(length + mark.offset, mark.locus) for mark in block.marks)
        if block.page:
            pages.append(Mark(length, block.page))
        pages.extend(Mark(length + mark.offset, mark.locus) for mark in block.pages)
        parts.append(block.text)
        length += len(block.text)
    return _Joined("".join(parts), tuple(starts), tuple(marks), tuple(pages), tuple(speakers))


def _spans(joined: _Joined, language: str) -> list[tuple[int, int]]:
    text = joined.text
    if len(text) < SHORTEST:
        return [(0, len(text))]
    coarse = list(_sentence_units(text, language))
    for finest in (None, _STRONG_MARK, _DASH, _COMMA, _SPACE, _ANYWHERE):
        units = [part for unit in coarse for part in _parts(text, unit, finest)]
        spans = _cheapest(units)
        if spans:
            return spans
    return [(0, len(text))]  # not reached: cutting anywhere always succeeds from 200 characters on


def _sentence_units(text: str, language: str) -> Iterator[_Unit]:
    start = 0
    for paragraph in text.split("\n"):
        spans = sentences(paragraph, language)
        inside = _TORN_PARAGRAPH if len(paragraph) <= LONGEST else _SENTENCE
        for index, (begin, end) in enumerate(spans):
            cost = _PARAGRAPH if index == len(spans) - 1 else inside
            yield _Unit(start + begin, start + end, cost)
        start += len(paragraph) + 1


def _parts(text: str, unit: _Unit, finest: float | None) -> list[_Unit]:
    """The sentence, or its parts where it is too long for a chunk or no other way was found."""
    if unit.end - unit.start > LONGEST:
        finest = _ANYWHERE
    if finest is None:
        return [unit]
    cuts: dict[int, float] = {}
    for pattern, cost in _INNER:
        if cost <= finest:
            _add_cuts(cuts, [match.end() for match in pattern.finditer(text, unit.start + 1, unit.end)], cost)
    if finest == _ANYWHERE:
        _add_cuts(cuts, range(unit.start + _APART, unit.end, _APART), _ANYWHERE)
    ends = [*(end for end in sorted(cuts) if text[end : unit.end].strip()), unit.end]
    parts, start = [], unit.start
    for end in ends:
        parts.append(_Unit(start, end, cuts.get(end, unit.cost)))
        start = end + 1 if end < unit.end and text[end].isspace() else end
    return parts


def _add_cuts(cuts: dict[int, float], places: Sequence[int], cost: float) -> None:
    """A better cut near by makes a worse one needless."""
    taken = sorted(cuts)
    index, last = 0, -_APART
    for place in places:
        while index < len(taken) and taken[index] < place:
            last = max(last, taken[index])
            index += 1
        following = taken[index] if index < len(taken) else place + _APART
        if place - last >= _APART and following - place >= _APART:
            cuts[place] = cost
            last = place


def _cheapest(units: Sequence[_Unit]) -> list[tuple[int, int]]:
    """The cheapest way to put units together into legal chunks; empty where there is none."""
    best = [0.0] + [_NO_WAY] * len(units)
    back = [0] * (len(units) + 1)
    first = 0
    for last, unit in enumerate(units):
        while unit.end - units[first].start > LONGEST and first < last:
            first += 1
        for begin in range(first, last + 1):
            length = unit.end - units[begin].start
            if length < SHORTEST:
                break
            cost = best[begin] + unit.cost + ((length - _AIM) / 450) ** 2
            if length <= LONGEST and cost < best[last + 1]:
                best[last + 1], back[last + 1] = cost, begin
    if best[-1] == _NO_WAY:
        return []
    spans, last = [], len(units)
    while last:
        spans.append((units[back[last]].start, units[last - 1].end))
        last = back[last]
    return spans[::-1]


def _piece(joined: _Joined, start: int, end: int, run: Run) -> Piece:
    begun = [mark.locus for mark in joined.marks if mark.offset <= start]
    current = begun[-1] if begun else run.locus
    inside = [mark.locus for mark in joined.marks if start < mark.offset < end]
    pages = [mark.locus for mark in joined.pages if mark.offset <= start]
    speakers = list(_speakers(joined.speakers, start, end))
    return Piece(
        joined.text[start:end],
        tuple(dict.fromkeys(filter(None, (current, *inside)))),
        pages[-1] if pages else run.page,
        " / ".join(speakers) if any(speakers) else "",
        run.section,
    )


def _speakers(speakers: Sequence[tuple[int, str]], start: int, end: int) -> Iterator[str]:
    """Whose paragraphs the chunk holds, one name a paragraph."""
    for index, (begin, name) in enumerate(speakers):
        finish = speakers[index + 1][0] if index + 1 < len(speakers) else end
        if begin < end and finish > start:
            yield name
