"""Outlines: sections by theme, given for a work by reference, read and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from rag.books.files import read_utf8
from rag.books.loci import Locus, parse_locus
from rag.books.names import Names
from rag.errors import BadManifest
from rag.text import is_text

_FIELDS = ("work", "level", "title", "from", "to", "summary", "concepts")
_LEVELS = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Row:
    """One section. `where` names the file and line, for errors; `parent` is the row around it."""

    where: str
    level: int
    title: str
    first: Locus
    last: Locus
    summary: str
    concepts: tuple[str, ...]

    def __str__(self) -> str:
        return f"“{self.title}” ({self.first}-{self.last})"


def read_outline(path: Path, *, scheme: str, work_key: str, author: str, names: Names) -> list[Row]:
    """The rows of this work; rows that name another work are left to it."""
    lines = read_utf8(path).splitlines()
    rows = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            fields = _fields(line, f"{path.name}, line {number}")
            work = str(fields.get("work") or "")
            if not work or work_key in names.work_keys(work) or names.resolve_work(work, author) == work_key:
                rows.append(_row(fields, f"{path.name}, line {number}", scheme))
    if not rows:
        raise BadManifest(f"{path.name} has no section of this work.", "Check the work field of its lines.")
    return rows


def _fields(line: str, where: str) -> Mapping[str, object]:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:  # also a number too long
        raise BadManifest(f"{where} is not JSON: {error}.", "Write one JSON object a line.") from error
    if not isinstance(fields, dict):
        raise BadManifest(f"{where} is not a JSON object.", 'Write {"level": 1, "title": ..., "from": ..., "to": ...}.')
    if not is_text(json.dumps(fields, ensure_ascii=False)):
        raise BadManifest(f"{where} holds half a character (\\ud800 to \\udfff).", "Write the character itself.")
    for name in fields:
        if name not in _FIELDS:
            near = get_close_matches(name, _FIELDS, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"Known are {', '.join(_FIELDS)}."
            raise BadManifest(f"{where}: unknown field {name!r}.", hint)
    return fields


def _row(fields: Mapping[str, object], where: str, scheme: str) -> Row:
    for name in ("level", "title", "from", "to"):
        if not fields.get(name):
            raise BadManifest(f"{where}: {name} is missing.", "Each line needs level, title, from and to.")
    level, concepts = fields["level"], fields.get("concepts") or []
    if level not in _LEVELS:
        raise BadManifest(f"{where}: level is {level!r}.", "It can be 1, 2 or 3.")
    if not isinstance(concepts, list):
        raise BadManifest(f"{where}: concepts is not a list.", 'Write ["...", "..."].')
    first, last = (_locus(str(fields[name]), where, scheme) for name in ("from", "to"))
    if last.end < first.parts:
        raise BadManifest(f"{where}: it runs from {first} back to {last}.", "Let from stand before to.")
    return Row(
        where, int(str(level)), str(fields["title"]), first, last, str(fields.get("summary") or ""),
        tuple(str(concept) for concept in concepts),
    )  # fmt: skip


def _locus(written: str, where: str, scheme: str) -> Locus:
    locus = parse_locus(written, scheme)
    if locus is None:
        raise BadManifest(f"{where}: {written} is no place of the scheme {scheme}.", "Check the reference.")
    return locus


@dataclass(frozen=True, slots=True)
class Tree:
    """Rows in reading order, each parent before its children; `parents` are indexes, None at the top."""

    rows: tuple[Row, ...]
    parents: tuple[int | None, ...]
    warnings: tuple[str, ...] = ()


def check_outline(rows: Sequence[Row], loci: Sequence[Locus]) -> Tree:
    """Cover, overlap, nesting and known places, against the places that this file has, in its order.

    Where an edition lacks a section's places altogether the section is left out of it, with a warning."""
    for row in rows:
        for place in (row.first, row.last):
            if place.end < loci[0].parts or place.parts > loci[-1].end:
                raise BadManifest(
                    f"{row.where}: {place} is not in the file, which runs from {loci[0]} to {loci[-1]}.",
                    "Check the reference.",
                )
    kept = [row for row in rows if _inside(row, loci)]
    missing = [f"{row.where}: {row} has no text in this edition." for row in rows if not _inside(row, loci)]
    placed: list[tuple[Row, int | None]] = []
    _place(kept, None, loci, placed)
    return Tree(tuple(row for row, _ in placed), tuple(parent for _, parent in placed), tuple(missing))


def _inside(row: Row, loci: Sequence[Locus]) -> list[Locus]:
    return [locus for locus in loci if row.first.parts <= locus.parts and locus.parts <= row.last.end]


def _place(
    rows: Sequence[Row], parent: int | None, loci: Sequence[Locus], placed: list[tuple[Row, int | None]]
) -> None:
    """The rows of the level below the parent, in order, each followed by what is nested in it."""
    above = None if parent is None else placed[parent][0]
    level = above.level + 1 if above else _LEVELS[0]
    here = sorted((row for row in rows if row.level == level), key=lambda row: row.first.parts)
    deeper = [row for row in rows if row.level > level]
    _cover(here, loci, above, level)
    for row in here:
        inside = [inner for inner in deeper if _holds(row, inner)]
        placed.append((row, parent))
        if inside:
            _place(inside, len(placed) - 1, _inside(row, loci), placed)
    for inner in deeper:
        if not any(_holds(row, inner) for row in here):
            across = next((row for row in here if row.first.parts <= inner.first.parts <= row.last.end), None)
            of = f"reaches beyond {across}" if across else f"lies in no section of level {level}"
            raise BadManifest(f"{inner.where}: {inner} {of}.", "Each section must lie inside one of the level above.")


def _holds(outer: Row, inner: Row) -> bool:
    return outer.first.parts <= inner.first.parts and inner.last.parts <= outer.last.end


def _cover(rows: Sequence[Row], loci: Sequence[Locus], parent: Row | None, level: int) -> None:
    """No gap and no overlap among sections side by side; together they hold all their parent has."""
    around = f" inside {parent}" if parent else ""
    if not rows:
        where = f"{parent.where}: there is" if parent else "The outline has"
        raise BadManifest(f"{where} no section of level {level}{around}.", "Levels may not be skipped.")
    before = None
    for row in rows:
        if before and row.first.parts <= before.last.end:
            raise BadManifest(
                f"{row.where}: {row} overlaps {before}{around}: {before.last} and {row.first}.",
                "A section ends before the next begins; `to` is inclusive.",
            )
        _no_gap(loci, before, row, around)
        before = row
    _no_gap(loci, before, None, around)


def _no_gap(loci: Sequence[Locus], before: Row | None, after: Row | None, around: str) -> None:
    left_out = [
        locus
        for locus in loci
        if (before is None or locus.parts > before.last.end) and (after is None or locus.parts < after.first.parts)
    ]
    row = after or before
    if left_out and row:
        ends = f"{before.last if before else 'the beginning'} and {after.first if after else 'the end'}"
        raise BadManifest(
            f"{row.where}: a gap between {ends}{around}: no section of level {row.level} holds {left_out[0]}.",
            "Sections side by side must leave nothing out.",
        )
