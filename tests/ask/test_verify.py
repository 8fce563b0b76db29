"""Quoted words must stand in the passage cited with them, references must lie in it."""

import pytest

from ask.made import passage
from rag.ask.citations import number
from rag.ask.verify import quotations, quote_state, verify
from rag.books.names import built_in_names
from rag.types import Passage, Quote, QuoteState, Reference

TEXT = (
    "O Socrates, I used to be told, before I knew you, that you were always doubting yourself and making others doubt;"
    " and now you are casting your spells over me."
)
GREEK = "Ὦ Σώκρατες, ἤκουον μὲν ἔγωγε πρὶν καὶ συγγενέσθαι σοι ὅτι σὺ οὐδὲν ἄλλο ἢ αὐτός τε ἀπορεῖς."
MENO = passage("a", TEXT, key="k1a2b3c4", loci=["79e", "80a"], canonical="Meno 79e-80a")
APOLOGY = passage("b", "I know that I know nothing.", key="k5d6e7f8", work="Apology", loci=["21d"], canonical="Ap. 21d")
GUIDE = passage(
    "c", key="k0000001", author="Library RAG", work="Guide to the Meno", loci=["80a"], canonical="Guide, on Meno 80a"
)
NAMES = built_in_names()


def checked(
    text: str, *given: Passage, language: str = "en"
) -> tuple[list[tuple[int, tuple[Quote, ...], str]], tuple[Reference, ...]]:
    numbered = number(text, given or (MENO, APOLOGY), language=language)
    citations, references = verify(numbered, names=NAMES, language=language)
    return [(one.number, one.quotes, one.locus) for one in citations], references


@pytest.mark.parametrize(
    "quoted",
    [
        "always doubting yourself and making others doubt",
        "ALWAYS doubting yourself, and making others doubt!",
        "alwäys doubting yourself — and making *others* doubt",
        "I used to be told,\nbefore I knew you",
        "_casting_ your **spells**",
    ],
)
def test_case_accents_punctuation_and_emphasis_do_not_count_in_a_quotation(quoted: str) -> None:
    assert quote_state(quoted, TEXT) == "exact"


@pytest.mark.parametrize(
    "quoted", ["ἤκουον μὲν ἔγωγε πρὶν", "ηκουον μεν εγωγε πριν", "ἬΚΟΥΟΝ ΜῈΝ ἜΓΩΓΕ ΠΡῚΝ", "αὐτόσ τε ἀπορεῖς"]
)
def test_greek_is_quoted_with_or_without_its_accents_and_in_capitals(quoted: str) -> None:
    assert quote_state(quoted, GREEK) == "exact"


def test_latin_letters_that_editions_write_differently_are_the_same() -> None:
    assert quote_state("vivere est militare, jam juvat", "Uiuere est militare; iam iuuat.") == "exact"


@pytest.mark.parametrize(
    "quoted",
    [
        "always doubting yourself and making others think",
        "never doubting yourself and making others doubt",
        "doubting yourself and others",
        "you were not always doubting",
        "yourself doubting always",
        "told before I met you",
        "a virtue that cannot be taught",
    ],
)
def test_a_word_altered_added_left_out_or_moved_is_not_found(quoted: str) -> None:
    assert quote_state(quoted, TEXT) == "not_found"


@pytest.mark.parametrize(
    ("quoted", "state"),
    [
        ("I used to be told … that you were always doubting", "near"),
        ("I used to be told ... making others doubt", "near"),
        ("I used to be told […] casting your spells", "near"),
        ("I used to be told (…) casting your spells", "near"),
        ("[Meno] used to be told, before I knew you", "near"),
        ("… always doubting yourself …", "exact"),
        ("always doubting … yourself and making", "exact"),
        ("casting your spells … I used to be told", "not_found"),
        ("I used to be told … a virtue", "not_found"),
        ("always doubting … always doubting", "not_found"),
        ("…", "not_found"),
        ("", "not_found"),
    ],
)
def test_words_left_out_where_the_quotation_says_so_are_near_in_the_passages_order(
    quoted: str, state: QuoteState
) -> None:
    assert quote_state(quoted, TEXT) == state


