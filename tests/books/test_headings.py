"""Headings of plain texts, by words and capitals; footnotes apart; repeated titles once."""

from pathlib import Path

import pytest

from books.made import DATA, needs_data, read
from rag.books.read import read_book
from rag.books.read.headings import heading_rank, heading_title
from rag.books.read.plain_notes import split_notes
from rag.books.values import Book

LONG = "Le bon sens est la chose du monde la mieux partagée, car chacun pense en être si bien pourvu. " * 4


@pytest.mark.parametrize(
    ("paragraph", "rank"),
    [
        ("DISCOURS DE LA MÉTHODE.", 1),
        ("OBJECTIONS AUX MÉDITATIONS.", 1),
        ("BOOK III", 2),
        ("Livre premier", 2),
        ("THE FIRST BOOK", 2),
        ("PREMIÈRE PARTIE.", 2),
        ("Première partie", 2),
        ("MÉDITATION SECONDE.", 2),
        ("SECONDES OBJECTIONS,", 2),
        ("INTRODUCTION", 2),
        ("                PART I\n           CHANCE AND LOGIC\n     (ILLUSTRATIONS)", 2),
        ("_Supplementary Essay_\n   THE PRAGMATISM OF PEIRCE\n   BY\n   JOHN DEWEY", 2),
        ("SECOND PAPER\n   HOW TO MAKE OUR IDEAS CLEAR[31]", 3),
        ("II. THE DOCTRINE OF NECESSITY EXAMINED[59]", 3),
        ("OBJECTION IVe.", 3),
        ("Chapter 2. Of men", 3),
        ("§ 12", 4),
        ("CONTINUITY OF IDEAS", 4),
        ("IV", 5),
        ("Book learning is not a heading, is it?", 0),
        ("Part of the whole is this.", 0),
        ("First book your room, then come.", 0),
        ("MESSIEURS,", 0),
        ("FIN DES MÉDITATIONS.", 0),
        ("P. 190.", 0),
        ("_HI_ + _HI_ = _HH_ + _II_", 0),
        ("“WHAT IS IT?”", 0),
        ("1872.", 0),
        ("DISCOURS QUI A REMPORTÉ LE PRIX EN 1765.", 4),
        ("TABLE II.", 4),
    ],
)
def test_a_heading_has_the_rank_of_its_words(paragraph: str, rank: int) -> None:
    assert heading_rank(paragraph) == rank


def test_a_title_stands_in_one_line_without_marks() -> None:
    assert heading_title("  SECOND PAPER\n  HOW TO MAKE _OUR_ IDEAS CLEAR[31]") == (
        "SECOND PAPER. HOW TO MAKE OUR IDEAS CLEAR"
    )  # fmt: skip


def test_a_second_line_of_capitals_belongs_to_the_heading_above(tmp_path: Path) -> None:
    book = read(tmp_path, f"PREMIÈRE MÉDITATION.\n\nDES CHOSES QUE L'ON PEUT\nRÉVOQUER EN DOUTE.\n\n{LONG}\n")
    assert [division.title for division in book.divisions] == [
        "PREMIÈRE MÉDITATION. DES CHOSES QUE L'ON PEUT RÉVOQUER EN DOUTE."
    ]


def test_speakers_in_capitals_head_nothing(tmp_path: Path) -> None:
    text = "ACT ONE\n\n" + "SOCRATES.\n\nWhat is it?\n\nPHAEDRUS.\n\nThis.\n\n" * 20
    book = read(tmp_path, text)
    assert book.divisions == ()
    assert len(book.blocks) == 81


def test_footnotes_and_their_marks_are_taken_out() -> None:
    paragraphs = ["A word[3] and [7] more [A].", "[Note 3: Of it.]", "Footnote A:", "  First.", "  Second.", "Text.",
                  "[Note 9: never closes", *["Text."] * 20]  # fmt: skip
    kept, notes = split_notes(paragraphs)
    assert kept == ["A word and [7] more.", "Text.", "[Note 9: never closes", *["Text."] * 20]
    assert notes == ("Of it.", "First. Second.")


def titles(book: Book, level: int) -> list[str]:
    return [division.title for division in book.divisions if division.level == level]


@needs_data
@pytest.mark.parametrize("file", ["descartes-13846-0.txt", "descartes-13846-8.latin1.txt"])
def test_descartes_has_the_discourse_the_meditations_and_the_objections(file: str) -> None:
    book = read_book(DATA / "books" / file)
    assert titles(book, 1) == [
        "DISCOURS DE LA MÉTHODE.",
        "DISCOURS DE LA MÉTHODE POUR BIEN CONDUIRE SA RAISON, ET CHERCHER LA VÉRITÉ DANS LES SCIENCES.",
        "MÉDITATIONS MÉTAPHYSIQUES.",
        "OBJECTIONS AUX MÉDITATIONS.",
    ]
    second = titles(book, 2)
    assert [title for title in second if title.endswith("PARTIE.")] == [
        f"{number} PARTIE." for number in ("PREMIÈRE", "SECONDE", "TROISIÈME", "QUATRIÈME", "CINQUIÈME", "SIXIÈME")
    ]
    assert sum(" MÉDITATION." in title or title.startswith(("MÉDITATION ", "MEDITATION ")) for title in second) == 6
    assert sum("OBJECTION IVe" in title for title in titles(book, 3)) == 1


@needs_data
def test_peirce_has_the_proem_and_eleven_essays() -> None:
    book = read_book(DATA / "books" / "peirce-65274-0.txt")
    assert titles(book, 1) == [
        "PROEM. THE RULES OF PHILOSOPHY",
        "PART I. CHANCE AND LOGIC (ILLUSTRATIONS OF THE LOGIC OF SCIENCE)",
        "PART II. LOVE AND CHANCE",
    ]
    assert titles(book, 2) == [
        "CHANCE AND LOGIC FIRST PAPER. THE FIXATION OF BELIEF",
        "SECOND PAPER. HOW TO MAKE OUR IDEAS CLEAR",
        "THIRD PAPER. THE DOCTRINE OF CHANCES",
        "FOURTH PAPER. THE PROBABILITY OF INDUCTION",
        "FIFTH PAPER. THE ORDER OF NATURE",
        "SIXTH PAPER. DEDUCTION, INDUCTION, AND HYPOTHESIS",
        "I. THE ARCHITECTURE OF THEORIES",
        "II. THE DOCTRINE OF NECESSITY EXAMINED",
        "III. THE LAW OF MIND",
        "IV. MAN’S GLASSY ESSENCE",
        "V. EVOLUTIONARY LOVE AT FIRST BLUSH. COUNTER-GOSPELS",
    ]
    assert (book.scheme, len(book.notes)) == ("", 88)
