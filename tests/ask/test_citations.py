"""Keys become numbers; what was never given is removed and counted; every sentence knows its numbers."""

import pytest

from ask.made import passage
from rag.ask.citations import cited_sentences, number, uncited

FIRST, SECOND = passage("a", key="k1a2b3c4"), passage("b", key="k5d6e7f8")
GIVEN = (FIRST, SECOND)


def numbered(text: str) -> tuple[str, list[str], int]:
    result = number(text, GIVEN, language="en")
    return result.text, [one.chunk_id for one in result.passages], result.unknown_keys


def test_keys_are_numbered_in_the_order_in_which_the_answer_names_them() -> None:
    assert numbered("One [k5d6e7f8]. Two [k1a2b3c4]. Three [k5d6e7f8].") == (
        "One [1]. Two [2]. Three [1].",
        ["b", "a"],
        0,
    )


@pytest.mark.parametrize(
    ("text", "shown", "unknown"),
    [
        ("Both [k1a2b3c4, k5d6e7f8].", "Both [1][2].", 0),
        ("Both [k1a2b3c4; k5d6e7f8].", "Both [1][2].", 0),
        ("Both [k1a2b3c4 k5d6e7f8].", "Both [1][2].", 0),
        ("Both [k1a2b3c4][k5d6e7f8].", "Both [1] [2].", 0),
        ("Twice [k1a2b3c4, k1a2b3c4].", "Twice [1].", 0),
        ("One true [k1a2b3c4, k9999999].", "One true [1].", 1),
        ("One true [k9999999,k1a2b3c4].", "One true [1].", 1),
        ("One true [k1a2b3c4, k12].", "One true [1].", 1),
        ("One true [k1a2b3c4, 7].", "One true [1].", 1),
        ("Three inventions [k9999999, k8888888] [kdeadbee].", "Three inventions.", 3),
    ],
)
def test_several_keys_may_share_brackets(text: str, shown: str, unknown: int) -> None:
    result = number(text, GIVEN, language="en")
    assert (result.text, result.unknown_keys) == (shown, unknown)


@pytest.mark.parametrize("written", ["[K1A2B3C4]", "[ k1a2b3c4 ]", "(k1a2b3c4)", "(K1a2b3c4 )"])
def test_a_given_key_counts_in_capitals_with_spaces_and_in_round_brackets(written: str) -> None:
    assert numbered(f"So it is {written}.") == ("So it is [1].", ["a"], 0)


@pytest.mark.parametrize(
    "written",
    ["[kdeadbee]", "[k1a2b3c5]", "[k1a2b3]", "[k1a2b3c4d]", "[k1]", "[K-12]", "[7]", "[ 12 ]", "[007]", "(kdeadbee)"],
)
def test_a_key_or_number_that_was_never_given_is_removed_and_counted(written: str) -> None:
    assert numbered(f"Sing, goddess {written}.") == ("Sing, goddess.", [], 1)


def test_a_number_of_the_models_own_never_points_at_one_of_ours() -> None:
    assert numbered("True [k1a2b3c4]. Invented [1]. And [7].") == ("True [1]. Invented. And.", ["a"], 2)


def test_a_link_behind_an_invented_number_goes_with_it() -> None:
    assert numbered("See [1](https://example.org/x).\n\n[2]: https://example.org") == (
        "See.\n\n: https://example.org",
        [],
        2,
    )


@pytest.mark.parametrize(
    "text",
    [
        "He says (1) that, and (2) this.",
        "The fine (kalon) and motion (kinesis, κίνησις).",
        "The text has [sic], [80a], [καλόν], [kalon] and […].",
        "An array a[n], a year [1998].",
        "A [link](https://example.org) and ![image](https://example.org).",
        "No brackets at all.",
        "",
    ],
)
def test_other_brackets_stay(text: str) -> None:
    assert numbered(text) == (text, [], 0)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Before[k1a2b3c4].", "Before [1]."),
        ("After.[k1a2b3c4] Then.", "After. [1] Then."),
        ("A line.\n[k1a2b3c4]\nAnother.", "A line.\n [1]\nAnother."),
        ("[k1a2b3c4] First.", "[1] First."),
        ("- item [k1a2b3c4]\n- item [k5d6e7f8]", "- item [1]\n- item [2]"),
        ("**bold** [k9999999] *it* [k1a2b3c4].", "**bold** *it* [1]."),
    ],
)
def test_numbers_stand_one_space_after_what_they_support_and_markdown_stays(text: str, shown: str) -> None:
    assert number(text, GIVEN, language="en").text == shown


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("One [1]. Two [2].", [("One [1].", (1,)), ("Two [2].", (2,))]),
        ("One. [1] Two. [2]", [("One. [1]", (1,)), ("Two. [2]", (2,))]),
        ("One. [1][2]\nTwo.", [("One. [1][2]", (1, 2)), ("Two.", ())]),
        ("One [1]. [2] Two.", [("One [1]. [2]", (1, 2)), ("Two.", ())]),
        ("One *really*. [1]", [("One *really*. [1]", (1,))]),
        ("One.\n[1]\n\nTwo [2].", [("One. [1]", (1,)), ("Two [2].", (2,))]),
        ("[1] One. Two.", [("[1] One.", (1,)), ("Two.", ())]),
        ("One [1] and two [2] together.", [("One [1] and two [2] together.", (1, 2))]),
        ("Voir p. 3 [1]. Puis 80a [2].", [("Voir p. 3 [1].", (1,)), ("Puis 80a [2].", (2,))]),
        ("Dit-il (Mén. 80 a) [1]. Puis [2].", [("Dit-il (Mén. 80 a) [1].", (1,)), ("Puis [2].", (2,))]),
        ("", []),
    ],
)
def test_a_number_belongs_to_the_sentence_it_stands_in_or_right_after(
    text: str, pieces: list[tuple[str, tuple[int, ...]]]
) -> None:
    assert cited_sentences(text, language="fr") == pieces


@pytest.mark.parametrize(
    "quotation",
    ["« Un. Deux ! »", "“One. Two?”", "„Eins. Zwei.”", '"One. Two."', "« One.\nTwo. »"],
)
def test_the_sentences_of_one_quotation_stay_together(quotation: str) -> None:
    text = f"He says: {quotation} [1] Then he goes [2]."
    assert cited_sentences(text, language="en") == [
        (f"He says: {quotation} [1]", (1,)),
        ("Then he goes [2].", (2,)),
    ]


def test_a_quotation_that_is_never_closed_ends_with_its_paragraph_and_a_straight_mark_with_its_line() -> None:
    assert [n for _, n in cited_sentences("« One. Two [1].\n\nThree. Four [2].", language="en")] == [(1,), (), (2,)]
    assert [n for _, n in cited_sentences('A 5" pipe. Two [1].\nThree. Four [2].', language="en")] == [(1,), (), (2,)]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("One [1]. Two. Three [2].", [1]),
        ("One. Two. Three.", [0, 1, 2]),
        ("He says this:\n\n“Two” [1].", []),
        ("**He says this:**\n“Two” [1].", []),
        ("## Virtue\n\nOne [1].\n\n---\n\nTwo.", [2]),
        ("One. [1] Two.", [1]),
        ("", []),
    ],
)
def test_sentences_without_a_number_are_counted_from_0_and_what_only_leads_on_is_none(
    text: str, places: list[int]
) -> None:
    assert uncited(text, language="en") == places


def test_an_answer_whose_only_key_was_invented_is_wholly_uncited() -> None:
    assert number("One [k9999999]. Two.", GIVEN, language="en").uncited == (0, 1)
