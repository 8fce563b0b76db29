"""Step 6: the answer, by Weaviate generative search over exactly the chosen passages.

The server's module takes the first content block as the answer and hides why a reply ended, so its faults are
recognised here and Claude is then asked directly.
"""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from weaviate.classes.generate import GenerativeConfig, GenerativeParameters
from weaviate.classes.query import Filter
from weaviate.exceptions import WeaviateBaseError

from rag.ask.reach import Reach
from rag.claude import Claude, Reply
from rag.errors import ClaudeUnavailable, WeaviateDown
from rag.prompts import NO_ANSWER, answer_prompt, literal
from rag.store.calls import side_by_side
from rag.types import Passage, Query

MAX_TOKENS = 2_000
_ENDS = tuple(".!?…;:·\u037e]):*_`|»”’\"'")  # of a sentence, a quotation, a table; a cut leaves a letter or a comma
_GROUPED = ["key", "reference", "text"]
# what the module's errors contain, to what a reader is told; the details may hold a gateway's page and stay out
_FAULTS = (
    ("index out of range", "Claude sent an empty reply to Weaviate"),
    ("authentication_error", "Claude refused the key that Weaviate used"),
    ("permission_error", "Claude refused the key that Weaviate used"),
    ("overloaded_error", "Claude was overloaded"),
    ("rate_limit_error", "Claude's rate limit was reached"),
    ("not_found_error", "Claude does not know the model"),
    ("failed to parse generative response", "something other than Claude answered Weaviate"),
    ("deadline exceeded", "the answer took longer than Weaviate waits"),
)


@dataclass(frozen=True, slots=True)
class Writing:
    """How the answer is asked for. `base_url`: where Weaviate's module reaches Claude (None: its own default)."""

    claude: Claude
    model: str
    base_url: str | None
    deadline_s: float


@dataclass(frozen=True, slots=True)
class Written:
    """A reply and what had to be done to get it."""

    reply: Reply
    notes: tuple[str, ...] = ()


def write(question: Query, passages: Sequence[Passage], reach: Reach, *, language: str, writing: Writing) -> Written:
    """Raises ClaudeUnavailable when neither way gave a reply, and WeaviateDown when the server died. Both ways share
    one deadline."""
    began = time.monotonic()
    prompt = answer_prompt(question.text, language=language)
    reply = _through_weaviate(prompt, question, passages, reach, writing)
    if isinstance(reply, Reply):
        return Written(reply)
    note = f"Claude was asked directly: {reply}."
    left_s = max(1, round(writing.deadline_s - (time.monotonic() - began)))
    return Written(_directly(prompt, passages, replace(writing, deadline_s=left_s)), (note,))


def _through_weaviate(
    prompt: str, question: Query, passages: Sequence[Passage], reach: Reach, writing: Writing
) -> Reply | str:
    """The reply, or what was wrong with it."""
    ids = [passage.chunk_id for passage in passages]
    where = Filter.by_id().contains_any(ids)

    def generate() -> Any:
        return reach.store.collection("Chunk").generate.near_vector(
            near_vector=list(question.vector),  # a search by ids alone loses the order of relevance
            filters=where,
            limit=len(ids),  # else the server's own limit cuts the passages
            # the call's own `grouped_properties` is for tasks that are plain strings: here it would send everything
            grouped_task=GenerativeParameters.grouped_task(
                prompt=literal(prompt), non_blob_properties=_GROUPED, metadata=True
            ),
            generative_provider=GenerativeConfig.anthropic(
                base_url=writing.base_url, model=writing.model, max_tokens=MAX_TOKENS
            ),
            return_properties=["key"],
        )

    try:
        found = side_by_side([generate], reach.store.answering())[0]
    except WeaviateBaseError as error:
        return _fault(str(error))
    except WeaviateDown as error:
        if not reach.store.alive():
            raise
        # the server waited, and for Claude: nothing is left of the deadline for a second way
        raise ClaudeUnavailable(
            f"No answer came within {writing.deadline_s:g} s.", "Ask again, or raise ANSWER_DEADLINE."
        ) from error
    generated = found.generative
    if generated is None or not generated.text:
        return "Claude's reply began with something other than text"
    reply = _reply(generated, writing.model)
    return reply if _is_whole(reply) else "Claude's reply came in parts, and Weaviate passed on one"


def _is_whole(reply: Reply) -> bool:
    """The module keeps the first block only. A part ends anywhere, and leaves more tokens than it has bytes."""
    ends = reply.text.rstrip().endswith((*_ENDS, NO_ANSWER))
    return reply.stop_reason == "max_tokens" or (ends and reply.output_tokens <= len(reply.text.encode()))


def _fault(text: str) -> str:
    lowered = text.lower()
    return next((told for sign, told in _FAULTS if sign in lowered), "Weaviate's generative search failed")


def _reply(generated: Any, model: str) -> Reply:
    usage = getattr(generated.metadata, "usage", None)
    written = int(getattr(usage, "output_tokens", 0) or 0)
    # the module hides the stop reason; a reply that used all its tokens was cut
    stop_reason = "max_tokens" if written >= MAX_TOKENS else "end_turn"
    return Reply(generated.text, stop_reason, model, int(getattr(usage, "input_tokens", 0) or 0), written)


def _directly(prompt: str, passages: Sequence[Passage], writing: Writing) -> Reply:
    rows = [
        {"key": passage.key, "reference": passage.canonical_reference, "text": passage.text} for passage in passages
    ]
    told = f"{prompt}: {json.dumps(rows, ensure_ascii=False)}"
    return writing.claude.complete(told, model=writing.model, max_tokens=MAX_TOKENS, deadline_s=writing.deadline_s)
