"""Greek in ASCII becomes Greek, and nothing else does."""

from itertools import pairwise
from pathlib import Path

import pytest

from books.made import DATA, made, needs_data, read, tei
from rag.books.loci import parse_locus
from rag.books.read import read_book
from rag.books.read.beta_code import WARNING, looks_like_beta_code, to_unicode
from rag.books.values import Mark
from rag.text import words

MENO = (
    "*)/exeis moi ei)pei=n, w)= *sw/krates, a)=ra didakto\\n h( a)reth/; h)\\ ou) didakto\\n a)ll' a)skhto/n: h)\\ "
    "ou)/te a)skhto\\n ou)/te maqhto/n, a)lla\\ fu/sei paragi/gnetai toi=s a)nqrw/pois"
)
P4 = """<!DOCTYPE TEI.2 PUBLIC "-//TEI P4//DTD Main DTD Driver File//EN" "http://127.0.0.1:9/tei2.dtd" [
<!ENTITY % TEI.XML "INCLUDE">
<!ENTITY % PersProse PUBLIC "-//Perseus P4//DTD Perseus Prose//EN" "http://127.0.0.1:9/PersProse.dtd" >
%PersProse;
]>
<TEI.2><teiHeader><fileDesc><titleStmt><title>Ethics</title>&responsibility;</titleStmt>&fund.AnnCPB;</fileDesc>
</teiHeader><text lang="greek"><body><div1 type="Book" n="1"><milestone n="1094a" unit="bekker page"/>
<milestone n="1" unit="bekker line"/><head lang="en">Book 1</head><p>&lpar;pa=sa te/xnh&rpar;, ta\\
<milestone n="5" unit="bekker line"/>pra<milestone n="10" unit="bekker line"/>ceis&mdash;lo/gos
<note resp="Loeb"><bibl>Hes. WD 293</bibl></note> <q lang="en">of us</q>.</p></div1></body></text></TEI.2>"""


@pytest.mark.parametrize(
    ("beta", "greek"),
    [
        ("pa=sa te/xnh", "πᾶσα τέχνη"),
        ("lo/gos", "λόγος"),
        ("[lo/gos] lo/gos> lo/gos—a", "[λόγος] λόγος> λόγος—α"),
        ("pa=s' a)reth/", "πᾶσ’ ἀρετή"),
        ("dokei=: ti/;", "δοκεῖ\u00b7 τί;"),
        ("*)aqhnai=os, *(/ellhn, *swkra/ths", "Ἀθηναῖος, Ἕλλην, Σωκράτης"),
        ("MH=NIN A)/EIDE QEA\\ *PHLHI+A/DEW", "μῆνιν ἄειδε θεὰ Πηληϊάδεω"),
        ("(te/xnh) (ou) lo/gos) (h( a)reth/) (a)/lloi)", "(τέχνη) (οὐ λόγος) (ἡ ἀρετή) (ἄλλοι)"),
        ("tw=| lo/gw|, h(=|", "τῷ λόγῳ, ᾗ"),
    ],
)
def test_beta_code_is_read_as_its_manual_says(beta: str, greek: str) -> None:
    assert to_unicode(beta) == greek


@pytest.mark.parametrize(
    "text",
    [
        "and/or, (see) him/her = x+y (e.g. this/that) a=b " * 9,
        "for (i = 0; i < n; i++) { a[i] = b/c; } x |= y\\n " * 9,
        "L'âme (c'est-à-dire l'esprit) n'est pas ici ; voilà tout. " * 9,
        "https://example.org/a/b (one) (two) km/h w/o " * 9,
        "a)reth/ lo/gos",  # too few words
    ],
)
def test_other_writing_does_not_look_like_beta_code(text: str) -> None:
    assert not looks_like_beta_code(text)


def test_plain_text_is_turned_by_its_look_and_its_english_stays(tmp_path: Path) -> None:
    book = read(tmp_path, f"Meno, in Greek\n\n{MENO}\n")
    assert [block.text[:32] for block in book.blocks] == ["Meno, in Greek", "Ἔχεις μοι εἰπεῖν, ὦ Σώκρατες, ἆρ"]
    assert book.warnings == (WARNING,)


def test_tei_is_turned_where_it_says_greek_and_notes_and_english_stay(tmp_path: Path) -> None:
    book = read(tmp_path, P4, "ethics.xml")
    (block,) = book.blocks
    assert block.text == "(πᾶσα τέχνη), τὰ πραξεις—λόγος of us."
    assert block.marks == (Mark(0, "1094a1"), Mark(17, "1094a5"), Mark(20, "1094a10"))
    assert [note.text for note in book.notes] == ["Hes. WD 293"]
    assert (book.front.title, book.front.language, book.warnings) == ("Ethics", "grc", (WARNING,))


def test_a_word_that_goes_on_after_a_milestone_has_no_final_sigma(tmp_path: Path) -> None:
    text = P4.replace("pra<milestone", "pas<milestone").replace(">ceis", ">a/wn")
    assert "πασάων" in read(tmp_path, text, "ethics.xml").blocks[0].text


def test_greek_in_unicode_is_left_alone(tmp_path: Path) -> None:
    assert read(tmp_path, tei("<p>πᾶσα τέχνη (a/b)</p>", language="grc"), "x.xml").warnings == ()


def test_greek_quoted_in_another_language_is_turned_alone(tmp_path: Path) -> None:
    body = '<p>He says <foreign lang="greek">a)reth/</foreign> (virtue/excellence).</p>'
    assert read(tmp_path, tei(body)).blocks[0].text == "He says ἀρετή (virtue/excellence)."


@needs_data
def test_the_nicomachean_ethics_has_every_bekker_line_that_it_marks_and_greek_words() -> None:
    book = read_book(DATA / "books" / "aristot.nic.eth_gk.xml")
    loci = [mark.locus for block in book.blocks for mark in block.marks]
    places = [place.parts for locus in loci if (place := parse_locus(locus, "bekker"))]
    text = " ".join(block.text for block in book.blocks)
    assert (book.scheme, len(loci), loci[0], loci[-1], book.warnings) == (
        "bekker", 1330, "1094a1", "1181b20", (WARNING,)
    )  # fmt: skip
    assert all(before < after for before, after in pairwise(places))
    assert [division.title for division in book.divisions] == [f"Book {number}" for number in range(1, 11)]
    assert "μὴ πάντα δι’ ἕτερον αἱρούμεθα (πρόεισι γὰρ οὕτω γ’ εἰς ἄπειρον, ὥστ’ εἶναι" in text
    assert text.startswith("πᾶσα τέχνη καὶ πᾶσα μέθοδος, ὁμοίως δὲ πρᾶξίς τε καὶ προαίρεσις, ἀγαθοῦ τινὸς ἐφίεσθαι")
    assert not set(text) & set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz/\\=|*")
    assert sum(word in words("ἀρετή ἀρετῆς ἀρετήν") for word in words(text)) == 213


@needs_data
def test_a_search_for_virtue_finds_it_at_its_place() -> None:
    chunks = made(DATA / "books" / "aristot.nic.eth_gk.xml", source_id="en").chunks
    found = [chunk.canonical_reference for chunk in chunks if "αρετη" in chunk.folded.split()]
    assert found[0] == "EN 1095b15-1095b30"
