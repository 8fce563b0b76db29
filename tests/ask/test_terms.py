"""The table of terms is well formed, and a question is bridged into the languages of a library."""

import tomllib
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

import rag.ask.terms
from rag.ask.terms import bridged_terms
from rag.text import words

_TABLE = Path(rag.ask.terms.__file__).with_name("terms.toml")
_ROWS: list[dict[str, list[str]]] = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["term"]
_LISTS = [(language, terms) for row in _ROWS for language, terms in row.items()]
# each would be found in nearly any question, so none may stand alone as a term
_EVERYDAY = (
    "a about and are be being can do does for get has how in is it know many man mean not of on one order part say "
    "that the thing think to what when where which who why will with work world "
    "à au aux bien but ce certain chose comme comment dans de des dire du en est être et exemple fait faire homme il "
    "la le les mais mal monde non nous on ou par pas peine peut plus pour que quel quelle qui sa sens si son sur tout "
    "un une vous vue ad cum et est in non per quid qui sed sit sunt ut "
    "ἀλλά ἄν γάρ γε δέ διά ἐάν εἰ εἰς ἐκ ἐν ἕν ἐπί ἐστιν ἤ ἡ καί κατά μέν μή ὁ ὅν ὅτι οὐ οὐκ περί πρός τε τί τις τό"
)


def _letters(text: str) -> str:
    return "".join(character for character in text if character.isalpha())


def test_a_row_stands_in_two_languages_at_least() -> None:
    assert [row for row in _ROWS if len(row) < 2] == []
    assert {language for language, _ in _LISTS} == {"en", "fr", "grc", "la"}


def test_a_language_has_one_to_four_terms() -> None:
    assert [terms for _, terms in _LISTS if not 1 <= len(terms) <= 4] == []


def test_no_two_terms_of_a_list_fold_to_the_same_words() -> None:
    assert [terms for _, terms in _LISTS if len({tuple(words(term)) for term in terms}) < len(terms)] == []


def test_a_concept_has_one_row() -> None:
    usual = Counter(row["en"][0] for row in _ROWS)
    assert [term for term, count in usual.items() if count > 1] == []


def test_terms_are_composed_and_hold_words() -> None:
    terms = [term for _, terms in _LISTS for term in terms]
    assert [term for term in terms if unicodedata.normalize("NFC", term) != term or term.strip() != term] == []
    assert [term for term in terms if not words(term)] == []


def test_greek_is_in_greek_script_and_the_rest_in_latin() -> None:
    wrong = [
        (language, term)
        for language, terms in _LISTS
        for term in terms
        for letter in _letters(term)
        if unicodedata.name(letter).split()[0] != ("GREEK" if language == "grc" else "LATIN")
    ]
    assert wrong == []


def test_no_everyday_word_is_a_term() -> None:
    everyday = set(words(_EVERYDAY))
    assert [term for _, terms in _LISTS for term in terms if len(words(term)) == 1 and words(term)[0] in everyday] == []


def test_a_french_question_is_bridged_to_english_and_greek() -> None:
    assert bridged_terms("La vertu s'enseigne-t-elle ?", ("en", "grc")) == [
        "virtue virtues virtuous excellence teach teachable taught teaching",
        "ἀρετή ἀρετῆς ἀρετήν ἀρεταί διδάσκω διδακτόν διδάσκειν διδαχή",
    ]


def test_the_languages_come_in_the_order_asked_for() -> None:
    assert bridged_terms("vertu", ("la", "en")) == [
        "virtus virtutem virtutis virtutes",
        "virtue virtues virtuous excellence",
    ]


def test_words_that_the_question_has_are_not_repeated() -> None:
    assert bridged_terms("Achilles and Hector", ("en", "fr")) == ["Achille"]
    assert bridged_terms("Peirce", ("en", "fr")) == ["Charles Peirce Peircean", "Charles Peirce peircien"]


def test_a_term_written_twice_or_in_two_languages_is_bridged_once() -> None:
    once = bridged_terms("Is virtue good?", ("grc",))
    assert once == ["ἀρετή ἀρετῆς ἀρετήν ἀρεταί ἀγαθόν ἀγαθά ἀγαθοῦ ἀγαθῶν"]
    assert bridged_terms("Is virtue (vertu, virtus) good, and are virtues good?", ("grc",)) == once


def test_a_term_shared_by_two_concepts_stands_once() -> None:
    (query,) = bridged_terms("substance et essence", ("grc",))
    assert query == "οὐσία οὐσίας οὐσίαν οὐσίαι τὸ τί ἦν εἶναι"


@pytest.mark.parametrize("question", ["ἀρετή", "ἀρετὴ", "ΑΡΕΤΗ", "ἀρετῇ", unicodedata.normalize("NFD", "ἀρετή")])
def test_marks_and_case_do_not_matter(question: str) -> None:
    assert bridged_terms(question, ("fr",)) == ["vertu vertus vertueux vertueuse"]


def test_a_phrase_is_known_as_a_whole() -> None:
    assert bridged_terms("Qu'est-ce qui dépend de nous ?", ("la",)) == [
        "in nostra potestate in potestate nostra penes nos"
    ]
    assert bridged_terms("Ne parlons pas de nous.", ("la",)) == []


@pytest.mark.parametrize("question", ["", "?", "What is in it?", "Comment vas-tu ?", "How is the weather today, say?"])
def test_a_question_without_known_terms_has_no_queries(question: str) -> None:
    assert bridged_terms(question, ("en", "fr", "grc", "la")) == []


def test_a_language_without_the_term_has_no_query() -> None:
    assert bridged_terms("Kant", ("grc", "la")) == []


@pytest.mark.parametrize(
    ("question", "language", "first"),
    [
        ("courage", "grc", "ἀνδρεία"),
        ("What is recollection?", "grc", "ἀνάμνησις"),
        ("l'opinion vraie", "en", "true opinion"),
        ("la torpille", "grc", "νάρκη"),
        ("Épictète", "grc", "Ἐπίκτητος"),
        ("προαίρεσις", "en", "choice"),
        ("officium", "fr", "devoir"),
        ("Μένων", "fr", "Ménon"),
        ("the road to Larissa", "grc", "Λάρισα"),
        ("Marc Aurèle", "en", "Marcus Aurelius"),
    ],
)
def test_the_usual_word_comes_first(question: str, language: str, first: str) -> None:
    (query,) = bridged_terms(question, (language,))
    assert query.startswith(first)
