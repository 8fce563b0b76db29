"""Pieces of an e-book: Project Gutenberg's words, the title page and other hands go."""

from rag.books.read.lay_out import Piece
from rag.books.read.own import own_pieces
from rag.books.values import Front

BOOK = [
    Piece("PREFACE", 2),
    Piece("Peirce was great; Peirce is read, and Peirce lives."),
    Piece("PART I", 2),
    Piece("Own."),
]
GUTENBERG = [
    Piece("The Project Gutenberg eBook of Chance"),
    Piece("Title: Chance\n\nAuthor: Charles Peirce\n\nLanguage: English"),
    Piece("*** START OF THE PROJECT GUTENBERG EBOOK CHANCE ***"),
    Piece("New York, 1923"),
    *BOOK,
    Piece("*** END OF THE PROJECT GUTENBERG EBOOK CHANCE ***"),
    Piece("Updated editions will replace the previous one."),
]


def test_an_e_book_of_gutenberg_is_cut_to_what_is_the_author_s() -> None:
    own = own_pieces(GUTENBERG)
    assert own.pieces == tuple(BOOK[2:])
    assert own.front == Front(author="Charles Peirce", title="Chance", language="en")
    assert own.warnings == (
        "The title page was left out.",
        "“PREFACE” is not by Charles Peirce; its 10 words were left out.",
    )


def test_a_file_of_another_source_keeps_its_first_page() -> None:
    own = own_pieces([Piece("New York, 1923"), *BOOK], "Charles Peirce")
    assert own.pieces == (Piece("New York, 1923"), *BOOK[2:])
    assert own.front == Front()
