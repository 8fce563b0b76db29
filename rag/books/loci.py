"""Places in works, as scholars number them: read, ordered and compared."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

SCHEMES = ("stephanus", "bekker", "book-chapter", "cp", "entry")
_OTHER_NAMES = {
    "book-chapter-section": "book-chapter",
    "book-section": "book-chapter",
    "book.section": "book-chapter",
    "book": "book-chapter",
    "peirce": "cp",
    "collected papers": "cp",
    "entries": "entry",
    "section": "entry",
    "sections": "entry",
}
_STEPHANUS = re.compile(r"(\d{1,3})(?:\s?([a-eA-E])(?:\s?(\d{1,2}))?)?")
_BEKKER = re.compile(r"(\d{1,4})\s?([abAB])(?:\s?(\d{1,2}))?")
_DOTTED = re.compile(r"(\d{1,4}|[ivxlcIVXLC]+)(?:\s?[.,:]\s?(\d{1,4}|[ivxlcIVXLC]+))?(?:\s?[.,:]\s?(\d{1,4}))?")
_CP = re.compile(r"([1-8])\.(\d{1,3})")
_ENTRY = re.compile(r"(?:§\s?)?(\d{1,3})")
_ROMAN = re.compile(r"(?=[ivxlc])(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})|c{1,3}", re.IGNORECASE)
_ROMAN_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_DASH = re.compile(r"\s*[-–—‑−]\s*")
_LAST = 99_999  # above any number in use: where a coarse reference ends
_BEKKER_STEP = 4  # editions mark every fifth line, so a mark stands for the four lines after it too


@dataclass(frozen=True, slots=True, order=True)
class Locus:
    """A place: numbers from the widest (page, book) to the narrowest. Order is the order in the work."""

    parts: tuple[int, ...]
    scheme: str

    def __str__(self) -> str:
        if self.scheme in ("stephanus", "bekker"):
            page, *rest = self.parts
            letter = "abcde"[rest[0] - 1] if rest else ""
            return f"{page}{letter}{rest[1] if len(rest) > 1 else ''}"
        return ".".join(map(str, self.parts))

    @property
    def end(self) -> tuple[int, ...]:
        """The last place that this one includes: "80" reaches to the end of 80e."""
        return (*self.parts, *(_LAST,) * (3 - len(self.parts)))


def scheme_named(name: str) -> str | None:
    """The scheme by any of its names ("CP", "Stephanus", "book-chapter-section"); None for an unknown one."""
    lowered = name.strip().lower()
    lowered = _OTHER_NAMES.get(lowered, lowered)
    return lowered if lowered in SCHEMES else None


def parse_locus(text: str, scheme: str) -> Locus | None:
    """None where it is no plausible place of the scheme: Stephanus letters are a-e, Bekker's a and b, lines to 50."""
    parser = _PARSERS.get(scheme)
    parts = parser(text.strip()) if parser else None
    return Locus(parts, scheme) if parts else None


def parse_range(text: str, scheme: str) -> tuple[Locus, Locus] | None:
    """First and last place; "80a-b", "1094a1-18" and "5.388-410" repeat what the first has in common with the last."""
    ends = _DASH.split(text.strip())
    first = parse_locus(ends[0], scheme)
    if first is None or len(ends) > 2:
        return None
    last = first if len(ends) == 1 else (_shortened(ends[1], first) or parse_locus(ends[1], scheme))
    return (first, last) if last and first.parts <= last.end else None


def _shortened(text: str, first: Locus) -> Locus | None:
    """The end of a range written without what it shares with the beginning."""
    text = text.strip()
    if first.scheme in ("stephanus", "bekker"):
        if re.fullmatch(r"[a-eA-E]\d{0,2}", text):
            return parse_locus(f"{first.parts[0]}{text}", first.scheme)
        if text.isdigit() and len(first.parts) == 3 and int(text) > first.parts[2]:
            return Locus((*first.parts[:2], int(text)), first.scheme)
    elif text.isdigit() and len(first.parts) > 1:
        return Locus((*first.parts[:-1], int(text)), first.scheme)
    return None


def sort_key(locus: str, scheme: str) -> tuple[int, ...]:
    """For sorting loci as they stand in the work: 70a before 100c."""
    parsed = parse_locus(locus, scheme)
    return parsed.parts if parsed else ()


