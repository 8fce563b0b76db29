"""HTML and XHTML: a page as people save it, and a book as Gutenberg and Standard Ebooks publish it."""

from __future__ import annotations

import re

from lxml import etree

from rag.books.language import language_code
from rag.books.read.assemble import assemble
from rag.books.read.clean import clean
from rag.books.read.encoding import decode
from rag.books.read.html_flow import Flow
from rag.books.read.safe_xml import parse_xml
from rag.books.values import Book, Front
from rag.errors import BadBook
from rag.text import squeeze

_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*([\w.:-]+)|<\?xml[^>]*encoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)
_NAMES = {"author": ("author", "dc.creator", "dcterms.creator", "marcrel.aut"),
          "title": ("dc.title", "dcterms.title"),
          "translator": ("dc.translator", "marcrel.trl", "translator"),
          "language": ("dc.language", "dcterms.language", "language")}  # fmt: skip
_GUTENBERG = re.compile(r"^the project gutenberg e-?book of |\s*\|\s*project gutenberg$", re.IGNORECASE)
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"


def read_html(data: bytes, name: str, scheme: str) -> Book:
    root, warnings = _parse(data, name)
    flow = Flow()
    flow.read(root)
    book = assemble(flow.pieces, _front(root), name, scheme=scheme, notes=flow.notes)
    return Book(book.front, book.blocks, book.divisions, book.notes, book.scheme, (*warnings, *book.warnings))


def parse_page(data: bytes, name: str) -> etree._Element:
    """A page of an EPUB: XML where it is, and as a browser would read it where it is not."""
    return _parse(data, name)[0]


def _parse(data: bytes, name: str) -> tuple[etree._Element, tuple[str, ...]]:
    if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<?xml"):
        try:
            return parse_xml(data, name), ()
        except BadBook:
            if b"<!ENTITY" in data:
                raise
    charset = _CHARSET.search(data[:2048])
    declared = (charset.group(1) or charset.group(2)).decode("ascii", "ignore") if charset else ""
    decoded = decode(data, name, declared=declared)
    parser = etree.HTMLParser(no_network=True, huge_tree=False, encoding="utf-8", remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(decoded.text.encode(), parser)
    except etree.XMLSyntaxError as error:
        raise BadBook(f"{name} cannot be read as HTML.", "Open it in a browser, and save it again.") from error
    if root is None:
        raise BadBook(f"{name} has no text in it.", "There is nothing in it to read.")
    return root, (decoded.warning,) if decoded.warning else ()


def _front(root: etree._Element) -> Front:
    said: dict[str, str] = {}
    for meta in root.iter("{*}meta"):
        key = (meta.get("name") or meta.get("property") or "").lower()
        said.setdefault(key, squeeze(clean(meta.get("content") or "")))
    found = {field: next((said[name] for name in names if said.get(name)), "") for field, names in _NAMES.items()}
    titles = (squeeze(clean("".join(title.itertext()))) for title in root.iterfind("{*}head/{*}title"))
    title = found["title"] or _GUTENBERG.sub("", next(titles, ""))
    language = root.get(_XML_LANG) or root.get("lang") or root.get("xml:lang") or found["language"]
    return Front(
        author=found["author"],
        title=title,
        edition=f"tr. {found['translator']}" if found["translator"] else "",
        language=language_code(language),
        translator=found["translator"],
    )
