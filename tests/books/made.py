"""Small books for the tests, and where the larger ones lie."""

from functools import cache
from pathlib import Path

import pytest
from lxml import etree

from rag.books.enrich import ExtractiveEnricher
from rag.books.manifest import Entry, read_manifest
from rag.books.names import built_in_names
from rag.books.prepare import prepare
from rag.books.read import read_book
from rag.books.values import Book, Prepared
from rag.text import words

REPOSITORY = Path(__file__).resolve().parents[2]
DATA = REPOSITORY.parent / "shared" / "data"
needs_data = pytest.mark.skipif(not DATA.is_dir(), reason="the folder of test data is not beside the repository")


def tei(body: str, *, header: str = "", language: str = "eng") -> str:
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><fileDesc>{header}</fileDesc></teiHeader>
<text xml:lang="{language}"><body>{body}</body></text></TEI>"""


def read(folder: Path, text: str, name: str = "book.txt", scheme: str = "") -> Book:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_book(path, scheme)


def made(path: Path, **said: object) -> Prepared:
    entry = Entry(path, **said)  # type: ignore[arg-type]
    return prepare(path, entry, enricher=ExtractiveEnricher(), names=built_in_names())


@cache
def made_all(manifest: Path) -> tuple[Prepared, ...]:
    read = read_manifest(manifest)
    return tuple(prepare(e.path, e, enricher=ExtractiveEnricher(), names=read.names) for e in read.entries)


def tei_words(path: Path) -> list[str]:
    """The words of the body without notes, speakers' names and headings, taken without any of the readers."""
    root = etree.parse(str(path)).getroot()
    body = root.find(".//{*}body")
    for unwanted in list(body.iter("{*}note", "{*}label", "{*}speaker", "{*}head")):
        parent, before = unwanted.getparent(), unwanted.getprevious()
        tail = " " + (unwanted.tail or "")
        if before is None:
            parent.text = (parent.text or "") + tail
        else:
            before.tail = (before.tail or "") + tail
        parent.remove(unwanted)
    apart = {"p", "said", "div", "l", "quote", "bibl", "cit"}
    for element in body.iter():
        if isinstance(element.tag, str) and etree.QName(element).localname in apart | {"milestone"}:
            is_paragraph = element.get("unit") == "para" or etree.QName(element).localname in apart
            element.tail = (" " if is_paragraph else "") + (element.tail or "")
    return words("".join(body.itertext()))
