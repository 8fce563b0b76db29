"""Step 1: what Claude says is used as far as it is usable, and the question is always searched."""

import json
from collections.abc import Sequence

import pytest

from ask.made import FakeClaude
from rag.ask.expand import LONGEST_QUESTION, Asking, Expansion, checked, expand, given, offline, takes_effort
from rag.errors import BadQuestion, ClaudeBusy
from rag.prompts import EXPANSION_SCHEMA
from rag.types import Query, Usage

LANGUAGES = ["en", "fr", "grc"]
HISTORY = ["What does Meno ask first?", "Whether virtue can be taught [1]."]


def said(**fields: object) -> str:
    whole = {"standalone": "What is virtue?", "variants": [], "language": "en", "works": [], "authors": []}
    return json.dumps({**whole, **fields})


def expanded(
    claude: FakeClaude, question: str = "What is virtue?", *, history: Sequence[str] = (), count: int = 3
) -> Expansion:
    asking = Asking(claude, "claude-haiku-5-5", count, 10.0)  # type: ignore[arg-type]  # the one method that is used
    return expand(question, history, asking=asking, languages=LANGUAGES)


def texts(expansion: Expansion) -> list[str]:
    return [query.text for query in expansion.queries]


def test_the_question_comes_first_then_the_variants_in_their_order() -> None:
    claude = FakeClaude(
        said(variants=["Qu'est-ce que la vertu ?", "τί ἐστιν ἀρετή"], authors=["Plato"], works=["Meno"])
    )
    assert expanded(claude) == Expansion(
        standalone="What is virtue?",
        queries=(
            Query("What is virtue?", "question"),
            Query("Qu'est-ce que la vertu ?", "claude"),
            Query("τί ἐστιν ἀρετή", "claude"),
        ),
        language="en",
        authors=("Plato",),
        works=("Meno",),
        usage=(Usage("expand", "claude-haiku-5-5", 120, 30),),
    )


def test_claude_is_asked_once_with_the_schema_and_within_the_deadline() -> None:
    claude = FakeClaude(said())
    expanded(claude, count=5)
    assert claude.asked == [
        {
            "model": "claude-haiku-5-5",
            "max_tokens": 2_000,
            "deadline_s": 10.0,
            "max_wait_s": 10.0,
            "schema": EXPANSION_SCHEMA,
            "effort": "low",
        }
    ]
    assert "exactly 5 other searches" in claude.prompts[0]
    assert "(English, French, Ancient Greek)" in claude.prompts[0]


@pytest.mark.parametrize(
    ("variants", "searched"),
    [
        ([], []),
        ([f"variant {n}" for n in range(50)], ["variant 0", "variant 1", "variant 2"]),
        (["Virtue", "virtue", "VIRTUE!", "what is virtue"], ["Virtue"]),
        (["ἀρετή", "ἀρετη", "ΑΡΕΤΗ"], ["ἀρετή"]),
        (["", "  ", "?!", "virtue \n itself"], ["virtue itself"]),
        ([None, 7, ["virtue"], "teaching"], ["teaching"]),
        (["v" * 401, "v" * 400], ["v" * 400]),
        (["a \ud800 surrogate", "whole"], ["whole"]),
    ],
)
def test_at_most_three_different_usable_variants_are_searched(variants: list[object], searched: list[str]) -> None:
    assert texts(expanded(FakeClaude(said(variants=variants)))) == ["What is virtue?", *searched]


def test_variants_that_are_no_list_are_none() -> None:
    assert texts(expanded(FakeClaude(said(variants="virtue")))) == ["What is virtue?"]


def test_without_history_the_question_stays_in_its_own_words() -> None:
    expansion = expanded(FakeClaude(said(standalone="Something else?")))
    assert (expansion.standalone, texts(expansion)) == ("What is virtue?", ["What is virtue?"])


def test_a_follow_up_is_searched_as_claude_completes_it() -> None:
    claude = FakeClaude(said(standalone="Why can virtue\nbe taught?"))
    expansion = expanded(claude, "And why?", history=HISTORY)
    assert (expansion.standalone, texts(expansion)) == ("Why can virtue be taught?", ["Why can virtue be taught?"])
    assert "Reader: What does Meno ask first?\nLibrary: Whether virtue can be taught [1]." in claude.prompts[0]


@pytest.mark.parametrize("standalone", [None, "", " ?", "\ud800 virtue"])
def test_a_follow_up_that_claude_does_not_complete_stays_as_it_is(standalone: object) -> None:
    assert expanded(FakeClaude(said(standalone=standalone)), "And why?", history=HISTORY).standalone == "And why?"


def test_a_standalone_question_beyond_the_limit_is_cut_where_it_is_searched_too() -> None:
    expansion = expanded(FakeClaude(said(standalone="v" * 5_000)), "And why?", history=HISTORY)
    assert expansion.standalone == texts(expansion)[0] == "v" * LONGEST_QUESTION


