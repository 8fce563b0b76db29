"""How a TEI text is numbered: by milestones of a known edition, by milestones inside divisions, or by divisions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lxml import etree

from rag.books.loci import parse_locus

_STEPHANUS = re.compile(r"\d{1,3}[a-e]")
_COUNTED = ("section", "chapter", "entry")


@dataclass(slots=True)
class Numbering:
    """`unit` is the milestone that counts inside divisions; where there is none, divisions themselves count."""

    scheme: str
    unit: str = ""
    _bekker_page: str = field(default="", repr=False)

    def of_milestone(self, unit: str, number: str, path: Sequence[str]) -> str | None:
        """The locus that begins at a milestone; None where the milestone counts something else."""
        if self.scheme == "bekker":
            return self._bekker(unit, number)
        if self.scheme == "stephanus":
            return self._plausible(number) if unit == "section" else None
        return self._plausible(".".join((*path, number))) if unit == self.unit else None

    def of_division(self, path: Sequence[str]) -> str | None:
        """The locus that begins with an innermost division; None where milestones do the counting. A division without
        a usable number (a preface) has no locus, empty: it must not go on with the one before."""
        if self.unit or self.scheme in ("", "stephanus", "bekker"):
            return None
        depth = 1 if self.scheme == "entry" else 2
        return (self._plausible(".".join(path)) or "") if len(path) >= depth else ""

    def _bekker(self, unit: str, number: str) -> str | None:
        if unit == "bekker page":
            self._bekker_page = number
            return None
        return self._plausible(f"{self._bekker_page}{number}") if unit == "bekker line" else None

    def _plausible(self, written: str) -> str | None:
        locus = parse_locus(written, self.scheme)
        return str(locus) if locus else None


def numbering_of(body: etree._Element) -> Numbering:
    milestones = [(m.get("unit", "").lower(), m.get("resp", ""), m.get("n", "")) for m in body.iter("{*}milestone")]
    if any(unit == "section" and (resp == "Stephanus" or _STEPHANUS.fullmatch(n)) for unit, resp, n in milestones):
        return Numbering("stephanus")
    if any(unit == "bekker line" for unit, _, _ in milestones):
        return Numbering("bekker")
    depth = _numbered_depth(body)
    units = [unit for unit in _COUNTED if any(found == unit for found, _, _ in milestones)]
    if depth >= 2:
        return Numbering("book-chapter")
    if depth == 1:
        return Numbering("book-chapter", units[0]) if units else Numbering("entry")
    return Numbering("entry", units[0]) if units else Numbering("")


def is_numbered(division: etree._Element) -> bool:
    number: str = division.get("n", "").strip()
    return number.isdigit()


def _numbered_depth(body: etree._Element) -> int:
    """How deep divisions with plain numbers are nested in one another."""
    deepest = 0
    for division in body.iter("{*}div", "{*}div1", "{*}div2", "{*}div3", "{*}div4"):
        numbered = [d for d in (division, *division.iterancestors()) if is_numbered(d)]
        deepest = max(deepest, len(numbered))
    return deepest
