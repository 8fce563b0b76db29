"""What came of a question, and what the reader is told."""

import pytest

from rag.ask.outcome import not_here, outcome_of
from rag.claude import Reply
from rag.types import Outcome


@pytest.mark.parametrize(
    ("text", "stop_reason", "outcome", "notes"),
    [
        ("Virtue [k1a2b3c4].", "end_turn", "answered", ()),
        ("", "end_turn", "no_answer", ("Claude sent an empty answer. Ask again, or read the passages.",)),
        (" \n", "end_turn", "no_answer", ("Claude sent an empty answer. Ask again, or read the passages.",)),
        ("", "max_tokens", "no_answer", ("Claude sent an empty answer. Ask again, or read the passages.",)),
        (
            "I cannot",
            "refusal",
            "no_answer",
            ("Claude declined to answer. Ask in other words, or read the passages.",),
        ),
        ("NO_ANSWER", "end_turn", "not_in_library", ("The passages that were found do not answer the question.",)),
        ("NO_ANSWER.\n", "end_turn", "not_in_library", ("The passages that were found do not answer the question.",)),
        (
            "Virtue is",
            "max_tokens",
            "incomplete",
            ("The answer was cut at its longest. Ask about a part of the question to read on.",),
        ),
        (
            "Virtue is",
            "model_context_window_exceeded",
            "incomplete",
            ("The answer was cut at its longest. Ask about a part of the question to read on.",),
        ),
    ],
)
def test_an_outcome_follows_from_text_and_stop_reason(
    text: str, stop_reason: str, outcome: Outcome, notes: tuple[str, ...]
) -> None:
    assert outcome_of(Reply(text, stop_reason, "m", 1, 1), quoting=False) == (outcome, notes)


def test_without_a_key_an_answer_is_a_quotation() -> None:
    assert outcome_of(Reply("“Virtue” [k1a2b3c4].", "end_turn", "quotes", 0, 0), quoting=True) == ("quoted", ())
    assert outcome_of(Reply("NO_ANSWER", "end_turn", "quotes", 0, 0), quoting=True)[0] == "not_in_library"


def test_what_is_not_here_is_said_in_french_and_in_english_for_all_others() -> None:
    assert not_here("fr").startswith("Cela ne se trouve pas dans la bibliothèque.")
    assert not_here("en").startswith("This is not in the library.")
    assert not_here("grc") == not_here("en")
