"""TEI as Perseus and others encode it: divisions, speakers beside the text, notes apart, milestones as marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from lxml import etree

from rag.books.read.beta_code import WARNING, open_beta_code
from rag.books.read.gaps import gap_warnings
from rag.books.read.running_text import RunningText
from rag.books.read.safe_xml import open_entities, parse_closed
from rag.books.read.tei_front import read_front
from rag.books.read.tei_numbering import Numbering, is_numbered, numbering_of
from rag.books.values import Book, Division, Note
from rag.errors import BadBook
from rag.text import squeeze

_DIVISIONS = re.compile(r"div\d?")
_WRAPPERS = ("edition", "translation")
_PARAGRAPHS = frozenset(("p", "ab", "item", "row", "list", "table", "closer", "opener", "salute", "signed", "epigraph"))
_SPACED = frozenset(("l", "lg", "cell", "bibl", "cb"))
_DROPPED = frozenset(("gap", "figure", "fw", "graphic"))
# where an editor gives two readings, the one that a reader is meant to read
_CHOSEN = ("corr", "reg", "expan")
_NAMED_IN = {
    "book": {"en": "Book", "fr": "Livre", "la": "Liber"},
    "chapter": {"en": "Chapter", "fr": "Chapitre", "la": "Caput"},
}


def read_tei(data: bytes, name: str) -> Book:
    root = parse_closed(data, name)
    beta_code = (WARNING,) if open_beta_code(root) else ()
    open_entities(root, data, name)
    if _tag(root) not in ("TEI", "TEI.2"):
        raise BadBook(f"{name} is XML, but not TEI: its root is <{_tag(root)}>.", "TEI begins with <TEI>.")
    body = root.find("{*}text/{*}body")
    if body is None:
        raise BadBook(f"{name} is TEI without a <text> and <body>.", "There is nothing in it to read.")
    front = read_front(root)
    reader = _Reader(numbering_of(body), front.language, _persons(root))
    reader.read(body)
    reader.text.end_block()
    blocks = tuple(reader.text.blocks)
    if not blocks:
        raise BadBook(f"{name} is TEI without any text in its body.", "There is nothing in it to read.")
    gaps = gap_warnings([mark.locus for block in blocks for mark in block.marks], reader.numbering.scheme)
    warnings = (*beta_code, *reader.warnings, *gaps)
    return Book(front, blocks, tuple(reader.divisions), tuple(reader.notes), reader.numbering.scheme, warnings)


def _tag(element: etree._Element) -> str:
    """The name without its namespace; empty for a comment or processing instruction."""
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def _persons(root: etree._Element) -> dict[str, str]:
    """Speakers' names by the id that `who` points to."""
    persons = {}
    for person in root.iterfind(".//{*}particDesc//{*}person"):
        identifier = person.get("{http://www.w3.org/XML/1998/namespace}id")
        name = person.find("{*}persName")
        if identifier and name is not None:
            persons[identifier] = squeeze("".join(name.itertext()))
    return persons


