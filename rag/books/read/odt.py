"""ODT: paragraphs, headings and lists; what was deleted is left out, notes and comments are kept apart."""

from __future__ import annotations

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

_LEFT_OUT = frozenset(
    ("tracked-changes", "annotation", "sequence-decls", "table-of-content", "note-citation", "forms", "variable-decls")
)
_SPACES = frozenset(("s", "tab", "line-break"))


def is_odt(archive: Zipped) -> bool:
    return "content.xml" in archive.names and (archive.read("mimetype") or b"").startswith(
        b"application/vnd.oasis.opendocument.text"
    )


def read_odt(archive: Zipped, name: str, scheme: str) -> Book:
    manifest = archive.read("META-INF/manifest.xml") or b""
    if b"encryption-data" in manifest:
        raise BadBook(f"{name} is locked with a password.", "Take the protection off, then load it.")
    text = parse_xml(archive.read("content.xml") or b"", name).find("{*}body/{*}text")
    reader = _Reader()
    if text is not None:
        reader.read(text)
    return assemble(reader.pieces, _front(archive, name), name, scheme=scheme, notes=reader.notes)


class _Reader:
    def __init__(self) -> None:
        self.pieces: list[Piece] = []
        self.notes: list[str] = []

    def read(self, element: etree._Element) -> None:
        for child in element:
            tag = _tag(child)
            if tag in ("p", "h"):
                self._paragraph(child, tag)
            elif tag and tag not in _LEFT_OUT:
                self.read(child)

    def _paragraph(self, element: etree._Element, tag: str) -> None:
        level = next((str(value) for key, value in element.items() if key.endswith("}outline-level")), "1")
        style = next((str(value) for key, value in element.items() if key.endswith("}style-name")), "")
        rank = int(level) + 1 if tag == "h" and level.isdigit() else int(style == "Title")
        words = squeeze(clean(self._words(element)))
        if words:
            self.pieces.append(Piece(words, rank))

    def _words(self, element: etree._Element) -> str:
        parts = [element.text or ""]
        for child in element:
            tag = _tag(child)
            if tag == "note":
                self.notes.extend(filter(None, [squeeze(clean(self._words(child)))]))
            elif tag in _SPACES:
                parts.append(" ")
            elif tag and tag not in _LEFT_OUT:
                parts.extend([" " if tag == "p" else "", self._words(child)])
            parts.append(child.tail or "")
        return "".join(parts)


def _tag(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""


def _front(archive: Zipped, name: str) -> Front:
    data = archive.read("meta.xml")
    if not data:
        return Front()
    root = parse_xml(data, name)
    said = [
        next((squeeze(clean(e.text or "")) for key in keys for e in root.iter(f"{{*}}{key}")), "")
        for keys in (("initial-creator", "creator"), ("title",), ("language",))
    ]
    return Front(author=said[0], title=said[1], language=language_code(said[2]))
