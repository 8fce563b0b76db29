"""Nobody's words are cited as somebody else's."""

import pytest

from books.made import DATA, made, needs_data
from rag.books.read.lay_out import Piece
from rag.books.read.others import leave_out

BY = "Kant wrote this, says Kant of Kant."
OWN = Piece("Own words."), Piece("CHAPTER I", 3), Piece("More of them.")


@pytest.mark.parametrize(
    ("title", "text", "left_out"),
    [
        ("INTRODUCTION", BY, True),
        ("INTRODUCTION", "We begin with pure reason.", False),
        ("Introduction by Roger Scruton", "On reason.", True),
        ("Preface to the first edition", "Our reason has this fate.", False),
        ("PREFACE BY IMMANUEL KANT", BY.replace("Kant", "I"), False),
        ("Translator’s Note", "The words are hard.", True),
        ("ÉLOGE DE KANT, PAR THOMAS", "Messieurs.", True),
        ("Bibliography of Kant’s Works", "1781.", True),
        ("Supplementary Essay. By John Dewey", "On it.", True),
        ("The Supplement", BY, False),
    ],
)
def test_a_heading_and_the_author_s_name_tell_whose_it_is(title: str, text: str, left_out: bool) -> None:
    pieces = [Piece(title, 2), Piece("I", 5), Piece(text), Piece("PART I", 2), *OWN]
    kept, warnings = leave_out(pieces, "Immanuel Kant")
    assert kept == (pieces[3:] if left_out else pieces)
    assert len(warnings) == left_out


def test_what_is_left_out_is_named_with_its_length() -> None:
    _, warnings = leave_out([Piece("INTRODUCTION", 2), Piece(BY), Piece("PART I", 2), *OWN], "Kant")
    assert warnings == ("“INTRODUCTION” is not by Kant; its 8 words were left out.",)


def test_a_table_of_contents_goes_up_to_the_heading_that_has_text() -> None:
    contents = [Piece("TABLE OF CONTENTS", 2), Piece("PART I", 2), Piece("1. Of reason 7"), Piece("PART II", 2)]
    book = [Piece("PART I", 2), Piece("A long paragraph. " * 20), Piece("PART II", 2), Piece("Short.")]
    assert leave_out([*contents, *book], "") == (book, ("“TABLE OF CONTENTS” was left out.",))


def test_a_title_page_goes_only_where_it_is_said_to_be_one_and_is_short() -> None:
    pieces = [Piece("London, 1781"), Piece("PART I", 2), Piece("Text.")]
    assert leave_out(pieces, "", title_page=True) == (pieces[1:], ("The title page was left out.",))
    assert leave_out(pieces, "") == (pieces, ())
    long = [Piece("A first chapter without a heading. " * 20), *pieces[1:]]
    assert leave_out(long, "", title_page=True) == (long, ())


def test_an_introduction_beside_the_work_itself_is_about_it() -> None:
    pieces = [Piece("Meno", 2), Piece("Introduction", 3), Piece("It begins."), Piece("On ideas", 4), Piece("They are."),
              Piece("Meno", 3), Piece("Can you tell me, Socrates?")]  # fmt: skip
    kept, warnings = leave_out(pieces, "")
    assert kept == [pieces[0], *pieces[5:]]
    assert warnings == ("“Introduction” is not the author's; its 7 words were left out.",)


def test_a_file_that_is_nothing_else_is_kept() -> None:
    pieces = [Piece("Translator’s Note", 2), Piece("The words are hard.")]
    assert leave_out(pieces, "Kant") == (pieces, ())


@needs_data
def test_the_eulogy_before_descartes_is_not_cited_as_his() -> None:
    book = made(DATA / "books" / "descartes-13846-0.txt", source_id="d")
    assert book.warnings == (
        "The title page was left out.",
        "“ÉLOGE DE RENÉ DESCARTES,” is not by René Descartes; its 19190 words were left out.",
        "“NOTES SUR L'ÉLOGE DE DESCARTES.” is not by René Descartes; its 10182 words were left out.",
        "“TABLE. DES MATIÈRES CONTENUES DANS LE TOME PREMIER.” was left out.",
    )
    text = " ".join(chunk.text for chunk in book.chunks)
    assert "les cendres de DESCARTES" not in text
    assert "Le bon sens est la chose du monde la mieux partagée" in text
    assert (book.author, book.work, book.language) == ("René Descartes", "Discours de la méthode", "fr")


@needs_data
def test_cohen_and_dewey_are_not_cited_as_peirce() -> None:
    book = made(DATA / "books" / "peirce-65274-0.txt", source_id="p")
    text = " ".join(chunk.text for chunk in book.chunks)
    assert [warning for warning in book.warnings if "not by Charles S. Peirce" in warning] == [
        "“PREFACE” is not by Charles S. Peirce; its 379 words were left out.",
        "“INTRODUCTION” is not by Charles S. Peirce; its 6736 words were left out.",
        "“Supplementary Essay THE PRAGMATISM OF PEIRCE BY JOHN DEWEY” is not by Charles S. Peirce; "
        "its 2773 words were left out.",
        "“BIBLIOGRAPHY OF PEIRCE’S PUBLISHED WRITINGS” is not by Charles S. Peirce; its 3732 words were left out.",
    ]
    assert "Many and diverse are the minds" not in text
    assert "Few persons care to study logic" in text
