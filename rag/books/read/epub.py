"""EPUB 2 and 3: the pages of the spine one after another, so that a chapter may go on in the next file."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote

from lxml import etree

from rag.books.language import language_code
from rag.books.read.assemble import assemble
from rag.books.read.clean import clean
from rag.books.read.html import parse_page
from rag.books.read.html_flow import Flow
from rag.books.read.lay_out import Piece
from rag.books.read.safe_xml import parse_xml
from rag.books.read.zipped import Zipped
from rag.books.values import Book, Front
from rag.errors import BadBook
from rag.text import squeeze

_TYPE = "{http://www.idpf.org/2007/ops}type"
_ROLE = "{http://www.idpf.org/2007/opf}role"
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_HINT = "Make the EPUB again, with Calibre for example."
_MAX_TOC = 2000


def read_epub(archive: Zipped, name: str, scheme: str) -> Book:
    if "META-INF/rights.xml" in archive.names or _is_encrypted(archive, name):
        raise BadBook(f"{name} is locked with DRM.", "Load a copy without copy protection.")
    where = _package(archive, name)
    package = parse_xml(archive.read(where) or b"", name)
    items = {item.get("id", ""): item for item in package.iterfind("{*}manifest/{*}item")}
    flow, missing = Flow(), 0
    for reference in package.iterfind("{*}spine/{*}itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or item.get("media-type") not in _PAGES or "nav" in (item.get("properties") or "").split():
            continue
        flow.prefix = _resolved(where, item.get("href", ""))
        data = archive.read(flow.prefix)
        if data is None:
            missing += 1
        elif data.strip():
            flow.read(parse_page(data, f"{name}, {flow.prefix}"))
    pieces = _with_headings(flow, list(_contents(archive, package, items, where, name)))
    book = assemble(pieces, _front(package), name, scheme=scheme, notes=flow.notes)
    warnings = (f"{missing} of its files are missing.",) if missing else ()
    return Book(book.front, book.blocks, book.divisions, book.notes, book.scheme, (*warnings, *book.warnings))


def _package(archive: Zipped, name: str) -> str:
    data = archive.read("META-INF/container.xml")
    roots = parse_xml(data, name).iter("{*}rootfile") if data else iter(())
    named = next((root.get("full-path", "") for root in roots), "")
    found = named if named in archive.names else next((n for n in sorted(archive.names) if n.endswith(".opf")), "")
    if not found:
        raise BadBook(f"{name} is an EPUB that does not say what is in it.", _HINT)
    return found


def _is_encrypted(archive: Zipped, name: str) -> bool:
    """Fonts may be obfuscated; a locked page is DRM."""
    data = archive.read("META-INF/encryption.xml")
    locked = [str(ref.get("URI", "")) for ref in parse_xml(data, name).iter("{*}CipherReference")] if data else []
    return any(uri.endswith((".xhtml", ".html", ".htm", ".opf")) for uri in locked)


def _resolved(base: str, href: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(base), unquote(href.partition("#")[0])))


def _contents(
    archive: Zipped, package: etree._Element, items: dict[str, etree._Element], where: str, name: str
) -> Iterator[tuple[str, str, int]]:
    """Each entry of the table of contents: where it leads, its title and depth; nav before ncx."""
    nav = next((item for item in items.values() if "nav" in (item.get("properties") or "").split()), None)
    ncx = items.get(package.find("{*}spine").get("toc", "")) if package.find("{*}spine") is not None else None
    for item in (nav, ncx):
        path = _resolved(where, item.get("href", "")) if item is not None else ""
        data = archive.read(path) if path else None
        parse = parse_xml if item is ncx else parse_page
        found = list(_entries(parse(data, f"{name}, {path}"), path)) if data else []
        if found:
            yield from found[:_MAX_TOC]
            return


def _entries(root: etree._Element, base: str) -> Iterator[tuple[str, str, int]]:
    for point in root.iter("{*}navPoint"):
        content, label = point.find("{*}content"), point.find("{*}navLabel")
        if content is not None and label is not None:
            depth = sum(1 for _ in point.iterancestors("{*}navPoint"))
            yield _target(base, content.get("src", "")), _words(label), depth
    navs = list(root.iter("{*}nav"))
    toc = next((nav for nav in navs if "toc" in (nav.get(_TYPE) or nav.get("epub:type") or "")), None)
    for link in () if toc is None else toc.iter("{*}a"):
        yield _target(base, link.get("href", "")), _words(link), sum(1 for _ in link.iterancestors("{*}ol")) - 1


def _target(base: str, href: str) -> str:
    fragment = href.partition("#")[2]
    return _resolved(base, href) + (f"#{unquote(fragment)}" if fragment else "")


def _words(element: etree._Element) -> str:
    return squeeze(clean("".join(element.itertext())))


def _with_headings(flow: Flow, contents: list[tuple[str, str, int]]) -> list[Piece]:
    """The pages' own headings; where they have hardly any, those of the table of contents."""
    entries = [(flow.anchors[target], title, depth) for target, title, depth in contents if target in flow.anchors]
    if sum(1 for piece in flow.pieces if piece.rank) * 2 >= len(entries):
        return flow.pieces
    pieces: list[Piece] = []
    entries.sort(key=lambda entry: entry[0])
    for number, piece in enumerate(flow.pieces):
        while entries and entries[0][0] <= number:
            _, title, depth = entries.pop(0)
            pieces.append(Piece(title, min(depth, 5) + 1))
        if not (piece.rank and pieces and pieces[-1].rank and pieces[-1].text == piece.text):
            pieces.append(piece)
    return pieces


def _front(package: etree._Element) -> Front:
    refined = {
        (meta.get("refines") or "").lstrip("#"): (meta.text or "").strip()
        for meta in package.iter("{*}meta")
        if meta.get("property") == "role"
    }
    roles: dict[str, str] = {}
    for person in package.iter("{*}creator", "{*}contributor"):
        usual = "aut" if etree.QName(person).localname == "creator" else ""
        role = person.get(_ROLE) or refined.get(person.get("id", "")) or usual
        roles.setdefault(role, _words(person))
    translator = roles.get("trl", "")
    return Front(
        author=roles.get("aut", ""),
        title=next(map(_words, package.iter("{*}title")), ""),
        edition=f"tr. {translator}" if translator else "",
        language=language_code(next(map(_words, package.iter("{*}language")), "")),
        translator=translator,
    )
