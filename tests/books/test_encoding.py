"""Bytes in any encoding give the right letters, and a guess is named."""

from pathlib import Path

import pytest

from books.made import DATA, needs_data
from rag.books.read import read_book
from rag.books.read.encoding import decode
from rag.errors import BadBook

AS = "It is not UTF-8; it was read as {}. Save it as UTF-8 if letters look wrong."
GREEK = "Άλλοι άνθρωποι, Έλληνες και Ώρα· «Η αρετή» δεν είναι"
CHINESE = "这是一本关于哲学的书，讨论美德是否可以教授。" * 5
JAPANESE = "これは日本語の文章です。哲学についての本であり、徳を論じる。" * 5


@pytest.mark.parametrize(
    ("text", "encoding", "shown"),
    [
        ("Élève – œuvre «ça» l’été où naïf", "cp1252", "Windows-1252"),
        ("élève ça où naïf EN ÉTÉ ÉLOGE DE L'ÂME", "iso8859_1", "Windows-1252"),
        ("L'élève était très naïf, où ça? «été»", "mac_roman", "Mac Roman"),
        (GREEK + "…", "cp1253", "Windows-1253"),
        (GREEK, "iso8859_7", "ISO-8859-7"),
        ("האם אפשר ללמד את המידה הטובה? שלום עליכם", "cp1255", "Windows-1255"),
        ("Привет, мир! Это русский текст — «книга» про философию.", "cp1251", "Windows-1251"),
        ("Привет, мир! Это русский текст про философию.", "koi8_r", "KOI8-R"),
        ("Žluťoučký kůň příliš úpěl ďábelské ódy", "cp1250", "Windows-1250"),
        ("Zażółć gęślą jaźń, Łódź i święto", "iso8859_2", "ISO-8859-2"),
        ("Erdem öğretilebilir mi? Şu ışık çok güçlü, İyi", "cp1254", "Windows-1254"),
        (CHINESE, "gb18030", "GB18030"),
        (JAPANESE, "shift_jis", "CP932"),
    ],
)
def test_an_encoding_is_told_by_how_its_words_look(text: str, encoding: str, shown: str) -> None:
    decoded = decode(text.encode(encoding), "book.txt")
    assert (decoded.text, decoded.warning) == (text, AS.format(shown))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("text", ["Can you tell me,\nSocrates", "ἆρα διδακτὸν ἡ ἀρετή", "这是一本 关于"])
def test_utf_16_needs_no_mark(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding), "book.txt")
    assert (decoded.text, decoded.warning) == (text, "It was read as UTF-16 without its mark.")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_mark_at_the_beginning_says_it_all(encoding: str) -> None:
    decoded = decode("Élève\r\nἀρετή".encode(encoding), "book.txt")
    assert (decoded.text, decoded.warning) == ("Élève\nἀρετή", "")


def test_what_a_file_says_of_itself_is_believed_where_its_bytes_fit() -> None:
    assert decode("k\u00f6nnen\u2026".encode("cp1252"), "x", declared="iso-8859-1").text == "können…"
    assert decode("Привет".encode("koi8_r"), "x", declared="koi8-r").text == "Привет"
    assert decode("Élève".encode(), "x", declared="ascii").text == "Élève"
    assert decode("Élève".encode("cp1252"), "x", declared="no-such-thing").text == "Élève"


def test_a_few_broken_bytes_make_no_other_encoding() -> None:
    decoded = decode("ἀρετὴ διδακτόν ".encode() * 9 + b"\xff end", "book.txt")
    assert decoded.text == "ἀρετὴ διδακτόν " * 9 + " end"
    assert decoded.warning == "Bytes that are not UTF-8 were left out: 1."


def test_nothing_that_cannot_be_seen_is_left() -> None:
    assert decode("a\u200bb\u202ec\x07d\ufeffe\u2066f\r\rg".encode(), "x").text == "abcdef\n\ng"


@pytest.mark.parametrize("data", [b"a\x00b", b"\x00\x01\x00\x02" * 9, bytes(range(256))])
def test_bytes_that_are_no_text_are_refused(data: bytes) -> None:
    with pytest.raises(BadBook, match="is not text"):
        decode(data, "book.txt")


@needs_data
@pytest.mark.parametrize(
    ("file", "words", "warning"),
    [
        ("txt_windows1252.txt", ["tamelijk oprecht", "in den droom des levens"], AS.format("Windows-1252")),
        ("md_umlauts_latin1.md", ["können", "äöüß"], AS.format("Windows-1252")),
        ("txt_french_charset_normalizer.txt", ["MOLIÈRE", "Despréaux", "français", "règne"], ""),
        ("txt_iso8859_7_greek.txt", ["Ένας διαδικτυακός μας φίλος", "εχθρικά αισθήματα"], AS.format("Windows-1253")),
        ("txt_windows1255_hebrew_short.txt", ["אין כמעט ניבים אזוריים עבריים"], AS.format("Windows-1255")),
        ("txt_utf16le_nobom.txt", ["DateTime,Bid,Ask 07/19/2015"], "It was read as UTF-16 without its mark."),
        ("txt_utf8_bom.txt", ["コンソール アプリケーション"], ""),
        ("txt_udhr_all_languages.txt", ["Alle Menschen sind frei", "Все люди рождаются", "يولد جميع الناس"], ""),
    ],
)
def test_awkward_texts_have_the_right_letters(file: str, words: list[str], warning: str) -> None:
    book = read_book(DATA / "awkward" / file)
    text = " ".join([*(division.title for division in book.divisions), *(block.text for block in book.blocks)])
    assert [word for word in words if word not in text] == []
    assert "\x00" not in text
    assert "\ufeff" not in text
    assert warning in (*book.warnings, "")


@needs_data
def test_awkward_html_has_the_right_letters() -> None:
    decoded = decode((DATA / "awkward" / "html_cp1252.html").read_bytes(), "html_cp1252.html")
    assert [w for w in ("schöne Frau", "15,50 €", "très chaud", "niño comió") if w not in decoded.text] == []


@needs_data
def test_latin_1_and_utf_8_of_one_book_give_the_same_letters() -> None:
    one = decode(Path(DATA / "books" / "descartes-13846-0.txt").read_bytes(), "0")
    other = decode(Path(DATA / "books" / "descartes-13846-8.latin1.txt").read_bytes(), "8")
    start = "Lorsque les cendres de DESCARTES, né en France"
    assert one.text[one.text.index(start) :][:400_000] == other.text[other.text.index(start) :][:400_000]
