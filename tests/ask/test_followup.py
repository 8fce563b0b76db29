"""A follow-up without a model."""

import pytest

from rag.ask.followup import standalone_offline

NOTE = ("Searched together with your question before, as this one leans on it.",)
HISTORY = ["What is virtue in the Meno?", "It is knowledge [1]."]


@pytest.mark.parametrize(
    "question",
    [
        "And why?",
        "Et pourquoi ?",
        "Pourquoi le dit-il ?",
        "Pourquoi compare-t-il cela à une route ?",
        "Does he say so?",
        "Who are they?",
        "Explain this.",
    ],
)
def test_a_question_that_leans_on_the_last_one_is_searched_together_with_it(question: str) -> None:
    assert standalone_offline(question, HISTORY) == (f"What is virtue in the Meno? {question}", NOTE)


@pytest.mark.parametrize(
    "question",
    [
        "Does the torpedo numb Socrates too?",
        "Que veut dire la réminiscence chez Platon, esclave compris ?",
        "Quel temps fera-t-il demain à Paris ?",
        "Pourquoi Ménon compare-t-il Socrate à une torpille ?",
    ],
)
def test_a_question_that_stands_alone_stays_alone(question: str) -> None:
    assert standalone_offline(question, HISTORY) == (question, ())


def test_a_short_question_that_points_back_leans_and_the_same_without_pointing_does_not() -> None:
    assert standalone_offline("Does Meno believe this doctrine?", HISTORY)[1] == NOTE
    assert standalone_offline("Does Meno believe one doctrine?", HISTORY)[1] == ()


@pytest.mark.parametrize("history", [[], [""], ["  ", "an answer"]])
def test_without_an_earlier_question_there_is_nothing_to_lean_on(history: list[str]) -> None:
    assert standalone_offline("And why?", history) == ("And why?", ())


def test_of_a_long_question_before_the_beginning_is_searched() -> None:
    assert standalone_offline("Why?", ["a" * 3_000_000, "An answer."])[0] == "a" * 1000 + " Why?"


def test_it_leans_on_the_last_question_never_on_an_answer() -> None:
    history = ["First question?", "First answer.", "Second\n question?", "Second answer."]
    assert standalone_offline("Why?", history)[0] == "Second question? Why?"
