"""TEI: the text without notes and names, with every place where it begins."""

from pathlib import Path

import pytest

from books.made import read, tei
from rag.books.values import Mark
from rag.errors import BadBook

OLD = """<div type="translation" n="urn:cts:x"><div type="textpart" subtype="section" n="70">
<milestone unit="page" resp="Stephanus" n="70"/><milestone unit="section" resp="Stephanus" n="70a"/>
<said who="#Meno"><label>Men.</label> <p>Can you tell me,
   Socrates?</p></said>
<said who="#Socrates"><label>Soc.</label> <p>They were famous for <milestone unit="section" resp="Stephanus" n="70b"/>
their riches<note>Not so.</note>.</p></said></div>
<div type="textpart" subtype="section" n="71"><said who="#Socrates" rend="merge"><label>Soc.</label>
<p>Now here: <milestone unit="page" resp="Stephanus" n="71"/><milestone unit="section" resp="Stephanus" n="71a"/> a
drought.</p></said></div></div>"""

NEW = """<div n="70" type="section"><milestone unit="section" resp="Stephanus" n="70a"/>
<p><said who="#Meno"><milestone unit="section" resp="Stephanus" n="70b"/><label>Men.</label> Can you tell me?</said></p>
</div>"""


def test_speech_stands_without_its_speaker_and_its_note(tmp_path: Path) -> None:
    book = read(tmp_path, tei(OLD))
    assert [(block.text, block.speaker) for block in book.blocks] == [
        ("Can you tell me, Socrates?", "Meno"),
        ("They were famous for their riches.", "Socrates"),
        ("Now here: a drought.", "Socrates"),
    ]
    assert [note.text for note in book.notes] == ["Not so."]


def test_a_milestone_stands_at_the_word_after_it(tmp_path: Path) -> None:
    book = read(tmp_path, tei(OLD))
    assert [block.marks for block in book.blocks] == [
        (Mark(0, "70a"),),
        (Mark(21, "70b"),),
        (Mark(10, "71a"),),
    ]
    assert book.scheme == "stephanus"


def test_a_speech_that_goes_on_over_a_page_says_so(tmp_path: Path) -> None:
    book = read(tmp_path, tei(OLD))
    assert [block.continues for block in book.blocks] == [False, False, True]
    assert [(block.page, block.pages) for block in book.blocks] == [("70", ()), ("70", ()), ("70", (Mark(10, "71"),))]


def test_milestones_between_and_before_names_are_read_in_the_other_encoding(tmp_path: Path) -> None:
    (block,) = read(tmp_path, tei(NEW)).blocks
    assert (block.text, block.speaker) == ("Can you tell me?", "Meno")
    assert block.marks == (Mark(0, "70a"), Mark(0, "70b"))


def test_divisions_count_where_no_milestone_does(tmp_path: Path) -> None:
    body = (
        '<div type="textpart" subtype="book" n="1"><head>Liber Primus</head>'
        '<div type="textpart" subtype="section" n="1"><p>Quamquam te.</p></div>'
        '<div type="textpart" subtype="section" n="2"><p>Quam ob rem.</p></div></div>'
    )
    book = read(tmp_path, tei(body, language="lat"))
    assert [block.marks for block in book.blocks] == [(Mark(0, "1.1"),), (Mark(0, "1.2"),)]
    assert [(d.title, d.level, d.parent) for d in book.divisions] == [
        ("Liber Primus", 1, None),
        ("1", 2, 0),
        ("2", 2, 0),
    ]
    assert (book.scheme, book.front.language) == ("book-chapter", "la")


def test_milestones_count_inside_the_divisions_around_them(tmp_path: Path) -> None:
    mark = '<milestone unit="section" n="{}"/>'
    body = f'<div subtype="book" n="2"><p>{mark.format(7)}One. {mark.format(8)}Two.</p></div>'
    assert read(tmp_path, tei(body)).blocks[0].marks == (Mark(0, "2.7"), Mark(5, "2.8"))


def test_a_division_that_repeats_a_number_is_counted_on_with_a_warning(tmp_path: Path) -> None:
    body = "".join(f'<div subtype="book" n="{n}"><p><milestone unit="section" n="1"/>Text.</p></div>' for n in "121")
    book = read(tmp_path, tei(body))
    assert [block.marks[0].locus for block in book.blocks] == ["1.1", "2.1", "3.1"]
    assert book.warnings == ("“Book 1” is numbered 1 after 2; it was counted as 3.",)


