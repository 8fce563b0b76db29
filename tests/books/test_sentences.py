"""Sentences end where a reader would say they end."""

import pytest

from rag.books.sentences import sentences


def cut(text: str, language: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text, language)]


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", ["Socrates spoke.", "He asked Mr. Smith, e.g. about virtue."]),
        ("en", ["“What?” he said.", "“No.”", "Then... he left."]),
        ("en", ["So do I.", "W. R. M. Lamb wrote it in 1924.", "See CP 5.628."]),
        ("en", ["1. The first thing.", "See no. 5 again."]),
        ("fr", ["Il dit : « Non. »", "Puis il partit.", "M. Dupont vint av. J.-C. au port.", "Qu'est-ce ?"]),
        ("fr", ["Rien… rien.", "C'est de l'art.", "Il a tort."]),
        ("la", ["M. Tullius Cicero dixit.", "Quid?", "Nihil."]),
        ("grc", ["ἔχεις μοι εἰπεῖν, ἆρα διδακτὸν ἡ ἀρετή;", "ἢ οὐ διδακτὸν ἀλλʼ ἀσκητόν· ἢ οὔτε.", "τί δέ\u037e"]),
    ],
)
def test_sentences(language: str, expected: list[str]) -> None:
    assert cut(" ".join(expected), language) == expected


def test_a_line_break_always_ends_a_sentence() -> None:
    assert cut("He said\nno more.", "en") == ["He said", "no more."]


def test_only_white_space_lies_outside_the_sentences() -> None:
    text = "  One.  Two!\n\nThree? "
    assert sentences(text, "en") == [(2, 6), (8, 12), (14, 20)]


def test_a_semicolon_ends_a_sentence_in_greek_alone() -> None:
    assert [len(cut("a; B", language)) for language in ("grc", "en", "fr", "la")] == [2, 1, 1, 1]


def test_an_empty_text_has_no_sentence() -> None:
    assert sentences("", "en") == []
