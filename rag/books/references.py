"""References in prose: what an answer writes ("Ménon 80 a", "CP 5.628") and which place it means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rag.books.loci import format_range, parse_range
from rag.books.names import Names, built_in_names, folded_name
from rag.text import squeeze

_BEFORE = r"(?<![\w$€£#/@.\-–])"
_DASH = r"\s?[-–—‑]\s?"
_LETTERED = re.compile(
    rf"{_BEFORE}\d{{1,4}}\s?[a-eA-E](?:\s?\d{{1,2}}(?!\d))?(?:{_DASH}(?:(?:\d{{1,4}}\s?)?[a-eA-E](?:\s?\d{{1,2}})?|\d{{1,2}}))?(?![\w%€])"
)
_DOTTED = re.compile(
    rf"{_BEFORE}(?:\d{{1,2}}|[IVXLC]{{1,7}})\s?[.,]\s?(?:\d{{1,3}}|[ivxl]{{1,7}})(?:\s?[.,]\s?\d{{1,3}})?(?:{_DASH}\d{{1,3}}(?:\.\d{{1,3}})?)?(?![\w%€])"
)
_NUMBER = re.compile(rf"{_BEFORE}\d{{1,3}}(?:{_DASH}\d{{1,3}})?(?![\w%€°]|[.,]\d)")
# what may stand between a work's name and the place: emphasis, a parenthesis, "en", "at", "livre VII,"
_BETWEEN = re.compile(
    r"[\s,:(*_»”\"']*(?:\b(?:at|en|à|in|p|pp|ch|chap|chapter|chapitre|section|sec|book|livre|lib|no|n°|§{1,2})\.?\s*)?"
    r"(?:(?:[IVXLC]{1,7}|\d{1,2})(?:\s?[.,]\s?(?:\d{1,2}|[ivxl]{1,7}))?\s?,\s*)?$"
)
_WORD = re.compile(r"[^\W\d_]+\.?")
_GAP_IN_NAME = re.compile(r"[\s.,'’*_]{0,3}")
_LONGEST_NAME = 10  # words
_EMPHASIS = re.compile(r"[*_(»”\"]+")
_SET_OFF = re.compile(r"(?:[(\[]|\b(?:at|see|voir|cf\.)\s)$")
_AND = re.compile(r"[)\]]?\s?(?:[,;]|\bet\b|\band\b|&)\s{0,2}")


@dataclass(frozen=True, slots=True)
class WrittenReference:
    """A reference as it stands in a text. `work` is a work's key; None where only the place is written."""

    text: str
    start: int
    end: int
    work: str | None
    loci: tuple[str, str]
    scheme: str

    @property
    def reference(self) -> str:
        """The place alone, in the form that `covers` takes."""
        return format_range(*self.loci)


@dataclass(frozen=True, slots=True)
class _Name:
    start: int
    work: str | None
    scheme: str
    short: bool


def find_references(text: str, names: Names | None = None) -> tuple[WrittenReference, ...]:
    """In order of appearance. A bare place counts only in a form nothing else has ("80a", "1094a8"): never a year, a
    sum of money or the letter of a list."""
    names = built_in_names() if names is None else names
    found: list[WrittenReference] = []
    for reference in (*_lettered(text, names), *_dotted(text, names), *_numbered(text, names)):
        if all(reference.end <= other.start or other.end <= reference.start for other in found):
            found.append(reference)
    return _with_shared_works(text, sorted(found, key=lambda reference: reference.start))


def _lettered(text: str, names: Names) -> Iterator[WrittenReference]:
    for match in _LETTERED.finditer(text):
        scheme = _guess(match.group())
        schemes = ("bekker",) if match.group()[:4].isdigit() else ("stephanus", "bekker")
        name = _name_before(text, match.start(), names, schemes)
        if name or _stands_alone(text, match):
            yield from _reference(text, match, name, name.scheme if name else scheme)


def _guess(written: str) -> str:
    """Bekker's pages go on where Stephanus' end, and lines follow his letters."""
    return "bekker" if re.match(r"\d{4}|\d{3}[ab]\s?\d", written) else "stephanus"