def test_what_the_passage_itself_leaves_out_or_adds_is_exact_when_it_is_quoted_so() -> None:
    assert quote_state("he said … and left", "There he said… and left.") == "exact"
    assert quote_state("he [Socrates] said", "There he [Socrates] said it.") == "exact"


def test_the_number_of_a_note_in_the_passage_does_not_count() -> None:
    assert quote_state("virtue is knowledge", "They say virtue [7] is knowledge.") == "exact"


@pytest.mark.parametrize(
    ("quoted", "state"),
    [
        ("before I knew you, that you were always doubting yourself and making others doubt", "exact"),
        ("before I knew you, that you were always doubting yourselv and making others doubt", "near"),
        ("before I knew you, that you were always doubting yourself and making otherz doubt", "near"),
        ("before I knew you, that you were always doubting yoursalv and making others doubt", "not_found"),
        ("before I knew you, that you were always doubting yourself and making others double", "not_found"),
        ("before I knew you, that you were always doubtyng yourzelf and making others doubt", "not_found"),
        ("always doubting yourselv", "not_found"),
    ],
)
def test_one_letter_in_one_long_word_of_ten_is_near_and_no_more(quoted: str, state: QuoteState) -> None:
    assert quote_state(quoted, TEXT) == state


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Il dit « je sais que je ne sais rien ».", ["je sais que je ne sais rien"]),
        ("He says “I know nothing” and “you too know”.", ["I know nothing", "you too know"]),
        ('He says "I know nothing".', ["I know nothing"]),
        ("Er sagt „ich weiß nichts“.", ["ich weiß nichts"]),
        ("He says ‘I don’t know it’, they say.", ["I don’t know it"]),
        ("*« je ne sais rien »* et **“I know nothing”**", ["je ne sais rien", "I know nothing"]),
        ("« il dit “oui” et s'en va »", ["il dit “oui” et s'en va"]),
        ("“he said ‘yes I do’ and left”", ["he said ‘yes I do’ and left"]),
        ("The “virtue” of «Ménon» is a term, not a quotation.", []),
        ("It's the philosophers' view, isn't it?", []),
        ("No quotation.", []),
    ],
)
def test_what_stands_between_quotation_marks_is_a_quotation_from_two_words_on(text: str, found: list[str]) -> None:
    assert quotations(text) == found


def test_a_true_and_an_altered_quotation_of_one_answer_are_told_apart() -> None:
    citations, _ = checked(
        "He was “always doubting yourself” [k1a2b3c4]. He says “I know that I know everything” [k5d6e7f8]."
    )
    assert citations == [
        (1, (Quote("always doubting yourself", "exact"),), "none"),
        (2, (Quote("I know that I know everything", "not_found"),), "none"),
    ]


def test_a_quotation_counts_for_the_cited_passage_it_stands_in() -> None:
    citations, _ = checked("“I know that I know nothing” [k1a2b3c4][k5d6e7f8].")
    assert citations == [(1, (), "none"), (2, (Quote("I know that I know nothing", "exact"),), "none")]


def test_a_quotation_from_a_passage_that_is_not_cited_with_it_is_not_found() -> None:
    citations, _ = checked("“I know that I know nothing” [k1a2b3c4]. Yes [k5d6e7f8].")
    assert citations == [(1, (Quote("I know that I know nothing", "not_found"),), "none"), (2, (), "none")]


@pytest.mark.parametrize(
    "text",
    [
        "“casting your spells over me” [k1a2b3c4].",
        "“casting your spells over me.” [k1a2b3c4]",
        "“casting your spells over me.”[k1a2b3c4] And so on.",
        "“casting your spells over me.”\n[k1a2b3c4]",
        "He says [k1a2b3c4]: “casting your spells over me”.",
        "“casting your spells over me.” He was numbed [k1a2b3c4].",
    ],
)
def test_the_key_may_stand_before_or_after_the_full_stop_or_a_sentence_later(text: str) -> None:
    citations, _ = checked(text)
    assert [quote.state for _, quotes, _ in citations for quote in quotes] == ["exact"]


