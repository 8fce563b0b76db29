"""Headings of a plain text: told by their words, by capitals, and by standing alone."""

from __future__ import annotations

import re

_NUMBER = (
    r"(?:[IVXLC]+|\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|(?:the )?(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth)"
    r"|premi[eè]re?s?|primus|seconde?s?|deuxi[eè]mes?|secundus|troisi[eè]mes?|tertius|quatri[eè]mes?|quartus"
    r"|cinqui[eè]mes?|quintus|sixi[eè]mes?|septi[eè]mes?|huiti[eè]mes?|neuvi[eè]mes?|dixi[eè]mes?|derni[eè]re?s?)"
)
_END = r"(?=\W|$)"
# from the widest; a line in small letters counts only where its kind stands in the second table
_CAPITALS = (
    (1, r"(?:discours(?! qui)|m[eé]ditations|objections|trait[eé]|dialogues?|lettres)\b(?! [ivxl\d]+\W*$)"),
    (2, rf"(?:book|livre|liber|partie|part|m[eé]ditation)\s+{_NUMBER}{_END}"
        rf"|(?:la |the )?{_NUMBER} (?:book|livre|partie|part|m[eé]ditation|objections|r[eé]ponses){_END}"
        r"|r[eé]ponses .*objections|(?:preface|pr[eé]face|introduction|foreword|avant-propos|avertissement|prologue"
        r"|proem|epilogue|[eé]loge|notes? sur|appendix|appendice|bibliograph\w+|table(?! [ivxl\d]+\W*$)|contents|index"
        r"|translator|editor|transcriber|supplementary|biographical|introductory|prefatory)\b"),
    (3, rf"(?:chapter|chapitre|caput)\s+{_NUMBER}{_END}|{_NUMBER} (?:paper|essay|lecture|chapter|dialogue){_END}"
        r"|[ivxlc]+\.\s\w|objection [ivxl]+e"),
    (4, rf"(?:section)\s+{_NUMBER}{_END}|§\s?\d{{1,3}}\b"),
)  # fmt: skip
_SMALL = (
    (2, rf"(?:book|livre|liber|partie|part)\s+{_NUMBER}{_END}|(?:la |le )?{_NUMBER} (?:partie|livre)$"),
    (2, r"_?supplementary essay_?$|_?transcriber[’']s notes?:?_?$|table of contents$"),
    (3, rf"(?:chapter|chapitre|caput)\s+{_NUMBER}{_END}"),
    (4, rf"section\s+{_NUMBER}{_END}|§\s?\d{{1,3}}\b"),
)  # fmt: skip
_CAPITAL_RANKS = tuple((rank, re.compile(kind, re.IGNORECASE)) for rank, kind in _CAPITALS)
_SMALL_RANKS = tuple((rank, re.compile(kind, re.IGNORECASE)) for rank, kind in _SMALL)
UNNAMED = 4  # capitals without a word that says what they head
_NUMERAL = 5
_LONGEST_LINE = 90
_LONGEST = 200
_MOST_LINES = 5
_NO_CAPITALS = re.compile(r"\[\w+\]|\b[IVX]+e\b|\bIer\b|_by_|\bou\b")
_ENDS = re.compile(r"(?:FIN|END|FINIS)\b", re.IGNORECASE)
_MARK = re.compile(r"\[\d{1,3}\]|(?<=\S)_|_(?=\S)")


def heading_rank(paragraph: str) -> int:
    """0 for a paragraph that is no heading; 1 for the widest."""
    lines = [line.strip() for line in paragraph.strip().split("\n")]
    if len(lines) > _MOST_LINES or len(paragraph) > _LONGEST + 40 * len(lines):
        return 0
    if any(len(line) > _LONGEST_LINE for line in lines) or lines[0][0] in "[“«\"'(":
        return 0
    if _in_capitals(" ".join(lines)):
        return _rank_of_capitals(lines)
    return _rank_of_small(lines)


def heading_title(paragraph: str) -> str:
    """In one line, without marks of notes and of italics; a point parts a number from the title below it."""
    lines = [" ".join(_MARK.sub("", line).split()) for line in paragraph.strip().split("\n")]
    return " ".join([f"{line}." if _says_only_its_kind(line) else line for line in lines[:-1]] + lines[-1:])


def _says_only_its_kind(line: str) -> bool:
    return any((match := kind.match(line)) and match.end() == len(line) for _, kind in _CAPITAL_RANKS)


def _in_capitals(text: str) -> bool:
    letters = [c for c in _NO_CAPITALS.sub("", text) if c.isalpha()]
    return bool(letters) and all(c.isupper() or not c.islower() for c in letters) and any(map(str.isupper, letters))


def _rank_of_capitals(lines: list[str]) -> int:
    text = " ".join(lines)
    if _ENDS.match(text):
        return 0
    for line in lines[:2]:
        for rank, kind in _CAPITAL_RANKS:
            if kind.match(line.strip("_ ")):
                return rank
    if re.fullmatch(r"[IVXLC]+\.?", text):
        return _NUMERAL
    words = re.findall(r"[^\W\d_]{2,}", text)
    # an address ("MESSIEURS,"), a signature, a formula or a reference in capitals heads nothing
    return UNNAMED if max(map(len, words), default=0) >= 5 and not re.search(r",$|=", text) else 0


def _rank_of_small(lines: list[str]) -> int:
    first = lines[0].strip()
    if len(lines) > 1 and not _in_capitals(" ".join(lines[1:])):
        return 0
    return next((rank for rank, kind in _SMALL_RANKS if kind.match(first)), 0)
