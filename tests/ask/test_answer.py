"""The faults of Weaviate's generative module are recognised by their signs."""

from types import SimpleNamespace
from typing import Any

import pytest

from ask.made import FakeClaude, passage
from rag.ask import answer
from rag.ask.answer import Writing, _fault, _is_whole, write
from rag.claude import Reply
from rag.types import Query


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            "panic occurred: runtime error: index out of range [0] with length 0",
            "Claude sent an empty reply to Weaviate",
        ),
        ("Anthropic API error: authentication_error - invalid x-api-key", "Claude refused the key that Weaviate used"),
        ("Anthropic API error: permission_error - no", "Claude refused the key that Weaviate used"),
        ("Anthropic API error: overloaded_error - Overloaded.", "Claude was overloaded"),
        ("Anthropic API error: rate_limit_error - slow down", "Claude's rate limit was reached"),
        ("Anthropic API error: not_found_error - model: x", "Claude does not know the model"),
        (
            "failed to parse generative response (status 502): <html>secret</html>",
            "something other than Claude answered Weaviate",
        ),
        ("Deadline Exceeded", "the answer took longer than Weaviate waits"),
        ("a new fault <html>", "Weaviate's generative search failed"),
    ],
)
def test_a_fault_is_told_in_words_and_nothing_of_its_details_is_shown(error: str, told: str) -> None:
    assert _fault(f"Query call with protocol GRPC search failed with message {error}") == told


@pytest.mark.parametrize(
    ("text", "tokens", "stop_reason", "whole"),
    [
        ("Virtue is one [k1a2b3c4].", 12, "end_turn", True),
        ("- virtue [k1a2b3c4]", 12, "end_turn", True),
        ("« vertu »", 6, "end_turn", True),
        ("‘virtue’", 6, "end_turn", True),
        ("τί ἐστιν ἀρετή;", 12, "end_turn", True),
        ("| a | b |", 6, "end_turn", True),
        ("Virtue is one,", 6, "end_turn", False),
        ("NO_ANSWER", 4, "end_turn", True),
        ("Virtue is one and", 6, "end_turn", False),  # a block that ends in the middle
        ("Virtue.", 40, "end_turn", False),  # more tokens than bytes: other blocks came too
        ("Virtue is one and", 2_000, "max_tokens", True),  # cut, which has an outcome of its own
    ],
)
def test_a_reply_of_which_weaviate_passed_on_one_part_is_told_from_a_whole_one(
    text: str, tokens: int, stop_reason: str, whole: bool
) -> None:
    assert _is_whole(Reply(text, stop_reason, "m", 1, tokens)) is whole


def test_what_weaviate_took_of_the_deadline_is_gone_when_claude_is_asked_directly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = iter((100.0, 130.2))
    monkeypatch.setattr(answer, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    monkeypatch.setattr(answer, "_through_weaviate", lambda *asked: "Claude was overloaded")
    claude = FakeClaude("Virtue is one.")
    reach: Any = None  # not looked at on this way
    writing = Writing(claude, "m", None, 120.0)  # type: ignore[arg-type]  # the one method that is used
    written = write(Query("What is virtue?", "question"), [passage("a")], reach, language="en", writing=writing)
    assert (written.reply.text, written.notes) == (
        "Virtue is one.",
        ("Claude was asked directly: Claude was overloaded.",),
    )
    assert [how["deadline_s"] for how in claude.asked] == [90]