@pytest.mark.parametrize("marks", ["«  »", "“ ”", '" "'])
def test_a_quotation_of_several_sentences_is_checked_as_a_whole(marks: str) -> None:
    opening, closing = marks.split(" ", 1)
    long = passage("a", "Stop here. Then go. And stay.", key="k1a2b3c4")
    for last, state in (("stay", "exact"), ("sleep", "not_found")):
        said = f"{opening}Stop here. Then go. And {last}.{closing.strip()}"
        citations, _ = checked(f"He says: {said} [k1a2b3c4]", long)
        assert citations == [(1, (Quote(f"Stop here. Then go. And {last}.", state),), "none")]


def test_the_same_quotation_twice_is_told_once() -> None:
    citations, _ = checked("“I know nothing” [k5d6e7f8]. Again “I know nothing” [k5d6e7f8].")
    assert citations == [(1, (Quote("I know nothing", "exact"),), "none")]


@pytest.mark.parametrize(
    "written", ["Ménon 80a", "Meno 80a", "Men. 80 a", "Meno 79e", "Meno 79e-80a", "Meno 80", "80a"]
)
def test_a_reference_that_lies_in_the_cited_passage_is_confirmed(written: str) -> None:
    citations, references = checked(f"So he says ({written}) [k1a2b3c4].")
    assert [locus for _, _, locus in citations] == ["confirmed"]
    assert references == (Reference(written, "confirmed"),)


@pytest.mark.parametrize("written", ["Meno 80b", "Meno 99a", "Meno 79e-80b", "Apology 80a", "Republic 514a", "81b"])
def test_a_reference_outside_the_cited_passage_or_of_another_work_is_unconfirmed(written: str) -> None:
    citations, references = checked(f"So he says ({written}) [k1a2b3c4].")
    assert [locus for _, _, locus in citations] == ["unconfirmed"]
    assert references == (Reference(written, "unconfirmed"),)


def test_a_place_that_no_edition_has_is_not_a_reference_at_all() -> None:
    assert checked("So he says (Meno 99z) [k1a2b3c4].") == ([(1, (), "none")], ())


def test_of_one_right_and_one_wrong_reference_each_has_its_own_state() -> None:
    citations, references = checked("He is numbed (Meno 80a) [k1a2b3c4]. He knows nothing (Apology 99a) [k5d6e7f8].")
    assert [locus for _, _, locus in citations] == ["confirmed", "unconfirmed"]
    assert references == (Reference("Meno 80a", "confirmed"), Reference("Apology 99a", "unconfirmed"))


def test_a_reference_is_held_by_any_passage_of_the_answer_but_answers_for_its_own_work_only() -> None:
    citations, references = checked("Unlike Meno 80a [k1a2b3c4], he knows (Apology 21d) [k5d6e7f8].")
    assert [locus for _, _, locus in citations] == ["confirmed", "confirmed"]
    assert references == (Reference("Meno 80a", "confirmed"), Reference("Apology 21d", "confirmed"))


def test_a_guides_passage_confirms_the_place_that_it_is_about() -> None:
    _, references = checked("It numbs (Meno 80a, not Apology 80a) [k0000001].", GUIDE)
    assert references == (Reference("Meno 80a", "confirmed"), Reference("Apology 80a", "unconfirmed"))


def test_a_citation_without_quotation_or_reference_has_neither_state() -> None:
    assert checked("He doubts [k1a2b3c4].") == ([(1, (), "none")], ())


def test_an_answer_without_citations_has_nothing_to_check() -> None:
    assert checked("“I know that I know nothing” (Meno 80a).") == ([], (Reference("Meno 80a", "unconfirmed"),))
