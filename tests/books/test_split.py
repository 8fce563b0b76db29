"""Chunks hold 200 to 800 characters, end with sentences, and lose nothing."""

import random

import pytest

from books.made import DATA, needs_data
from rag.books.read import read_book
from rag.books.split import LONGEST, SHORTEST, Piece, split
from rag.books.structure import Run, lay_sections
from rag.books.values import Block, Mark
from rag.text import words


def sentence(length: int, mark: str = ".") -> str:
    """Of exactly this length: "Aaaa aaaa ... a."""
    body = ("Aaaa " + "aaaa " * length)[: length - 1]
    return (body[:-1] + "a" if body.endswith(" ") else body) + mark


def cut(*blocks: Block, locus: str = "") -> list[Piece]:
    return split(Run(0, blocks, locus, ""), "en")


def paragraphs(*lengths: int) -> list[int]:
    return [len(piece.text) for piece in cut(*(Block(sentence(length)) for length in lengths))]


@pytest.mark.parametrize(
    ("lengths", "expected"),
    [
        ([150], [150]),  # a whole section shorter than 200
        ([790], [790]),
        ([300, 300], [601]),  # with the line break between them
        ([790, 790], [790, 790]),
        ([650, 650, 650], [650, 650, 650]),
        ([100, 100, 700], [201, 700]),
        ([400, 350, 600], [751, 600]),
    ],
)
def test_whole_paragraphs_are_put_together(lengths: list[int], expected: list[int]) -> None:
    assert paragraphs(*lengths) == expected


def test_a_long_paragraph_is_cut_between_sentences() -> None:
    pieces = cut(Block(" ".join(sentence(320) for _ in range(4))))
    assert [len(piece.text) for piece in pieces] == [641, 641]


def test_a_long_sentence_is_cut_at_its_strongest_inner_mark() -> None:
    text = f"{sentence(300, ',')} {sentence(400, ';')} {sentence(300)}"
    assert [piece.text[-1] for piece in cut(Block(text))] == [";", "."]


def test_without_any_mark_it_is_cut_between_words_and_at_last_anywhere() -> None:
    spaced = cut(Block("word " * 400))
    assert {word for piece in spaced for word in piece.text.split()} == {"word"}
    assert all(SHORTEST <= len(piece.text) <= LONGEST for piece in cut(Block("x" * 2000)))


def test_a_neighbour_too_short_to_stand_alone_makes_a_cut_inside_a_paragraph() -> None:
    pieces = cut(Block(sentence(150)), Block(f"{sentence(390)} {sentence(390)}"))
    assert [len(piece.text) for piece in pieces] == [541, 390]


def test_places_are_the_current_one_and_those_that_begin_inside() -> None:
    first, second = cut(
        Block(sentence(500), (Mark(100, "70b"), Mark(300, "70c"))), Block(sentence(500), (Mark(0, "71a"),)), locus="70a"
    )
    assert first.loci == ("70a", "70b", "70c")
    assert second.loci == ("71a",)


def test_a_place_goes_on_into_the_next_chunk() -> None:
    first, second = cut(Block(sentence(500), (Mark(0, "70a"),)), Block(sentence(500), (Mark(9, "70b"),)))
    assert (first.loci, second.loci) == (("70a",), ("70a", "70b"))


def test_there_is_one_speaker_a_paragraph() -> None:
    (piece,) = cut(
        Block(sentence(150), speaker="Meno"), Block("Yes.", speaker="Socrates"), Block("So.", speaker="Meno")
    )
    assert piece.speaker == "Meno / Socrates / Meno"
    assert piece.text.count("\n") == 2


def test_a_speech_that_goes_on_stays_one_paragraph() -> None:
    (piece,) = cut(Block("It is", speaker="Meno"), Block("not so.", speaker="Meno", continues=True))
    assert (piece.text, piece.speaker) == ("It is not so.", "Meno")


def test_no_text_breaks_the_limits_or_loses_a_letter() -> None:
    chance = random.Random(5)
    signs = ["virtue", "is", "A", ".", ";", ":", "—", ",", "?", "x" * 30, "y" * 900, "«", "»", "1."]
    for _ in range(300):
        blocks = [
            Block(" ".join(chance.choices(signs, k=chance.choice([1, 5, 40, 200]))))
            for _ in range(chance.choice([1, 3]))
        ]
        pieces = cut(*blocks)
        whole = "\n".join(block.text for block in blocks)
        assert "".join("".join(piece.text.split()) for piece in pieces) == "".join(whole.split())
        if len(whole) >= SHORTEST:
            assert all(SHORTEST <= len(piece.text) <= LONGEST for piece in pieces)
        else:
            assert len(pieces) == 1


@needs_data
def test_a_paragraph_of_600_kb_is_cut_all_the_same() -> None:
    book = read_book(DATA / "awkward" / "DERIVED_txt_one_single_paragraph_600k.txt")
    (run,) = lay_sections(book, "book", "Work").runs
    pieces = split(run, "en")
    assert all(SHORTEST <= len(piece.text) <= LONGEST for piece in pieces)
    assert words(" ".join(piece.text for piece in pieces)) == words(book.blocks[0].text)
