"""Project Gutenberg's own words are not the book's."""

import pytest

from books.made import DATA, needs_data
from rag.books.read.encoding import decode
from rag.books.read.gutenberg import cut, inside, read_header
from rag.books.values import Front

HEADER = """The Project Gutenberg eBook of Meditations, by Marcus Aurelius

This eBook is for the use of anyone anywhere at no cost.

Title: Meditations
       Thoughts to Himself

Author: Marcus Aurelius

Translator: Meric Casaubon

Release Date: June, 2001 [eBook #2680]

Language: English

*** START OF THE PROJECT GUTENBERG EBOOK MEDITATIONS ***

Produced by J. Boulton and David Widger

"""
FOOTER = """

End of the Project Gutenberg EBook of Meditations, by Marcus Aurelius

*** END OF THE PROJECT GUTENBERG EBOOK MEDITATIONS ***

START: FULL LICENSE
"""
FRONT = Front("Marcus Aurelius", "Meditations", "tr. Meric Casaubon", "en", "Meric Casaubon")


def test_header_footer_and_credits_go_and_the_header_is_read() -> None:
    text, front = cut(f"{HEADER}BOOK I\n\nOf my grandfather Verus.{FOOTER}")
    assert (text.strip(), front) == ("BOOK I\n\nOf my grandfather Verus.", FRONT)


def test_blocks_are_cut_the_same_way() -> None:
    texts = f"{HEADER}BOOK I\n\nOf my grandfather Verus.{FOOTER}".split("\n\n")
    where, front = inside(texts)
    assert (texts[where], front) == (["BOOK I", "Of my grandfather Verus."], FRONT)


def test_a_book_of_another_source_is_left_whole() -> None:
    text = "Title: not a header\n\nProduced by hand.\n\nThe end of the project."
    assert cut(text) == (text, Front())
    assert inside(text.split("\n\n")) == (slice(0, 3), Front())


def test_a_long_title_goes_on_in_the_next_line_and_a_header_may_be_one_line() -> None:
    long = "Title: Discourse on the Method of Rightly Conducting One's Reason and\n       of Seeking Truth\n"
    assert read_header(long).title == (
        "Discourse on the Method of Rightly Conducting One's Reason and of Seeking Truth"
    )  # fmt: skip
    front = read_header("Title: Ethics Author: Spinoza Translator: R. H. M. Elwes Language: English *** ")
    assert (front.title, front.author, front.language) == ("Ethics", "Spinoza", "en")


@needs_data
@pytest.mark.parametrize(
    ("file", "front", "starts", "ends"),
    [
        ("books/descartes-13846-0.txt", Front("René Descartes", "Discours de la méthode", "", "fr"),
         "Descartes, René", "FAITES PAR M. HOBBES, ET RÉPONSES."),
        ("books/descartes-13846-8.latin1.txt", Front("René Descartes", "Discours de la méthode", "", "fr"),
         "Descartes, René", "FAITES PAR M. HOBBES, ET RÉPONSES."),
        ("books/peirce-65274-0.txt",
         Front("Charles S. Peirce", "Chance, Love, and Logic", "ed. Morris R. Cohen", "en"),
         "Chance, Love, and Logic", "followed by a subscript 2."),
    ],
)  # fmt: skip
def test_real_files_are_cut(file: str, front: Front, starts: str, ends: str) -> None:
    text, found = cut(decode((DATA / file).read_bytes(), file).text)
    squeezed = " ".join(text.split())
    assert found == front
    assert squeezed.startswith(starts)
    assert squeezed.endswith(ends)
    assert "Gutenberg" not in squeezed
