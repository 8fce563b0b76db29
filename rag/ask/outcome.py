"""What came of a question, in the words of an answer where no model wrote any."""

from collections.abc import Mapping

from rag.claude import Reply
from rag.prompts import NO_ANSWER
from rag.types import Outcome

QUOTING_MODEL = "quotes"  # what the local model server calls itself

NOT_HERE: Mapping[str, str] = {
    "en": "This is not in the library. The passages below are the nearest ones, but they do not answer the question.",
    "fr": "Cela ne se trouve pas dans la bibliothèque. Les passages ci-dessous sont les plus proches, mais ils ne"
    " répondent pas à la question.",
}


def not_here(language: str) -> str:
    return NOT_HERE.get(language, NOT_HERE["en"])


def outcome_of(reply: Reply, *, quoting: bool) -> tuple[Outcome, tuple[str, ...]]:
    """The outcome and what the reader must be told about it. A refusal's partial words are never shown."""
    if reply.stop_reason == "refusal":
        return "no_answer", ("Claude declined to answer. Ask in other words, or read the passages.",)
    if not reply.text.strip():
        return "no_answer", ("Claude sent an empty answer. Ask again, or read the passages.",)
    if NO_ANSWER in reply.text:
        return "not_in_library", ("The passages that were found do not answer the question.",)
    if reply.stop_reason in ("max_tokens", "model_context_window_exceeded"):
        return "incomplete", ("The answer was cut at its longest. Ask about a part of the question to read on.",)
    return ("quoted" if quoting else "answered"), ()
