"""HTML and XHTML as headings and paragraphs in reading order; notes and page numbers are kept apart."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lxml import etree

from rag.books.read.clean import clean
from rag.books.read.lay_out import Piece
from rag.books.values import Mark
from rag.text import squeeze

_EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"
_SKIPPED = frozenset(
    ("head", "script", "style", "nav", "template", "noscript", "svg", "object", "iframe", "form", "button", "rt", "rp")
)
_INLINE_TAGS = (
    "a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd mark q ruby s samp small span strong sub sup"
    " time tt u var"
)
_INLINE = frozenset(_INLINE_TAGS.split())
_CELLS = frozenset(("td", "th", "br", "wbr", "img"))
_HEADING = re.compile(r"h[1-6]")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_NOTE = frozenset(("footnote", "endnote", "rearnote", "sidenote", "doc-footnote", "doc-endnote"))
_NOTES = frozenset(("footnotes", "endnotes", "rearnotes", "doc-endnotes"))
_PERSONA = "z3998:persona"  # as Standard Ebooks names who speaks
_NOTE_MARK = frozenset(("noteref", "doc-noteref", "fnanchor", "footnote-ref", "footnoteref"))
_PAGE = frozenset(("pagebreak", "doc-pagebreak", "pagenum", "pageno", "page-number"))
_PAGE_NUMBER = re.compile(r"\[?\s*(?:p(?:age|g|\.)?[\s_.]*)?(\d{1,4}|[ivxlc]{1,8})\s*\]?", re.IGNORECASE)
_NUMBER = re.compile(r"[\[(]?\s*(?:\d{1,4}|[*†‡§]+|[a-z])\s*[\])]?")
_BRACKETED = re.compile(r"\[\s*(?:\d{1,4}|[*†‡§]+|[A-Z])\s*\]")


@dataclass(slots=True)
class Flow:
    """Collects pieces; one object may read the several files of a book one after another."""

    pieces: list[Piece] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    anchors: dict[str, int] = field(default_factory=dict)  # id to the piece it stands in or before
    prefix: str = ""
    _text: str = ""
    _pages: list[Mark] = field(default_factory=list)
    _rank: int = 0
    _speaker: str = ""

    def read(self, root: etree._Element) -> None:
        body = root if _tag(root) == "body" else next(root.iter("{*}body"), root)
        self.anchors[self.prefix] = len(self.pieces)
        self._element(body)
        self._end()

    def _element(self, element: etree._Element) -> None:
        tag, kinds = _tag(element), _kinds(element)
        if identifier := element.get("id") or element.get("name"):
            self.anchors.setdefault(f"{self.prefix}#{identifier}", len(self.pieces))
        if not tag or tag in _SKIPPED or _is_hidden(element):
            return
        if not self._set_apart(element, kinds):
            self._in_the_text(element, tag)

    def _set_apart(self, element: etree._Element, kinds: frozenset[str]) -> bool:
        """Whether it is a page's number, a note, a note's mark or a speaker's name, which is none of the text."""
        if kinds & _PAGE:
            self._page(element)
        elif kinds & _NOTE:
            self._note(element)
        elif kinds & _NOTES:
            self._note_section(element)
        elif _PERSONA in kinds:
            self._end()
            self._speaker = squeeze(clean("".join(element.itertext())))
        else:
            return _is_note_mark(element, kinds)
        return True

    def _in_the_text(self, element: etree._Element, tag: str) -> None:
        if tag in _INLINE or tag in _CELLS:
            self._text += " " if tag in _CELLS else ""
            self._children(element)
            return
        self._end()
        self._rank = int(tag[1]) if _HEADING.fullmatch(tag) else self._rank
        self._children(element)
        self._end()
        self._rank = 0 if _HEADING.fullmatch(tag) else self._rank

    def _children(self, element: etree._Element) -> None:
        self._text += element.text or ""
        for child in element:
            self._element(child)
            self._text += child.tail or ""

    def _page(self, element: etree._Element) -> None:
        for written in ("".join(element.itertext()), element.get("title", ""), element.get("aria-label", ""),
                        element.get("id", "")):  # fmt: skip
            number = _PAGE_NUMBER.fullmatch(written.strip(" .:"))
            if number:
                self._text = squeeze(self._text) + (" " if self._text[-1:].isspace() and squeeze(self._text) else "")
                self._pages.append(Mark(len(self._text), number.group(1)))
                return

    def _note(self, element: etree._Element) -> None:
        words = squeeze(clean("".join(element.itertext())))
        if words:
            self.notes.append(words)
        for inner in element.iter():
            if isinstance(inner.tag, str) and inner.get("id"):
                self.anchors.setdefault(f"{self.prefix}#{inner.get('id')}", len(self.pieces))

    def _note_section(self, element: etree._Element) -> None:
        """Its notes one by one; its heading is not one."""
        self._end()
        inner = Flow(prefix=self.prefix)
        inner._children(element)
        inner._end()
        self.notes.extend([*inner.notes, *(piece.text for piece in inner.pieces if not piece.rank)])

    def _end(self) -> None:
        text, waiting = squeeze(clean(self._text)), tuple(self._pages)
        self._text = ""
        if text:
            self.pieces.append(Piece(text, self._rank, waiting, speaker=self._speaker))
            self._pages, self._speaker = [], ""
        else:
            self._pages = [Mark(0, mark.locus) for mark in waiting]


def _tag(element: etree._Element) -> str:
    return etree.QName(element).localname.lower() if isinstance(element.tag, str) else ""


def _kinds(element: etree._Element) -> frozenset[str]:
    if not isinstance(element.tag, str):
        return frozenset()
    said = (element.get(key) or "" for key in ("class", "role", "epub:type", _EPUB_TYPE))
    return frozenset(" ".join(said).lower().split())


def _is_hidden(element: etree._Element) -> bool:
    return element.get("hidden") is not None or bool(_HIDDEN.search(element.get("style", "")))


def _is_note_mark(element: etree._Element, kinds: frozenset[str]) -> bool:
    """A link that is nothing but a raised number, or says that it leads to a note."""
    if kinds & _NOTE_MARK:
        return True
    written = "".join(element.itertext()).strip()
    if _tag(element) == "a" and element.get("href", "").startswith("#") and _BRACKETED.fullmatch(written):
        return True
    links = element.get("href", "").startswith("#") or any(
        "#" in inner.get("href", "") for inner in element.iterfind("{*}a")
    )
    return _tag(element) == "sup" and links and bool(_NUMBER.fullmatch(written))
