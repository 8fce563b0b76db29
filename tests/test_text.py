"""Folding decides which spellings meet."""

import unicodedata

import pytest

from rag.text import fold, is_text, squeeze, words


@pytest.mark.parametrize(
    "same",
    [
        ("λόγος", "λογος", "ΛΌΓΟΣ", unicodedata.normalize("NFD", "λόγος")),
        ("élève", "eleve", "ÉLÈVE"),
        ("virtus", "uirtus"),
        ("œuvre", "oeuvre"),
        ("soft\u00adhyphen", "softhyphen"),
        ("ﬁn", "fin"),
    ],
)
def test_spellings_that_meet(same: tuple[str, ...]) -> None:
    assert len({fold(word) for word in same}) == 1


def test_an_apostrophe_separates_words() -> None:
    assert words("L’âme et l'œuvre") == ["l", "ame", "et", "l", "oeuure"]


def test_words_keep_their_order_and_drop_punctuation() -> None:
    assert words("To be, or not to be!") == ["to", "be", "or", "not", "to", "be"]


def test_white_space_is_squeezed() -> None:
    assert squeeze(" a \n\t b ") == "a b"


def test_a_lone_surrogate_is_not_text() -> None:
    assert (is_text("ἀρετή"), is_text("\ud800")) == (True, False)