class _Reader:
    """Walks the body once, in reading order."""

    def __init__(self, numbering: Numbering, language: str, persons: dict[str, str]) -> None:
        self.numbering = numbering
        self.text = RunningText()
        self.divisions: list[Division] = []
        self.notes: list[Note] = []
        self.warnings: list[str] = []
        self._language = language
        self._persons = persons
        self._path: list[str] = []  # the numbers of the divisions that are open
        self._chapters: set[int] = set()  # divisions that milestones open, each up to the next
        self._latest: dict[int | None, int] = {}  # the last number used inside each division
        self._handlers: dict[str, Callable[[etree._Element], None]] = {
            "milestone": self._milestone,
            "pb": self._page,
            "note": self._note,
            "said": self._speech,
            "sp": self._speech,
            "choice": self._choice,
            "head": self._head,
            "label": self._label,
            "speaker": self._label,
            "lb": self._line_break,
        }

    def read(self, element: etree._Element) -> None:
        """The element's inside; what follows it is its parent's."""
        self.text.add(element.text)
        for child in element:
            self._child(child)
            self.text.add(child.tail)

    def _child(self, element: etree._Element) -> None:
        tag = _tag(element)
        if not tag or tag in _DROPPED:
            return
        handler = self._handlers.get(tag)
        if handler:
            handler(element)
        elif _DIVISIONS.fullmatch(tag):
            self._division(element)
        elif tag in _PARAGRAPHS:
            self.text.end_block()
            self.read(element)
            self.text.end_block()
        elif tag in _SPACED:
            self.text.space()
            self.read(element)
            self.text.space()
        else:
            self.read(element)

    def _division(self, element: etree._Element) -> None:
        self.text.end_block()
        if element.get("type") in _WRAPPERS or element.get("n", "").startswith("urn:"):
            self.read(element)
            self.text.end_block()
            return
        above = self.text.division
        number = self._number(element, above)
        level = 1 if above is None else min(3, self.divisions[above].level + 1)
        self.divisions.append(Division(self._title(element, number), level, above, number))
        self.text.division = len(self.divisions) - 1
        self._path.append(number)
        if not _has_numbered(element):
            self._mark(self.numbering.of_division(self._path))
        self.read(element)
        self.text.end_block()
        self.text.division = above
        self._path.pop()

    def _number(self, element: etree._Element, above: int | None) -> str:
        """The division's number. One that repeats an earlier one beside it is a slip that would give wrong places:
        then it is counted on."""
        written: str = element.get("n", "").strip()
        if not written.isdigit():
            return written
        latest = self._latest.get(above, 0)
        if int(written) > latest or self.numbering.scheme not in ("book-chapter", "entry"):
            self._latest[above] = int(written)
            return written
        self._latest[above] = latest + 1
        title = self._title(element, written)
        self.warnings.append(f"“{title}” is numbered {written} after {latest}; it was counted as {latest + 1}.")
        return str(latest + 1)

    def _title(self, element: etree._Element, number: str) -> str:
        heads = [squeeze("".join(_text_without_notes(head))) for head in element.iterfind("{*}head")]
        written = " ".join(filter(None, heads))
        if written:
            return written
        kind = (element.get("subtype") or element.get("type") or "").lower()
        names = _NAMED_IN.get(kind, {})
        word = names.get(self._language, names.get("en", ""))
        return f"{word} {number}".strip() or kind.capitalize()

    def _head(self, element: etree._Element) -> None:
        """A division's heading is its title, not text; but places and pages may begin in it."""
        parent = element.getparent()
        if parent is not None and not (_DIVISIONS.fullmatch(_tag(parent)) or _tag(parent) == "body"):
            self.text.end_block()
            self.read(element)
            self.text.end_block()
            return
        for child in element.iter("{*}milestone", "{*}pb"):
            self._handlers[_tag(child)](child)

    def _milestone(self, element: etree._Element) -> None:
        unit, number = element.get("unit", "").lower(), element.get("n", "").strip()
        if unit == "para":
            self.text.end_block()
        elif unit == "page" and number:
            self.text.page(number)
        elif unit == "chapter" and number and self.numbering.unit != "chapter" and len(self._path) <= 1:
            self._chapter(number)
        elif number:
            self._mark(self.numbering.of_milestone(unit, number, self._path))

    def _chapter(self, number: str) -> None:
        """Chapters that cross the numbering of the sections, as in Cicero, divide a book without being its places."""
        self.text.end_block()
        inside = self.text.division
        above = inside
        if inside is not None and inside in self._chapters:
            above = self.divisions[inside].parent
        level = 1 if above is None else min(3, self.divisions[above].level + 1)
        names = _NAMED_IN["chapter"]
        title = f"{names.get(self._language, names['en'])} {number}"
        self.divisions.append(Division(title, level, above, number))
        self.text.division = len(self.divisions) - 1
        self._chapters.add(self.text.division)

    def _mark(self, locus: str | None) -> None:
        if locus is not None:
            self.text.mark(locus)

    def _page(self, element: etree._Element) -> None:
        number = re.sub(r"^p(?:\.|age)?\s*", "", element.get("n", "").strip())
        if number:
            self.text.page(number)

    def _note(self, element: etree._Element) -> None:
        words = squeeze("".join(element.itertext()))
        if words:
            self.notes.append(Note(words, len(self.text.blocks)))
        self.text.left_out()

    def _speech(self, element: etree._Element) -> None:
        before = self.text.speaker
        label = next(element.iterchildren("{*}label", "{*}speaker"), None)
        if label is None and not element.get("who"):
            self.read(element)  # words that somebody quotes, in the middle of his own
            return
        self.text.end_block()
        self.text.speaker = self._speaker(element.get("who", ""), label) or before
        self.text.continues = element.get("rend") == "merge"
        self.read(element)
        self.text.end_block()
        self.text.speaker, self.text.continues = before, False

    def _speaker(self, who: str, label: etree._Element | None) -> str:
        identifier = who.split()[0].lstrip("#") if who.strip() else ""
        name = self._persons.get(identifier) or identifier.replace("_", " ")
        return name or ("" if label is None else squeeze("".join(label.itertext())))

    def _label(self, element: etree._Element) -> None:
        """A speaker's name stands beside the text; any other label is part of it."""
        parent = element.getparent()
        if parent is None or _tag(parent) not in ("said", "sp"):
            self.text.space()
            self.read(element)
            self.text.space()

    def _choice(self, element: etree._Element) -> None:
        children = [child for child in element if _tag(child)]
        chosen = next((child for child in children if _tag(child) in _CHOSEN), children[0] if children else None)
        if chosen is not None:
            self._child(chosen)

    def _line_break(self, element: etree._Element) -> None:
        if element.get("break") != "no":
            self.text.space()


def _has_numbered(element: etree._Element) -> bool:
    return any(is_numbered(inner) for inner in element.iterdescendants() if _DIVISIONS.fullmatch(_tag(inner)))


def _text_without_notes(element: etree._Element) -> Iterator[str]:
    if element.text:
        yield element.text
    for child in element:
        if _tag(child) and _tag(child) != "note":
            yield from _text_without_notes(child)
        if child.tail:
            yield child.tail
