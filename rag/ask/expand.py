"""Step 1: a question becomes several queries, by Claude or, without a key, by the terms it shares across languages."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from rag.ask.followup import standalone_offline
from rag.ask.terms import bridged_terms
from rag.books.language import detect_language
from rag.claude import Claude, Reply
from rag.errors import BadQuestion, ClaudeUnavailable
from rag.prompts import EXPANSION_SCHEMA, expand_prompt
from rag.text import is_text, squeeze, words
from rag.types import Origin, Query, Usage

LONGEST_QUESTION = 4_000
_TURNS_TOLD = 6
_LONGEST_TURN = 1_200
_LONGEST_VARIANT = 400
_MAX_TOKENS = 2_000  # a small model's thinking counts too


@dataclass(frozen=True, slots=True)
class Expansion:
    """`queries` begins with the standalone question."""

    standalone: str
    queries: tuple[Query, ...]
    language: str
    authors: tuple[str, ...] = ()
    works: tuple[str, ...] = ()
    usage: tuple[Usage, ...] = ()
    notes: tuple[str, ...] = ()


def checked(question: str) -> str:
    """The question in one line. Raises BadQuestion before anything is searched or paid for."""
    if not is_text(question):
        raise BadQuestion("The question holds characters that are not text.", "Type it again without them.")
    if len(question) > LONGEST_QUESTION:
        raise BadQuestion(
            f"The question has {len(question):,} characters; at most {LONGEST_QUESTION:,} can be searched.",
            "Ask it in fewer words.",
        )
    if not any(c.isalnum() for c in question):
        raise BadQuestion("There is no question to search.", "Type a question in any of the library's languages.")
    return squeeze(question)


def checked_search(question: str, variants: Sequence[str] | None, limit: int) -> str:
    """The question in one line, when all that is asked can be searched. Raises BadQuestion."""
    if limit < 1:
        raise BadQuestion(f"The limit is {limit}.", "Ask for one passage or more.")
    for variant in variants or ():
        checked(variant)
    return checked(question)


def given(question: str, variants: Sequence[str]) -> Expansion:
    """The caller's own variants take the place of the expansion."""
    return Expansion(question, _queries(question, [checked(v) for v in variants], "given"), detect_language(question))


def offline(question: str, history: Sequence[str], *, languages: Sequence[str]) -> Expansion:
    """What needs no model: names and philosophical terms in the library's languages, other forms of them included."""
    standalone, notes = standalone_offline(question, history)
    terms = bridged_terms(standalone, languages)
    return Expansion(standalone, _queries(standalone, terms, "terms"), detect_language(standalone), notes=notes)


@dataclass(frozen=True, slots=True)
class Asking:
    """How Claude is asked for variants."""

    claude: Claude
    model: str
    count: int
    deadline_s: float


def expand(question: str, history: Sequence[str], *, asking: Asking, languages: Sequence[str]) -> Expansion:
    """One call. Where nothing usable comes back, the offline way goes on, with a note that says why."""
    prompt = expand_prompt(question, _told(history), count=asking.count, languages=list(languages))
    try:
        reply = asking.claude.complete(
            prompt,
            model=asking.model,
            max_tokens=_MAX_TOKENS,
            deadline_s=asking.deadline_s,
            max_wait_s=asking.deadline_s,
            schema=EXPANSION_SCHEMA,
            effort="low" if takes_effort(asking.model) else None,
        )
    except ClaudeUnavailable as error:
        return _fallback(question, history, languages, f"Searched without Claude's variants: {error.message}")
    usage = Usage("expand", reply.model, reply.input_tokens, reply.output_tokens)
    fields = _fields(reply)
    if fields is None:
        expansion = _fallback(question, history, languages, "Searched without variants: Claude gave none to search.")
        return _with_usage(expansion, usage)
    standalone = squeeze(str(fields.get("standalone") or ""))[:LONGEST_QUESTION] if history else question
    standalone = standalone if any(c.isalnum() for c in standalone) and is_text(standalone) else question
    variants = [text for text in _texts(fields, "variants") if len(text) <= _LONGEST_VARIANT][: asking.count * 4]
    return Expansion(
        standalone=standalone,
        queries=_queries(standalone, variants, "claude", most=asking.count),
        language=str(fields.get("language") or detect_language(standalone)),
        authors=tuple(_texts(fields, "authors")),
        works=tuple(_texts(fields, "works")),
        usage=(usage,),
    )


def takes_effort(model: str) -> bool:
    """The models of the 4.5 generation and before refuse the parameter, but for Opus 4.5."""
    return not ("haiku-4-5" in model or "sonnet-4-5" in model)


def _with_usage(expansion: Expansion, usage: Usage) -> Expansion:
    return Expansion(expansion.standalone, expansion.queries, expansion.language, usage=(usage,), notes=expansion.notes)


def _fallback(question: str, history: Sequence[str], languages: Sequence[str], note: str) -> Expansion:
    expansion = offline(question, history, languages=languages)
    return Expansion(expansion.standalone, expansion.queries, expansion.language, notes=(note, *expansion.notes))


def _fields(reply: Reply) -> dict[str, object] | None:
    """None where a refusal or a cut left no whole JSON object."""
    try:
        fields = json.loads(reply.text)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _texts(fields: dict[str, object], name: str) -> list[str]:
    values = fields.get(name)
    texts = [squeeze(value) for value in values if isinstance(value, str)] if isinstance(values, list) else []
    return [text for text in texts if any(c.isalnum() for c in text) and is_text(text)]


def _queries(question: str, others: Sequence[str], origin: Origin, *, most: int | None = None) -> tuple[Query, ...]:
    """The question first; what folds to the same words is searched once."""
    seen = {tuple(words(question))}
    queries = [Query(question, "question")]
    for text in others:
        if tuple(words(text)) not in seen and (most is None or len(queries) <= most):
            seen.add(tuple(words(text)))
            queries.append(Query(text, origin))
    return tuple(queries)


def _told(history: Sequence[str]) -> str:
    """The last turns, each cut, as the conversation that a follow-up refers to."""
    turns = list(history)[-_TURNS_TOLD:]
    first = len(history) - len(turns)
    return "\n".join(
        f"{'Reader' if (first + index) % 2 == 0 else 'Library'}: {squeeze(turn)[:_LONGEST_TURN]}"
        for index, turn in enumerate(turns)
    )