def _stands_alone(text: str, match: re.Match[str]) -> bool:
    """Whether a place without a work's name can be nothing else."""
    written, after = match.group(), text[match.end() : match.end() + 2]
    if not re.match(r"\d{2,4}[a-e]", written):
        return False
    line_start = text.rfind("\n", 0, match.start()) + 1
    if after[:1] in (")", ".") and not text[line_start : match.start()].strip("-*• "):
        return False  # the letter of a list
    # "il arrive 45e": the French ordinal looks the same, so such a place must be set off
    is_ordinal = re.fullmatch(r"\d+e", written) and not _SET_OFF.search(text, 0, match.start())
    return not (is_ordinal and after[:1] not in (")", "]"))


def _dotted(text: str, names: Names) -> Iterator[WrittenReference]:
    for match in _DOTTED.finditer(text):
        name = _name_before(text, match.start(), names, ("book-chapter", "cp", "bekker"))
        if name and not name.short:
            # a book and chapter of Aristotle is written like any other
            yield from _reference(text, match, name, "cp" if name.scheme == "cp" else "book-chapter")


def _numbered(text: str, names: Names) -> Iterator[WrittenReference]:
    for match in _NUMBER.finditer(text):
        name = _name_before(text, match.start(), names, ("entry", "stephanus"))
        if name is None or name.short:
            continue
        # a page alone is a reference only where the phrase ends: "the Meno 80 years later" is none
        is_page = name.scheme == "stephanus" and len(match.group()) > 1 and not re.match(r"\s*\w", text[match.end() :])
        if name.scheme == "entry" or is_page:
            yield from _reference(text, match, name, name.scheme)


def _reference(text: str, match: re.Match[str], name: _Name | None, scheme: str) -> Iterator[WrittenReference]:
    ends = parse_range(match.group(), scheme)
    if ends:
        start = name.start if name else match.start()
        loci = (str(ends[0]), str(ends[1]))
        written = squeeze(_EMPHASIS.sub(" ", text[start : match.end()]))
        yield WrittenReference(written, start, match.end(), name.work if name else None, loci, scheme)


def _name_before(text: str, end: int, names: Names, schemes: tuple[str, ...]) -> _Name | None:
    """The longest name just before this offset of a work numbered so, with its author's name where that stands first.

    A name that several such works share ("CP") names none of them."""
    window = max(0, end - 160)
    between = _BETWEEN.search(text, window, end)
    stop = between.start() if between else end
    tokens = _last_words(text, window, stop)
    for first, token in enumerate(tokens):
        written = text[token.start() : stop]
        if not written[0].isupper():
            continue
        for scheme in schemes:
            works = [work for work in names.work_keys(written) if names.scheme(work) == scheme]
            if works:
                start = _author_start(text, tokens[:first], names, token.start())
                return _Name(start, works[0] if len(works) == 1 else None, scheme, _is_short(written))
        if "cp" in schemes and names.resolve_author(written) == "peirce":
            return _Name(token.start(), None, "cp", False)
    return None


def _last_words(text: str, start: int, stop: int) -> list[re.Match[str]]:
    """The words that run up to `stop` with nothing but what names have between them."""
    run: list[re.Match[str]] = []
    for match in _WORD.finditer(text, start, stop):
        if run and not _GAP_IN_NAME.fullmatch(text, run[-1].end(), match.start()):
            run = []
        run.append(match)
    if run and not re.fullmatch(r"[\s.*_]*", text[run[-1].end() : stop]):
        return []
    return run[-_LONGEST_NAME:]


def _author_start(text: str, before: list[re.Match[str]], names: Names, start: int) -> int:
    for first in range(max(0, len(before) - 4), len(before)):
        written = text[before[first].start() : before[-1].end()]
        if written[0].isupper() and names.knows("author", written):
            return before[first].start()
    return start


def _is_short(written: str) -> bool:
    """Up to three letters without a dot and not a set of capitals may be an ordinary word before a number."""
    return len(folded_name(written)) <= 3 and not written.isupper() and not written.rstrip("*_ ").endswith(".")


def _with_shared_works(text: str, found: list[WrittenReference]) -> tuple[WrittenReference, ...]:
    """In "Meno 80a and 81b" the second place has the first one's work."""
    shared: list[WrittenReference] = []
    for reference in found:
        before = shared[-1] if shared else None
        if before and reference.work is None and _AND.fullmatch(text, before.end, reference.start):
            reference = WrittenReference(
                reference.text, reference.start, reference.end, before.work, reference.loci, reference.scheme
            )
        shared.append(reference)
    return tuple(shared)
