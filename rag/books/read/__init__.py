"""A file becomes a Book: the reader is chosen by what the file holds, never by its name."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from rag.books.read.markdown import looks_like_markdown, read_markdown
from rag.books.read.plain import read_plain
from rag.books.read.tei import read_tei
from rag.books.values import Book
from rag.errors import BadBook

MAX_BYTES = 50_000_000
_FORMATS = "TEI, Markdown and plain text"
_SIGNATURES = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a ZIP archive (EPUB, DOCX and ODT are such)"),
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"{\\rtf", "RTF"),
)
_XML = re.compile(rb"\s*<(?:\?xml|!DOCTYPE|!--|TEI|[A-Za-z][\w.-]*[^>]*>.*</[A-Za-z][\w.-]*>\s*\Z)", re.DOTALL)
_HTML = re.compile(rb"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE)
_CONTROLS = dict.fromkeys([*range(9), 11, *range(14, 32), 127, 0xFEFF])
_AS_READ = "It is not UTF-8; it was read as Windows-1252. Save it as UTF-8 if letters look wrong."


def read_book(path: Path, scheme: str = "") -> Book:
    """`scheme` says how places are marked in Markdown and plain text; TEI says it itself."""
    data = _bytes(path)
    kind = _kind(data, path.name)
    if kind == "tei":
        return read_tei(data, path.name)
    text, warnings = _decode(data, path.name)
    book = _TEXT_READERS["markdown" if looks_like_markdown(text) else "plain"](text, path.name, scheme)
    return _warned(book, warnings)


_TEXT_READERS: dict[str, Callable[[str, str, str], Book]] = {"markdown": read_markdown, "plain": read_plain}


def _bytes(path: Path) -> bytes:
    if path.is_dir():
        raise BadBook(f"{path} is a folder.", "Name a file in it, or a library.toml.")
    try:
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise BadBook(f"{path.name} has {size // 1_000_000} MB; the limit is {MAX_BYTES // 1_000_000} MB.", "")
        data = path.read_bytes()
    except FileNotFoundError as error:
        raise BadBook(f"There is no file {path}.", "Check the path.") from error
    except OSError as error:
        raise BadBook(f"{path} cannot be read: {error.strerror or error}.", "Check its permissions.") from error
    if not data.strip(b" \t\r\n\xef\xbb\xbf\x00"):
        raise BadBook(f"{path.name} is empty.", "There is nothing in it to read.")
    return data


def _kind(data: bytes, name: str) -> str:
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise BadBook(f"{name} is {what}, which cannot be read.", f"{_FORMATS} can.")
    if _HTML.match(data[:1000]):
        raise BadBook(f"{name} is HTML, which cannot be read.", f"{_FORMATS} can.")
    return "tei" if _XML.match(data.removeprefix(b"\xef\xbb\xbf")) else "text"


def _decode(data: bytes, name: str) -> tuple[str, tuple[str, ...]]:
    """UTF-8 (UTF-16 where its mark says so), else Windows-1252 with a warning."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _clean(data.decode("utf-16", errors="replace")), ()
    if b"\x00" in data:
        raise BadBook(f"{name} is not text: it holds NUL bytes.", f"{_FORMATS} can be read.")
    try:
        return _clean(data.decode("utf-8-sig")), ()
    except UnicodeDecodeError:
        return _clean(data.decode("cp1252", errors="replace")), (_AS_READ,)


def _clean(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)


def _warned(book: Book, warnings: tuple[str, ...]) -> Book:
    return Book(book.front, book.blocks, book.divisions, book.notes, book.scheme, (*book.warnings, *warnings))
