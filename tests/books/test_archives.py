"""EPUB, DOCX and HTML made here: chapters across files, what is hidden, and archives that mean harm."""

import io
import zipfile
from pathlib import Path

import pytest

from rag.books.read import read_book
from rag.errors import BadBook

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
PACKAGE = """<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:title>On Calm</dc:title><dc:creator>Ann Author</dc:creator><dc:language>en</dc:language></metadata>
<manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/>
<item id="b" href="b.xhtml" media-type="application/xhtml+xml"/>
<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest>
<spine toc="n"><itemref idref="a"/><itemref idref="b"/></spine></package>"""
NCX = """<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/"><navMap><navPoint><navLabel><text>One</text></navLabel>
<content src="a.xhtml"/></navPoint><navPoint><navLabel><text>Two</text></navLabel><content src="b.xhtml#two"/>
</navPoint></navMap></ncx>"""


def archive(path: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in files.items():
            made.writestr(name, text)
    return path


def epub(path: Path, first: str, second: str) -> Path:
    page = '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>{}</body></html>'
    files = {"p.opf": PACKAGE, "toc.ncx": NCX, "a.xhtml": page.format(first), "b.xhtml": page.format(second)}
    return archive(path, files)


def test_a_chapter_goes_on_in_the_next_file(tmp_path: Path) -> None:
    book = read_book(epub(tmp_path / "x", "<h2>I</h2><p>Begun.</p>", "<p>Gone on.</p><h2 id='two'>II</h2><p>New.</p>"))
    assert [(block.text, block.division) for block in book.blocks] == [("Begun.", 0), ("Gone on.", 0), ("New.", 1)]


def test_pages_without_headings_take_those_of_the_table_of_contents(tmp_path: Path) -> None:
    book = read_book(epub(tmp_path / "x", "<p>Begun.</p>", "<p>Gone on.</p><p id='two'>New.</p>"))
    assert [division.title for division in book.divisions] == ["One", "Two"]
    assert [block.division for block in book.blocks] == [0, 0, 1]


def test_html_has_its_pages_and_neither_marks_of_notes_nor_hidden_words(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text(
        "<html><body><p>Virtue<sup><a href='#n'>1</a></sup> is <span class='pagenum'>[12]</span>taught.</p>"
        "<p style='display:none'>Obey.</p><script>x</script>"
        "<div class='footnote' id='n'>So he says.</div></body></html>",
        encoding="utf-8",
    )
    book = read_book(path)
    assert [block.text for block in book.blocks] == ["Virtue is taught."]
    assert [(mark.offset, mark.locus) for mark in book.blocks[0].pages] == [(10, "12")]
    assert [note.text for note in book.notes] == ["So he says."]


def test_what_was_deleted_or_hidden_in_a_docx_is_not_read(tmp_path: Path) -> None:
    runs = (
        "<w:r><w:t>Kept.</w:t></w:r><w:del><w:r><w:delText>Gone.</w:delText></w:r></w:del>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>Hidden.</w:t></w:r>"
    )
    body = f"<w:document {W}><w:body><w:p>{runs}</w:p></w:body></w:document>"
    assert [b.text for b in read_book(archive(tmp_path / "x", {"word/document.xml": body})).blocks] == ["Kept."]


def test_an_archive_that_would_unpack_to_far_more_is_refused(tmp_path: Path) -> None:
    path = archive(tmp_path / "x", {"word/document.xml": " " * 20_000_000})
    with pytest.raises(BadBook, match="would unpack to far more than a book"):
        read_book(path)


def test_a_zip_without_a_book_and_a_broken_one_are_told_apart(tmp_path: Path) -> None:
    path = archive(tmp_path / "x", {"../../evil": "x"})
    with pytest.raises(BadBook, match="ZIP archive without a book"):
        read_book(path)
    assert list(tmp_path.iterdir()) == [path]
    made = io.BytesIO()
    (tmp_path / "y").write_bytes(b"PK\x03\x04" + made.getvalue() + b"broken")
    with pytest.raises(BadBook, match="broken ZIP"):
        read_book(tmp_path / "y")