def test_only_the_last_six_turns_are_told_and_each_is_cut() -> None:
    turns = [f"turn {n} " + "x" * 2_000 for n in range(9)]
    claude = FakeClaude(said())
    expanded(claude, history=turns)
    (told,) = (part.split("\n</conversation>")[0] for part in claude.prompts[0].split("<conversation>\n")[1:])
    assert [line.split(" x")[0] for line in told.split("\n")] == [
        "Library: turn 3",
        "Reader: turn 4",
        "Library: turn 5",
        "Reader: turn 6",
        "Library: turn 7",
        "Reader: turn 8",
    ]
    assert {len(line.split(": ", 1)[1]) for line in told.split("\n")} == {1_200}


def test_the_question_of_a_reader_reaches_the_prompt_letter_for_letter() -> None:
    claude = FakeClaude(said())
    expanded(claude, "What is {text}, {}, {{x}}, %s and $x$?")
    assert "<question>\nWhat is {text}, {}, {{x}}, %s and $x$?\n</question>" in claude.prompts[0]


@pytest.mark.parametrize("text", ["", "I cannot.", '{"standalone": "What is', "[]", "null", '"virtue"'])
def test_a_reply_that_is_no_object_leaves_the_offline_way_with_a_note_and_its_tokens(text: str) -> None:
    expansion = expanded(FakeClaude(text))
    assert expansion == Expansion(
        standalone="What is virtue?",
        queries=offline("What is virtue?", (), languages=LANGUAGES).queries,
        language="en",
        usage=(Usage("expand", "claude-haiku-5-5", 120, 30),),
        notes=("Searched without variants: Claude gave none to search.",),
    )


def test_a_fault_of_claude_leaves_the_offline_way_with_a_note_that_says_why() -> None:
    expansion = expanded(FakeClaude(fault=ClaudeBusy("Claude is overloaded.", "Ask again.")))
    assert expansion.notes == ("Searched without Claude's variants: Claude is overloaded.",)
    assert expansion.queries == offline("What is virtue?", (), languages=LANGUAGES).queries
    assert expansion.usage == ()


def test_a_fault_in_a_conversation_keeps_both_notes() -> None:
    expansion = expanded(FakeClaude(fault=ClaudeBusy("Claude is overloaded.")), "And why?", history=HISTORY)
    assert expansion.standalone == "What does Meno ask first? And why?"
    assert expansion.notes == (
        "Searched without Claude's variants: Claude is overloaded.",
        "Searched together with your question before, as this one leans on it.",
    )


def test_the_callers_variants_take_the_place_of_claudes() -> None:
    expansion = given("Qu'est-ce que la vertu ?", ["virtue ", "virtus", "Virtue"])
    assert expansion.queries == (
        Query("Qu'est-ce que la vertu ?", "question"),
        Query("virtue", "given"),
        Query("virtus", "given"),
    )
    assert (expansion.standalone, expansion.language) == ("Qu'est-ce que la vertu ?", "fr")


def test_without_claude_the_questions_terms_are_searched_in_the_librarys_languages() -> None:
    assert offline("What is virtue?", (), languages=["fr", "grc", "la"]).queries == (
        Query("What is virtue?", "question"),
        Query("vertu vertus vertueux vertueuse", "terms"),
        Query("ἀρετή ἀρετῆς ἀρετήν ἀρεταί", "terms"),
        Query("virtus virtutem virtutis virtutes", "terms"),
    )


def test_a_question_without_known_terms_is_searched_alone() -> None:
    assert texts(offline("Where is the station?", (), languages=LANGUAGES)) == ["Where is the station?"]


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("", "There is no question to search."),
        (" \n\t", "There is no question to search."),
        ("?!… —", "There is no question to search."),
        ("🙂🙂", "There is no question to search."),
        ("virtue \ud83d", "The question holds characters that are not text."),
        ("v" * 200_000, "The question has 200,000 characters; at most 4,000 can be searched."),
    ],
)
def test_what_cannot_be_searched_is_refused_before_anything_is_paid_for(question: str, message: str) -> None:
    with pytest.raises(BadQuestion) as caught:
        checked(question)
    assert caught.value.message == message
    assert caught.value.hint


@pytest.mark.parametrize("question", ["{text}", "{}x", "%s", "$x$", "{{x}}", "v" * 4_000, "ἀρετή"])
def test_signs_of_other_languages_are_a_question_like_any_other(question: str) -> None:
    assert checked(question) == question


def test_a_question_of_several_lines_becomes_one() -> None:
    assert checked("  What is\n\n virtue? ") == "What is virtue?"


@pytest.mark.parametrize(
    ("model", "takes"), [("claude-haiku-5-5", True), ("claude-haiku-4-5", False), ("claude-sonnet-4-6", True)]
)
def test_effort_is_sent_only_to_models_that_take_it(model: str, takes: bool) -> None:
    assert takes_effort(model) is takes
