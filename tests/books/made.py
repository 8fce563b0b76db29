"""Small books for the tests, and where the larger ones lie."""

from functools import cache
from pathlib import Path

import pytest

from rag.books.enrich import ExtractiveEnricher
from rag.books.manifest import Entry, read_manifest
from rag.books.names import built_in_names
from rag.books.prepare import prepare
from rag.books.read import read_book
from rag.books.values import Book, Prepared

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
