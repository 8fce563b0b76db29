"""The places of whole editions: every one that is marked, in order, and the same in two languages."""

import re
from pathlib import Path

import pytest

from books.made import DATA, made, needs_data, read, tei
from rag.books.read import read_book
from rag.books.values import Book

BOOKS = DATA / "books"


def loci(book: Book) -> list[str]:
    return [mark.locus for block in book.blocks for mark in block.marks]


@needs_data
def test_latin_and_english_of_de_officiis_meet_at_every_section() -> None:
    latin, english = (read_book(BOOKS / f"phi0474.phi055.perseus-{name}.xml") for name in ("lat1", "eng1"))
    assert loci(latin) == loci(english)
    assert (len(loci(latin)), loci(latin)[0], loci(latin)[-1]) == (371, "1.1", "3.121")
    assert (latin.scheme, english.scheme) == ("book-chapter", "book-chapter")


@needs_data
def test_passages_of_de_officiis_in_two_languages_have_one_work_and_place() -> None:
    latin, english = (made(BOOKS / f"phi0474.phi055.perseus-{name}.xml", source_id=name) for name in ("lat1", "eng1"))
    assert latin.work_key == english.work_key
    latin_words, english_words = "Omnis de officio duplex est quaestio", "Every treatise on duty has two parts"
    (there,) = [chunk.canonical_reference for chunk in latin.chunks if latin_words in chunk.text]
    (here,) = [chunk.canonical_reference for chunk in english.chunks if english_words in chunk.text]
    assert (there, here) == ("Off. 1.7", "Off. 1.7")


@needs_data
def test_chapters_of_the_english_de_officiis_divide_its_books() -> None:
    book = read_book(BOOKS / "phi0474.phi055.perseus-eng1.xml")
    chapters = [division for division in book.divisions if division.level == 2]
    assert [division.title for division in chapters[:2]] == ["Chapter 1", "Chapter 2"]
    assert len(chapters) == 103


@needs_data
@pytest.mark.parametrize("work", ["tlg002", "tlg024"])
@pytest.mark.parametrize("edition", ["eng2", "grc2"])
def test_every_stephanus_section_of_plato_is_found_in_order(work: str, edition: str) -> None:
    path = BOOKS / f"tlg0059.{work}.perseus-{edition}.xml"
    marked = re.findall(r'<milestone[^>]*unit="section"[^>]*n="(\w+)"', path.read_text(encoding="utf-8"))
    marked = marked or re.findall(r'<milestone[^>]*n="(\w+)"[^>]*unit="section"', path.read_text(encoding="utf-8"))
    assert loci(read_book(path)) == marked
    assert len(marked) == {"tlg002": 125, "tlg024": 151}[work]


def test_a_chapter_by_milestone_begins_a_division_and_no_place(tmp_path: Path) -> None:
    section = '<milestone unit="section" n="{}"/>'
    chapter = '<milestone unit="chapter" n="{}"/>'
    body = (
        f'<div subtype="book" n="1"><head>Book I</head><p>{chapter.format(1)}{section.format(1)}One. '
        f"{section.format(2)}Two. {chapter.format(2)}Still two.</p></div>"
        f'<div subtype="book" n="2"><p>{section.format(1)}Next.</p></div>'
    )
    book = read(tmp_path, tei(body))
    assert [(division.title, division.level, division.parent) for division in book.divisions] == [
        ("Book I", 1, None),
        ("Chapter 1", 2, 0),
        ("Chapter 2", 2, 0),
        ("Book 2", 1, None),
    ]
    assert [(block.text, block.division) for block in book.blocks] == [
        ("One. Two.", 1),
        ("Still two.", 2),
        ("Next.", 3),
    ]
    assert loci(book) == ["1.1", "1.2", "2.1"]
