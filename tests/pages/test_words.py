"""The interface in two languages."""

import re
from pathlib import Path

import pytest

from rag import errors
from rag.errors import RagError
from rag.web.vocabulary import WORDS
from rag.web.words import in_french_type, language_of, name_of, number_text, phrase, size_text

WEB = Path(__file__).parents[2] / "rag" / "web"
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in WEB.glob("*.py") if path.stem != "vocabulary")


@pytest.mark.parametrize("key", WORDS)
def test_every_phrase_is_there_in_both_languages_with_the_same_values(key: str) -> None:
    english, french = WORDS[key]
    assert english.strip()
    assert french.strip()
    assert sorted(re.findall(r"{(\w+)}", english)) == sorted(re.findall(r"{(\w+)}", french))


def test_every_phrase_that_is_asked_for_exists() -> None:
    asked = set(re.findall(r"\bt\(\"([\w.]+)\"", SOURCE))
    assert len(asked) > 20
    assert asked <= WORDS.keys()


def test_every_kind_of_error_a_page_can_meet_has_a_heading() -> None:
    kinds = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, RagError)}
    assert {f"error.{name}" for name in kinds} <= WORDS.keys()


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("FR_fr", "fr"),
        ("en-GB", "en"),
        ("frr", "en"),
        ("de", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_browsers_language_decides(locale: str | None, language: str) -> None:
    assert language_of(locale) == language


def test_braces_in_a_value_mean_nothing() -> None:
    assert phrase("how.standalone", "en", question="{text} {}") == "Searched as: {text} {}"


def test_french_signs_and_units_never_begin_a_line() -> None:
    written = "Coupé : « non » ; {n} s ? 3,5 Go ! http://x"
    set_in_type = "Coupé\u00a0: «\u00a0non\u00a0»\u202f; {n}\u00a0s\u202f? 3,5\u00a0Go\u202f! http://x"
    assert in_french_type(written) == set_in_type
    assert phrase("how.standalone", "fr", question="a ?") == "Question recherchée\u00a0: a ?"


def test_a_code_without_a_name_stands_for_itself() -> None:
    assert (name_of("lang", "grc", "fr"), name_of("lang", "xx", "fr")) == ("grec ancien", "xx")


def test_numbers_and_sizes() -> None:
    assert (number_text(13829, "en"), number_text(1.559, "fr", decimals=2)) == ("13,829", "1,56")
    assert number_text(1234567, "fr") == "1\u202f234\u202f567"
    assert (size_text(999, "en"), size_text(1000, "fr"), size_text(3_200_000_000, "en")) == (
        "999\u00a0B",
        "1,0\u00a0ko",
        "3.2\u00a0GB",
    )
