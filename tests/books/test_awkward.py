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


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("pdf_scan_no_text_francais.pdf", "has no text layer"),
        ("pdf_scan_rotated_skewed.pdf", "has no text layer"),
        ("pdf_flattened_scan_lorem.pdf", "has no text layer"),
        ("pdf_page_without_contents.pdf", "has no text layer"),
        ("pdf_truetype_no_unicode_map.pdf", "has hardly a letter that can be read"),
        ("pdf_type3_no_unicode_map.pdf", "is gibberish"),
        ("pdf_malformed_issue_932.pdf", "has hardly a letter that can be read"),
        ("pdf_encrypted_openpassword.pdf", "needs a password"),
        ("pdf_invalid_44_bytes.pdf", "is a broken PDF"),
        ("pdf_zero_bytes.pdf", "is empty"),
    ],
)
def test_a_pdf_that_gives_no_text_is_refused_with_its_reason(name: str, why: str) -> None:
    with pytest.raises(BadBook, match=why):
        read_book(AWKWARD / name)


@pytest.mark.parametrize(
    ("name", "inside", "warnings"),
    [
        ("pdf_mixed_multipage.pdf", "Percentage", ("5 of its 6 pages have no text: 1, 2, 3, 5, 6.",)),
        ("pdf_ocr_layer_vicksburg.pdf", "too conspicuous and dangerous for use.", ()),
        ("pdf_encrypted_r6_user_pw_owner_empty.pdf", "pdf encryption test", ()),
        (
            "pdf_copy_protected.pdf",
            "A Unified Toolkit",
            ("3 letters are missing: its fonts do not say which they are.",),
        ),
        ("pdf_identity_cmap.pdf", "Data wystawienia: 2021-04-26", ()),
        ("pdf_multilang.pdf", "你好世界", ()),
        ("pdf_duplicate_chars_fake_bold.pdf", "", ("41 lines were printed twice; they were taken once.",)),
    ],
)
def test_a_pdf_is_read_and_what_is_wrong_with_it_said(name: str, inside: str, warnings: tuple[str, ...]) -> None:
    book = read_book(AWKWARD / name)
    assert inside in " ".join(block.text for block in book.blocks)
    assert book.warnings == warnings


def test_running_heads_of_a_pdf_are_no_text() -> None:
    book = read_book(AWKWARD / "pdf_ocr_layer_vicksburg.pdf")
    assert [block.text for block in book.blocks if "SIEGE OF VICKSBURG" in block.text] == []


def test_a_pdf_has_its_outline_and_page_labels() -> None:
    book = read_book(AWKWARD.parent / "books" / "enchiridion-long.pdf")
    assert [division.title for division in book.divisions][:2] == ["One", "Two"]
    assert (len(book.divisions), book.blocks[-1].page) == (52, "29")
    marks = [mark.locus for block in book.blocks for mark in block.marks]
    assert (book.scheme, marks) == ("entry", [str(number) for number in range(1, 53)])
