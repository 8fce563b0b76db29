"""A reader is chosen by what a file holds, and what cannot be read says so."""

from pathlib import Path

import pytest

from books.made import DATA, needs_data, read
from rag.books.files import MAX_BYTES
from rag.books.read import read_book
from rag.books.values import Mark
from rag.errors import BadBook, RagError


def test_headings_make_divisions_and_the_first_names_the_book(tmp_path: Path) -> None:
    book = read(
        tmp_path, "# Guide\n\nIntro.\n\n## One\n\nA *b* [c](http://x).\n\n### Deep\n\nD.\n\n## Two\n\n- E\n- F\n"
    )
    assert book.front.title == "Guide"
    assert [(d.title, d.level, d.parent) for d in book.divisions] == [
        ("One", 1, None),
        ("Deep", 2, 0),
        ("Two", 1, None),
    ]
    assert [(block.text, block.division) for block in book.blocks] == [
        ("Intro.", None),
        ("A b c.", 0),
        ("D.", 1),
        ("E", 2),
        ("F", 2),
    ]


def test_tei_in_utf_16_is_tei(tmp_path: Path) -> None:
    text = '<?xml version="1.0" encoding="UTF-16"?>\n<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/>'
    text += "<text><body><p>Ἡ ἀρετὴ διδακτόν.</p></body></text></TEI>"
    (tmp_path / "a.xml").write_bytes(text.encode("utf-16"))
    assert [block.text for block in read_book(tmp_path / "a.xml").blocks] == ["Ἡ ἀρετὴ διδακτόν."]


def test_headings_below_the_third_level_stay_on_it(tmp_path: Path) -> None:
    book = read(tmp_path, "# A\n\n# B\n\n## C\n\n### D\n\n#### E\n\nText.\n")
    assert [(d.title, d.level) for d in book.divisions] == [("A", 1), ("B", 1), ("C", 2), ("D", 3), ("E", 3)]


def test_footnotes_are_kept_apart_and_quotes_and_tables_as_text(tmp_path: Path) -> None:
    book = read(tmp_path, "## H\n\n> Said.[^1]\n\n| a | b |\n|---|---|\n| c | d |\n\n[^1]: A note.\n")
    assert [block.text for block in book.blocks] == ["Said.", "a | b", "c | d"]
    assert [note.text for note in book.notes] == ["A note."]


def test_front_matter_is_read(tmp_path: Path) -> None:
    text = '---\ntitle: "Le Guide"\nauthor: Anne\nlanguage: fra\nyear: 2020\nodd line\n---\n\nTexte.\n'
    front = read(tmp_path, text).front
    assert (front.title, front.author, front.language, front.year) == ("Le Guide", "Anne", "fr", 2020)


def test_marks_are_taken_out_and_stand_at_the_next_word(tmp_path: Path) -> None:
    book = read(tmp_path, "[70a] One two. [70b] Three.\n\n[71a] Four.")
    assert [(block.text, block.marks) for block in book.blocks] == [
        ("One two. Three.", (Mark(0, "70a"), Mark(9, "70b"))),
        ("Four.", (Mark(0, "71a"),)),
    ]
    assert book.scheme == "stephanus"


@pytest.mark.parametrize(
    ("text", "scheme"),
    [
        ("[1094a1] a [1094a18] b", "bekker"),
        ("[5.358] a [5.375] b", "cp"),
        ("[1.1] a [1.2] b", "book-chapter"),
        ("[1] a\n\n[2] b", "entry"),
        ("One[1] two[2].", ""),  # footnote numbers
        ("As he says [1], and [2] too.\n\n[1] Note.\n\n[2] Note.", ""),
        ("[71a] a [70a] b", ""),  # backwards
        ("[70a] a [12] b", ""),  # of two kinds
        ("[80a] alone", ""),
    ],
)
def test_a_numbering_is_recognised_only_without_doubt(tmp_path: Path, text: str, scheme: str) -> None:
    book = read(tmp_path, text)
    assert book.scheme == scheme
    assert any(block.marks for block in book.blocks) is bool(scheme)


def test_a_scheme_that_is_said_decides(tmp_path: Path) -> None:
    assert read(tmp_path, "[7] One. [9] Two.", scheme="entry").blocks[0].marks == (Mark(0, "7"), Mark(5, "9"))


def test_a_mark_in_a_heading_counts_for_the_text_under_it(tmp_path: Path) -> None:
    book = read(tmp_path, "## [80a] The torpedo\n\nText.\n\n## [81a] A tale\n\nMore.\n")
    assert [d.title for d in book.divisions] == ["The torpedo", "A tale"]
    assert [block.marks for block in book.blocks] == [(Mark(0, "80a"),), (Mark(0, "81a"),)]


def test_plain_text_has_paragraphs_and_the_headings_of_books(tmp_path: Path) -> None:
    text = (
        "Preface line\ngoes on.\n\nBOOK III\n\nChapter 2. Of men\n\nText.\n\nBook learning is not a heading, is it?\n"
    )
    book = read(tmp_path, text)
    assert [(d.title, d.level) for d in book.divisions] == [("BOOK III", 1), ("Chapter 2. Of men", 2)]
    assert [(block.text, block.division) for block in book.blocks] == [
        ("Preface line goes on.", None),
        ("Text.", 1),
        ("Book learning is not a heading, is it?", 1),
    ]


@pytest.mark.parametrize("heading", ["Livre I", "LIVRE PREMIER", "Première partie", "Chapitre 4", "§ 12", "Liber II"])
def test_headings_in_other_languages(tmp_path: Path, heading: str) -> None:
    assert [d.title for d in read(tmp_path, f"{heading}\n\nTexte.\n").divisions] == [heading]


def test_the_content_decides_and_not_the_name(tmp_path: Path) -> None:
    assert read(tmp_path, "# Title\n\nText.\n", "book.xml").front.title == "Title"


def test_encodings(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes("\ufeffÉlève\r\n\r\ndeux".encode())
    assert [block.text for block in read_book(path).blocks] == ["Élève", "deux"]
    path.write_bytes("Élève – œuvre".encode("cp1252"))
    book = read_book(path)
    assert book.blocks[0].text == "Élève – œuvre"
    assert book.warnings == ("It is not UTF-8; it was read as Windows-1252. Save it as UTF-8 if letters look wrong.",)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"%PDF-1.4", "broken PDF"),
        (b"PK\x03\x04rest", "ZIP archive"),
        (b"a\x00b", "is not text"),
        (b"<!DOCTYPE html><html></html>", "has no text in it"),
        (b"# Only a heading\n", "no text under them"),
    ],
)
def test_what_cannot_be_read_says_why(tmp_path: Path, data: bytes, reason: str) -> None:
    path = tmp_path / "book"
    path.write_bytes(data)
    with pytest.raises(BadBook, match=reason):
        read_book(path)


def test_a_missing_file_and_a_folder_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(BadBook, match="There is no file"):
        read_book(tmp_path / "none.txt")
    with pytest.raises(BadBook, match="is a folder"):
        read_book(tmp_path)


def test_a_file_above_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadBook, match="the limit is 50 MB"):
        read_book(path)


@needs_data
@pytest.mark.parametrize("path", sorted((DATA / "awkward").glob("*")), ids=lambda path: path.name)
def test_awkward_files_are_read_or_refused_with_a_reason(path: Path) -> None:
    try:
        book = read_book(path)
    except RagError as error:
        book, refused = None, error
    if book is None:
        assert "" not in (refused.message, refused.hint)
    else:
        assert any(block.text for block in book.blocks)
        assert not any("\x00" in block.text or "\ufeff" in block.text for block in book.blocks)
