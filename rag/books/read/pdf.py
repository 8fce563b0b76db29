"""PDF: lines become paragraphs again, without running heads and hyphens; chapters from the outline."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pypdf import PdfReader
from pypdf.errors import DependencyError, PyPdfError

from rag.books.read.assemble import assemble
from rag.books.read.clean import clean
from rag.books.read.lay_out import Piece
from rag.books.values import Book, Front, Mark
from rag.errors import BadBook
from rag.text import squeeze

MAX_PAGES = 3000
_LEAST_LETTERS = 20  # of a whole file, before its letters can be judged
_BROKEN = (PyPdfError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OSError)
_OCR = "Run OCR over it (OCRmyPDF, for example), then load the new file."
_LIGATURES = str.maketrans({"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"})
_GLYPH = re.compile(r"/g\d+|\(cid:\d+\)|/uni[0-9A-F]{4}")
_NUMBER = re.compile(r"\W*(?:\d{1,4}|[ivxlc]{1,7})\W*", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_SHORT = 0.75  # of the usual length: a line so short ends a paragraph, where a sentence ends too
_ENDS = re.compile(r"[.!?:;…»”\"')\]]\s*$")
_LOST = re.compile(r"(?<=\w)[\x00\ufffd]|[\x00\ufffd](?=\w)")  # a shape, a ligature often, of which no letter is told
_SHOWN = 10


@dataclass(frozen=True, slots=True)
class _Page:
    label: str
    lines: tuple[str, ...]
    lost: int = 0


def read_pdf(data: bytes, name: str, scheme: str) -> Book:
    reader = _open(data, name)
    pages, doubled = _pages(reader, name)
    empty = [page.label for page in pages if not any(page.lines)]
    lost = sum(page.lost for page in pages)
    _refuse_what_is_no_text(pages, name)
    pages = _without_running_heads(pages)
    pieces = list(_pieces(pages, _outline(reader)))
    book = assemble(pieces, _front(reader), name, scheme=scheme)
    warnings = list(book.warnings)
    if empty:
        shown = ", ".join(empty[:_SHOWN]) + (" ..." if len(empty) > _SHOWN else "")
        warnings.append(f"{len(empty)} of its {len(pages)} pages have no text: {shown}.")
    if doubled:
        warnings.append(f"{doubled} lines were printed twice; they were taken once.")
    if lost:
        warnings.append(f"{lost} letters are missing: its fonts do not say which they are.")
    return Book(book.front, book.blocks, book.divisions, book.notes, book.scheme, tuple(warnings))


def _open(data: bytes, name: str) -> PdfReader:
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise BadBook(f"{name} needs a password to open.", "Save a copy without the password.")
        count = len(reader.pages)
    except DependencyError as error:
        raise BadBook(f"{name} is encrypted in a way that cannot be read.", "Save a copy without it.") from error
    except _BROKEN as error:
        raise BadBook(f"{name} is a broken PDF.", "Open it in a viewer, and print it to a new PDF.") from error
    if not 0 < count <= MAX_PAGES:
        raise BadBook(f"{name} has {count} pages; the limit is {MAX_PAGES}.", "Split it.")
    return reader


def _pages(reader: PdfReader, name: str) -> tuple[list[_Page], int]:
    pages, doubled = [], 0
    try:
        labels = reader.page_labels
        for number, page in enumerate(reader.pages):
            raw = page.extract_text()
            text = clean(raw).translate(_LIGATURES)
            lines = [squeeze(line) for line in text.split("\n") if line.strip()]
            single = _once(lines)
            doubled += len(lines) - len(single)
            pages.append(_Page(labels[number], tuple(single), len(_LOST.findall(raw))))
    except _BROKEN as error:
        raise BadBook(f"{name} is a broken PDF.", "Open it in a viewer, and print it to a new PDF.") from error
    return pages, doubled


def _once(lines: Sequence[str]) -> list[str]:
    """Bold that is made by printing twice doubles every line; a line that repeats by itself is the author's."""
    repeated = sum(first == second for first, second in pairwise(lines))
    if repeated < 4 or repeated < len(lines) / 5:
        return list(lines)
    return [line for number, line in enumerate(lines) if not number or line != lines[number - 1]]