def test_a_preface_without_a_number_has_no_place(tmp_path: Path) -> None:
    body = (
        '<div subtype="book" n="1"><div subtype="section" n="9"><p>Nine.</p></div></div>'
        '<div type="preface"><p>Before two.</p></div>'
        '<div subtype="book" n="2"><div subtype="section" n="1"><p>One.</p></div></div>'
    )
    assert [block.marks[0].locus for block in read(tmp_path, tei(body)).blocks] == ["1.9", "", "2.1"]


def test_a_gap_in_the_numbering_is_reported_with_both_ends(tmp_path: Path) -> None:
    body = "<p>" + "".join(f'<milestone unit="section" n="{n}"/>Word. ' for n in ("77a", "77c", "78a", "80a")) + "</p>"
    assert read(tmp_path, tei(body)).warnings == (
        "The numbering of the source goes from 77a to 77c.",
        "The numbering of the source goes from 78a to 80a.",
    )


@pytest.mark.parametrize(
    ("inline", "expected"),
    [
        ("a <q>b</q>, <foreign>ἀρετή</foreign>", "a b, ἀρετή"),
        ("one<lb/>two th<lb break='no'/>ree", "one two three"),
        ("<choice><sic>teh</sic><corr>the</corr></choice> end", "the end"),
        ("<del>out</del> <add>in</add><gap/>", "out in"),
        ("<quote><l>a line</l><l>another</l></quote>", "a line another"),
        ("e\u0301le\u0300ve", "élève"),
        ("<said>quoted</said> on", "quoted on"),
        ("&mdash;", None),
    ],
)
def test_inline_elements_leave_their_words(tmp_path: Path, inline: str, expected: str | None) -> None:
    if expected is None:
        with pytest.raises(BadBook, match="not well-formed"):
            read(tmp_path, tei(f"<p>{inline}</p>"))
    else:
        assert read(tmp_path, tei(f"<p>{inline}</p>")).blocks[0].text == expected


def test_a_new_paragraph_begins_where_a_milestone_says_so(tmp_path: Path) -> None:
    book = read(tmp_path, tei('<p>οὔ;<milestone unit="para" ed="P"/>καὶ μάλα.</p>', language="grc"))
    assert [block.text for block in book.blocks] == ["οὔ;", "καὶ μάλα."]


def test_the_header_says_who_what_and_when(tmp_path: Path) -> None:
    header = (
        "<titleStmt><title>Meno</title><author>Plato</author><editor role='translator'>W. Lamb</editor></titleStmt>"
        "<publicationStmt><date>1996</date><idno>urn:cts:y</idno></publicationStmt>"
        "<sourceDesc><bibl><date>1924</date></bibl></sourceDesc>"
    )
    front = read(tmp_path, tei("<p>Text.</p>", header=header)).front
    assert (front.author, front.title, front.edition, front.year) == ("Plato", "Meno", "tr. W. Lamb, 1924", 1924)
    assert (front.language, front.urn) == ("en", "urn:cts:y")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("<?xml version='1.0'?><root>text</root>", "is XML, but not TEI: its root is <root>"),
        (tei(""), "without any text"),
        ("<?xml version='1.0'?><TEI><text/></TEI>", "without a <text> and <body>"),
        ("<?xml version='1.0'?><TEI><text>", "not well-formed XML"),
        (
            '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><TEI><text>&e;</text></TEI>',
            r"entities of its own \(e\)",
        ),
        ('<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><TEI>&b;</TEI>', r"entities of its own \(a, b\)"),
        ("<?xml version='1.0'?><TEI>" + "<a>" * 200 + "</a>" * 200 + "</TEI>", "more than 120 deep"),
    ],
)
def test_a_file_that_is_no_book_says_why(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadBook, match=reason):
        read(tmp_path, text, "book.xml")


def test_common_entities_of_an_absent_dtd_are_opened(tmp_path: Path) -> None:
    text = "<TEI.2><text><body><p>a &mdash; b</p></body></text></TEI.2>"
    doctype = '<!DOCTYPE TEI.2 SYSTEM "http://127.0.0.1:9/none.dtd">'
    assert read(tmp_path, doctype + text).blocks[0].text == "a — b"
