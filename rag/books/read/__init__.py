"""A file becomes a Book: the reader is chosen by what the file holds, never by its name."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from pathlib import Path

from rag.books.files import read_bytes
from rag.books.read.beta_code import WARNING, looks_like_beta_code, paragraphs_to_unicode
from rag.books.read.docx import is_docx, read_docx
from rag.books.read.encoding import decode
from rag.books.read.epub import read_epub
from rag.books.read.gutenberg import is_gutenberg
from rag.books.read.html import read_html
from rag.books.read.markdown import looks_like_markdown, read_markdown
from rag.books.read.odt import is_odt, read_odt
from rag.books.read.pdf import read_pdf
from rag.books.read.plain import read_plain
from rag.books.read.tei import read_tei
from rag.books.read.zipped import Zipped
from rag.books.values import Book
from rag.errors import BadBook

_FORMATS = "EPUB, PDF, DOCX, ODT, HTML, TEI, Markdown and plain text"
_SIGNATURES = (
    (b"\xd0\xcf\x11\xe0", "an old Office file"),
    (b"\x89PNG", "an image"),
    (b"\xff\xd8\xff", "an image"),
    (b"GIF8", "an image"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"{\\rtf", "RTF"),
)
_XML = re.compile(rb"\s*<(?:\?xml|!DOCTYPE|!--|TEI|[A-Za-z][\w.-]*[^>]*>.*</[A-Za-z][\w.-]*>\s*\Z)", re.DOTALL)
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.IGNORECASE | re.DOTALL)


def read_book(path: Path, scheme: str = "") -> Book:
    """`scheme` says how places are marked in Markdown and plain text; TEI says it itself."""
    data = _bytes(path)
    kind = _kind(data, path.name)
    if kind == "zip":
        return _of_archive(Zipped(data, path.name), path.name, scheme)
    if kind == "pdf":
        return read_pdf(data, path.name, scheme)
    if kind == "html":
        return read_html(data, path.name, scheme)
    if kind == "tei":
        return read_tei(data, path.name)
    decoded = decode(data, path.name)
    text, warnings = decoded.text, (decoded.warning,) if decoded.warning else ()
    if looks_like_beta_code(text):
        text, warnings = paragraphs_to_unicode(text), (*warnings, WARNING)
    marked_up = looks_like_markdown(text) and not is_gutenberg(text)
    reader = _TEXT_READERS["markdown" if marked_up else "plain"]
    return _warned(reader(text, path.name, scheme), warnings)


_TEXT_READERS: dict[str, Callable[[str, str, str], Book]] = {"markdown": read_markdown, "plain": read_plain}


def _bytes(path: Path) -> bytes:
    data = read_bytes(path)
    if not data.strip(b" \t\r\n\xef\xbb\xbf\x00"):
        raise BadBook(f"{path.name} is empty.", "There is nothing in it to read.")
    return data


def _kind(data: bytes, name: str) -> str:
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise BadBook(f"{name} is {what}, which cannot be read.", f"{_FORMATS} can.")
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if data.startswith(b"PK\x03\x04"):
        return "zip"
    if _HTML.match(data.removeprefix(b"\xef\xbb\xbf")[:5000]):
        return "html"
    return "tei" if _XML.match(_as_utf8(data)) else "text"


def _as_utf8(data: bytes) -> bytes:
    """Without a mark; XML in UTF-16 is XML as well."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace").encode()
    return data.removeprefix(codecs.BOM_UTF8)


def _of_archive(archive: Zipped, name: str, scheme: str) -> Book:
    if "META-INF/container.xml" in archive.names or any(entry.endswith(".opf") for entry in archive.names):
        return read_epub(archive, name, scheme)
    if is_docx(archive):
        return read_docx(archive, name, scheme)
    if is_odt(archive):
        return read_odt(archive, name, scheme)
    raise BadBook(f"{name} is a ZIP archive without a book in it.", f"{_FORMATS} can be read.")


def _warned(book: Book, warnings: tuple[str, ...]) -> Book:
    return Book(book.front, book.blocks, book.divisions, book.notes, book.scheme, (*book.warnings, *warnings))