def _refuse_what_is_no_text(pages: Sequence[_Page], name: str) -> None:
    text = " ".join(line for page in pages for line in page.lines)
    if not text.strip():
        raise BadBook(f"{name} has no text layer: its pages are pictures, or empty.", _OCR)
    letters = sum(c.isalpha() for c in _GLYPH.sub("", text))
    private = sum(c == "\ufffd" or "\ue000" <= c <= "\uf8ff" for c in text)
    if _GLYPH.search(text) and letters < _LEAST_LETTERS:
        raise BadBook(f"{name} is gibberish: its fonts do not say which letters their shapes are.", _OCR)
    if letters * 2 < len(text.replace(" ", "")) and letters < _LEAST_LETTERS:
        raise BadBook(f"{name} has hardly a letter that can be read, so its text layer is of no use.", _OCR)
    if private * 4 > letters:
        raise BadBook(f"{name} is gibberish: its fonts do not say which letters their shapes are.", _OCR)


def _without_running_heads(pages: Sequence[_Page]) -> list[_Page]:
    """A first or last line that stands on many pages, or is only a page's number, is none of the text."""
    ends = Counter(_head(line) for page in pages for line in {*page.lines[:1], *page.lines[-1:]})
    least = max(3, len(pages) // 5)

    def runs(line: str) -> bool:
        return bool(_NUMBER.fullmatch(line)) or ends[_head(line)] >= least

    stripped = []
    for page in pages:
        lines = list(page.lines)
        while lines and len(pages) > 1 and runs(lines[0]):
            lines.pop(0)
        while lines and len(pages) > 1 and runs(lines[-1]):
            lines.pop()
        stripped.append(_Page(page.label, tuple(lines)))
    return stripped


def _head(line: str) -> str:
    return _DIGITS.sub("", line).strip(" .|-–—").casefold()


def _outline(reader: PdfReader) -> dict[int, list[tuple[str, int]]]:
    """Titles and ranks by the page they lead to; a broken outline is none."""
    found: dict[int, list[tuple[str, int]]] = {}

    def walk(items: Sequence[object], rank: int) -> None:
        for item in items:
            if isinstance(item, list):
                walk(item, min(rank + 1, 6))
                continue
            number = reader.get_destination_page_number(item)  # type: ignore[arg-type]
            if number is not None:
                found.setdefault(number, []).append((squeeze(clean(str(getattr(item, "title", "")))), rank))

    try:
        walk(reader.outline, 1)
    except _BROKEN:
        return {}
    return found


def _pieces(pages: Sequence[_Page], outline: dict[int, list[tuple[str, int]]]) -> Iterator[Piece]:
    usual = _usual_length(pages)
    text, marks = "", []
    for number, page in enumerate(pages):
        headings = list(outline.get(number, ()))
        marks.append(Mark(len(text), page.label))
        for line in page.lines:
            here = next((h for h in headings if h[0].casefold() == line.casefold()), None)
            if here:
                if text:
                    yield Piece(text, 0, tuple(m for m in marks if m.offset < len(text)))
                    marks, text = [Mark(0, m.locus) for m in marks if m.offset >= len(text)], ""
                headings.remove(here)
                yield Piece(here[0], here[1])
                continue
            text = _joined(text, line)
            if len(line) < usual * _SHORT and _ENDS.search(line):
                yield Piece(text, 0, tuple(marks))
                text, marks = "", []
    if text:
        yield Piece(text, 0, tuple(marks))


def _usual_length(pages: Sequence[_Page]) -> int:
    lengths = sorted(len(line) for page in pages for line in page.lines)
    return lengths[len(lengths) * 3 // 4] if lengths else 0


def _joined(text: str, line: str) -> str:
    if len(text) > 1 and text[-1] in "-\u2010" and text[-2].isalpha() and line[:1].islower():
        return text[:-1] + line
    return f"{text} {line}" if text else line


def _front(reader: PdfReader) -> Front:
    try:
        said = reader.metadata
        author, title = (said.author or "", said.title or "") if said else ("", "")
    except _BROKEN:
        return Front()
    return Front(author=squeeze(clean(str(author))), title=squeeze(clean(str(title))))
