"""What a TEI header says of the book."""

from __future__ import annotations

import re

from lxml import etree

from rag.books.language import language_code
from rag.books.values import Front
from rag.text import squeeze

_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_XML_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_YEAR = re.compile(r"\b(1[4-9]\d\d|20\d\d)\b")


def read_front(root: etree._Element) -> Front:
    header = root.find("{*}teiHeader")
    text = root.find("{*}text")
    translator, editor = _editors(header)
    year = _year(header)
    credit = f"tr. {translator}" if translator else f"ed. {editor}" if editor else ""
    edition = ", ".join(part for part in (credit, str(year) if year else "") if part)
    return Front(
        author=_first(header, ".//{*}titleStmt/{*}author"),
        title=_first(header, ".//{*}titleStmt/{*}title"),
        edition=edition if credit else "",
        language=_language(text),
        translator=translator,
        year=year,
        urn=_urn(header, text),
    )


def _first(header: etree._Element | None, path: str) -> str:
    found = None if header is None else header.find(path)
    return "" if found is None else squeeze("".join(found.itertext()))


def _editors(header: etree._Element | None) -> tuple[str, str]:
    """Translator and editor; an editor without a role is an editor."""
    roles = {"translator": "", "editor": ""}
    for editor in () if header is None else header.iterfind(".//{*}titleStmt/{*}editor"):
        role = editor.get("role", "editor")
        if not roles.get(role, "taken"):
            roles[role] = squeeze("".join(editor.itertext()))
    return roles["translator"], roles["editor"]


def _year(header: etree._Element | None) -> int | None:
    """Of the printed source, never of the digital release."""
    for date in () if header is None else header.iterfind(".//{*}sourceDesc//{*}date"):
        found = _YEAR.search("".join(date.itertext()))
        if found:
            return int(found.group())
    return None


def _language(text: etree._Element | None) -> str:
    for element in () if text is None else text.iter("{*}text", "{*}body", "{*}div"):
        if element.get(_XML_LANG) or element.get("lang"):
            return language_code(element.get(_XML_LANG) or element.get("lang") or "")
    return ""


def _urn(header: etree._Element | None, text: etree._Element | None) -> str:
    for element in () if text is None else text.iter("{*}body", "{*}div"):
        for value in (str(element.get(_XML_BASE, "")), str(element.get("n", ""))):
            if value.startswith("urn:"):
                return value
    idno = _first(header, ".//{*}idno")
    return idno if idno.startswith("urn:") else ""
