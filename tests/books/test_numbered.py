"""Places that headings name by their numbers alone."""

from rag.books.read.lay_out import Piece
from rag.books.read.numbered import with_loci


def headings(titles: list[str]) -> list[Piece]:
    return [piece for title in titles for piece in (Piece(title, 1), Piece("Text."))]


def test_headings_numbered_through_a_whole_book_are_its_entries() -> None:
    pieces, scheme = with_loci(headings([str(number) for number in range(1, 21)]))
    assert (scheme, [piece.locus for piece in pieces if piece.locus][-1]) == ("entry", "20")


def test_words_and_roman_numerals_are_numbers() -> None:
    words = "One Two Three Four Five Six VII Eight Nine X 11 Twelve Thirteen Fourteen Fifteen Sixteen Seventeen"
    pieces, scheme = with_loci(headings([*words.split(), "Eighteen", "Nineteen", "Twenty", "Twenty-One"]))
    assert (scheme, pieces[-2].locus) == ("entry", "21")


def test_a_number_that_is_left_out_or_chapters_of_a_part_name_no_places() -> None:
    gap = headings([str(number) for number in range(1, 30) if number != 7])
    assert with_loci(gap) == (gap, "")
    few = headings(["I", "II", "III"])
    assert with_loci(few) == (few, "")