def format_range(first: str, last: str) -> str:
    """ "79e-80b", or "80a" where both are the same."""
    return first if first == last else f"{first}-{last}"


def scheme_of(locus: str) -> str:
    """The scheme such a place belongs to, where its form says so; empty where it does not."""
    if re.fullmatch(r"\d{4}[ab]\d*|\d{1,3}[ab]\d{1,2}", locus):
        return "bekker"
    if re.fullmatch(r"\d{1,3}[a-e]", locus):
        return "stephanus"
    if re.fullmatch(r"\d+(\.\d+){1,2}", locus):
        return "book-chapter"
    return "entry" if locus.isdigit() else ""


def covers(loci: Sequence[str], reference: str, scheme: str = "") -> bool:
    """Whether a passage with these loci, first to last, holds the whole reference; of a page or book named as a whole
    ("80") a part is enough. Without a scheme the loci's own form decides."""
    if not loci:
        return False
    scheme = scheme or scheme_of(loci[0])
    first, last, asked = parse_locus(loci[0], scheme), parse_locus(loci[-1], scheme), parse_range(reference, scheme)
    if first is None or last is None or asked is None:
        return bool(reference) and reference in loci
    start, end = asked
    deepest = max(len(first.parts), len(last.parts))
    if start == end and len(start.parts) < deepest:
        return start.parts <= last.end and first.parts <= start.end
    return first.parts <= _padded(start) and end.parts <= _reach(last)


def _reach(last: Locus) -> tuple[int, ...]:
    """How far a passage goes whose last mark is this one."""
    if last.scheme == "bekker" and len(last.parts) == 3:
        return (*last.parts[:2], last.parts[2] + _BEKKER_STEP)
    return last.end


def _padded(locus: Locus) -> tuple[int, ...]:
    return (*locus.parts, *(0,) * (3 - len(locus.parts)))


def overlap(one: Sequence[str], other: Sequence[str], scheme: str) -> bool:
    """Whether two passages share a place, both from first to last."""
    ends = [parse_locus(locus, scheme) for locus in (one[0], one[-1], other[0], other[-1])] if one and other else []
    if len(ends) != 4 or None in ends:
        return bool(set(one) & set(other))
    first, last, start, end = (locus for locus in ends if locus)
    return first.parts <= end.end and start.parts <= last.end


def roman(text: str) -> int:
    """The number that a Roman numeral up to 399 stands for; 0 where it is none."""
    if not text or not _ROMAN.fullmatch(text):
        return 0
    values = [_ROMAN_VALUES[letter] for letter in text.lower()]
    return sum(-v if v < max(values[i:]) else v for i, v in enumerate(values))


def _number(text: str) -> int:
    return int(text) if text.isdigit() else roman(text)


def _stephanus(text: str) -> tuple[int, ...] | None:
    match = _STEPHANUS.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= 992:
        return None
    letter = (" abcde".index(match[2].lower()),) if match[2] else ()
    return (int(match[1]), *letter, *((int(match[3]),) if match[3] else ()))


def _bekker(text: str) -> tuple[int, ...] | None:
    match = _BEKKER.fullmatch(text)
    if not match or not 1 <= int(match[1]) <= 1462 or not 1 <= int(match[3] or 1) <= 50:
        return None
    return (int(match[1]), " ab".index(match[2].lower()), *((int(match[3]),) if match[3] else ()))


def _dotted(text: str) -> tuple[int, ...] | None:
    match = _DOTTED.fullmatch(text)
    parts = tuple(_number(part) for part in match.groups() if part) if match else ()
    return parts if parts and all(parts) else None


def _cp(text: str) -> tuple[int, ...] | None:
    match = _CP.fullmatch(re.sub(r"^CP\s*", "", text))
    return (int(match[1]), int(match[2])) if match else None


def _entry(text: str) -> tuple[int, ...] | None:
    match = _ENTRY.fullmatch(text)
    return (int(match[1]),) if match and int(match[1]) else None


_PARSERS = {"stephanus": _stephanus, "bekker": _bekker, "book-chapter": _dotted, "cp": _cp, "entry": _entry}
