"""What people upload by mistake or on purpose: each file is read as it should be, or refused with its reason."""

from pathlib import Path

import pytest

from rag.books.read import read_book
from rag.errors import BadBook

AWKWARD = Path(__file__).parents[3] / "shared" / "data" / "awkward"
pytestmark = pytest.mark.skipif(not AWKWARD.is_dir(), reason="the shared files are not beside the project")


@pytest.mark.parametrize(
    ("name", "first", "blocks", "notes"),
    [
        ("epub_no_mimetype.epub", "Call me Ishmael.", 1, 0),
        ("epub_duplicate_zip_entry.epub", "Call me Ishmael.", 1, 0),
        ("epub_filename_not_utf8.epub", "Call me Ishmael.", 1, 0),
        ("epub_wasteland.epub", "T.S. Eliot", 175, 22),
        ("docx_footnotes_endnotes.docx", "Test footnote. Test endnote.", 1, 2),
        ("docx_sdt_in_footnote.docx", "Lorem ipsum dolor sit amet.", 1, 1),
        ("docx_hyperlinks.docx", "No hyperlinks", 3, 0),
        ("docx_utf8_bom_xml.docx", "This XML has a byte order mark.", 1, 0),
        ("odt_footnote.odt", "Some text with a footnote.", 1, 1),
        ("html_cp1252.html", "My first paragraph.", 3, 0),
    ],
)
def test_what_is_odd_but_sound_is_read_with_its_notes_apart(name: str, first: str, blocks: int, notes: int) -> None:
    book = read_book(AWKWARD / name)
    assert (book.blocks[0].text, len(book.blocks), len(book.notes)) == (first, blocks, notes)


@pytest.mark.parametrize(
    ("name", "why"),
    [("epub_is_really_an_image.epub", "is an image, which cannot be read"), ("docx_empty.docx", "has no text in it")],
)
def test_what_holds_no_book_is_refused_with_its_reason(name: str, why: str) -> None:
    with pytest.raises(BadBook, match=why):
        read_book(AWKWARD / name)


def test_an_epub_has_its_table_of_contents() -> None:
    book = read_book(AWKWARD / "epub_wasteland.epub")
    assert [division.title for division in book.divisions] == ["I. THE BURIAL OF THE DEAD", "II. A GAME OF CHESS"]
    assert (book.front.author, book.front.title) == ("T.S. Eliot", "The Waste Land")


def test_accents_of_windows_stand_in_html() -> None:
    assert "Die schöne Frau hat einen Kaffee" in read_book(AWKWARD / "html_cp1252.html").blocks[2].text
