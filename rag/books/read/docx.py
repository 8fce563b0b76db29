"""DOCX: paragraphs and headings by their styles, deleted and hidden text left out, notes apart."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from rag.books.language import language_code
from rag.books.read.assemble import assemble
from rag.books.read.clean import clean
from rag.books.read.lay_out import Piece
from rag.books.read.safe_xml import parse_xml
from rag.books.read.zipped import Zipped
from rag.books.values import Book, Front
from rag.errors import BadBook
from rag.text import squeeze

_HEADING = re.compile(r"(?:heading|titre|überschrift|título|titolo|kop)\s*(\d)", re.IGNORECASE)
_TITLE = frozenset(("title", "titre", "titel"))
_LEFT_OUT = frozenset(("del", "moveFrom", "instrText", "delText", "Fallback", "pPr", "sdtPr", "sectPr"))
_BREAKS = frozenset(("tab", "br", "cr", "tc"))
_DEEPEST = 9


def is_docx(archive: Zipped) -> bool:
    return "word/document.xml" in archive.names


def read_docx(archive: Zipped, name: str, scheme: str) -> Book:
    root = parse_xml(archive.read("word/document.xml") or b"", name)
    body = root.find("{*}body")
    if body is None:
        raise BadBook(f"{name} has no text in it.", "There is nothing in it to read.")
    ranks = _ranks(archive, name)
    pieces = [piece for paragraph in _paragraphs(body) if (piece := _piece(paragraph, ranks)).text]
    notes = [note for part in ("footnotes", "endnotes") for note in _notes(archive, f"word/{part}.xml", name)]
    return assemble(pieces, _front(archive, name), name, scheme=scheme, notes=notes)


def _paragraphs(element: etree._Element) -> Iterator[etree._Element]:
    """In reading order, those in tables and content controls too, each once; what was deleted is not there."""
    for child in element:
        tag = _tag(child)
        if tag == "p":
            yield child
        elif tag and tag not in _LEFT_OUT:
            yield from _paragraphs(child)


def _piece(paragraph: etree._Element, ranks: dict[str, int]) -> Piece:
    style = _value(paragraph.find("{*}pPr/{*}pStyle"))
    outline = _value(paragraph.find("{*}pPr/{*}outlineLvl"))
    rank = int(outline) + 2 if outline.isdigit() and int(outline) < _DEEPEST else ranks.get(style, 0)
    return Piece(squeeze(clean("".join(_words(paragraph)))), rank)


def _words(element: etree._Element) -> Iterator[str]:
    for child in element:
        tag = _tag(child)
        if tag == "t":
            yield child.text or ""
        elif tag in _BREAKS:
            yield " "
        elif tag == "noBreakHyphen":
            yield "\u2011"
        elif tag == "p":
            yield " "
            yield from _words(child)
        elif tag and tag not in _LEFT_OUT and not _is_hidden(child):
            yield from _words(child)


def _is_hidden(run: etree._Element) -> bool:
    vanish = run.find("{*}rPr/{*}vanish")
    return vanish is not None and _value(vanish) not in ("0", "false", "off")


def _ranks(archive: Zipped, name: str) -> dict[str, int]:
    """Of each style that is a heading's, by its name or the level it has in outlines; the title's is the widest."""
    data = archive.read("word/styles.xml")
    ranks: dict[str, int] = {}
    for style in parse_xml(data, name).iter("{*}style") if data else ():
        identifier = _attribute(style, "styleId")
        called = _value(style.find("{*}name")).lower()
        outline = _value(style.find("{*}pPr/{*}outlineLvl"))
        heading = _HEADING.match(called) or _HEADING.fullmatch(identifier)
        if called in _TITLE:
            ranks[identifier] = 1
        elif heading:
            ranks[identifier] = int(heading.group(1)) + 1
        elif outline.isdigit() and int(outline) < _DEEPEST:
            ranks[identifier] = int(outline) + 2
    return ranks or {f"Heading{level}": level + 1 for level in range(1, 7)}


def _notes(archive: Zipped, part: str, name: str) -> Iterator[str]:
    data = archive.read(part)
    for note in parse_xml(data, name).iter("{*}footnote", "{*}endnote") if data else ():
        text = squeeze(clean("".join(_words(note))))
        if text and not _attribute(note, "type").lower().endswith("separator"):
            yield text


def _front(archive: Zipped, name: str) -> Front:
    data = archive.read("docProps/core.xml")
    if not data:
        return Front()
    root = parse_xml(data, name)
    said = {
        key: squeeze(clean(next((e.text or "" for e in root.iter(f"{{*}}{key}")), "")))
        for key in ("creator", "title", "language")
    }
    return Front(author=said["creator"], title=said["title"], language=language_code(said["language"]))


def _tag(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def _attribute(element: etree._Element, local: str) -> str:
    return next((str(value) for key, value in element.items() if etree.QName(key).localname == local), "")


def _value(element: etree._Element | None) -> str:
    return "" if element is None else _attribute(element, "val")
