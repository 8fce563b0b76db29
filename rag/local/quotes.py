"""Answering without a model that writes: the sentences nearest to the question, word for word, with their keys.

It invents nothing. What the passages say is material to quote, whatever they say.
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from rag.books.sentences import sentences
from rag.local.asked import STOP_WORDS, Given, language_of, passages_of, question_of
from rag.text import words

NO_ANSWER = "NO_ANSWER"  # as in rag/prompts.py, which would bring LangChain into this small server

# each ends in a colon: it leads to the quotations and says nothing itself
_LEADS = {
    "fr": "Les phrases les plus proches de la question, mot pour mot\u00a0:",
    "en": "The sentences nearest to the question, word for word:",
}
_MARKS = {
    "fr": (("«\u00a0", "\u00a0»"), ("“", "”"), ('"', '"'), ("‹\u00a0", "\u00a0›")),
    "en": (("“", "”"), ("«\u00a0", "\u00a0»"), ('"', '"'), ("‹\u00a0", "\u00a0›")),
}
_FEWEST, _MOST = 2, 5
_MOST_A_PASSAGE = 2
_MOST_COMPARED = 12  # embedding them takes the time: about 50 ms a sentence on two cores
_SHORTEST = 25
_LONGEST_HEADING = 80
_ENOUGH = 0.66  # of the best score; what lies lower is there by accident
_SAME = 0.7  # of the words of the shorter sentence
# the best of those tried on the sample library's questions: the first quotation came from a passage that answers in
# 66 of 100 cases where the first passage did so in 51
_NEARNESS, _OVERLAP, _ORDER = 0.6, 0.25, 0.3
_SAME_PASSAGE = 0.1  # off for each sentence that its passage has among the chosen already
_STEM = 6  # letters; enough to see "vertu" in "vertus" and "définition" in "définir"
_ASKING = 0.1  # off for a sentence that asks: it seldom answers
_ASKS = re.compile(r"[?;\u037e][\"'”’»›)\]\s]*$")
_ENDED = re.compile(r"[.!?…;·:\u037e][\"'”’»›)\]\s]*$")
# would be read as a citation of ours
_LIKE_A_KEY = re.compile(r"\[\s*(?:k[0-9a-z_-]{1,24}|\d{1,3})\s*[\],;]")

Nearness = Callable[[str, Sequence[str]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage: `place` orders passages by relevance, `start` sentences inside one."""

    place: int
    start: int
    key: str
    text: str
    stems: frozenset[str]


def quote(prompt: str, *, nearness: Nearness) -> str:
    """NO_ANSWER where there is no sentence to quote. `nearness` gives cosines of a question to sentences."""
    question = question_of(prompt)
    told = _sentences(passages_of(prompt))
    chosen = _choose(question, told, nearness)
    if not chosen:
        return NO_ANSWER
    language = language_of(prompt)
    lines = [_line(sentence, language) for sentence in sorted(chosen, key=lambda one: (one.place, one.start))]
    return "\n\n".join([_LEADS[language], *lines])


def _line(sentence: Sentence, language: str) -> str:
    opening, closing = _marks(sentence.text, language) or _MARKS[language][0]
    return f"{opening}{sentence.text}{closing} [{sentence.key}]"


def _marks(text: str, language: str) -> tuple[str, str] | None:
    """A pair that the sentence itself does not hold, so that it is clear where the quotation ends."""
    return next((pair for pair in _MARKS[language] if not any(mark.strip() in text for mark in pair)), None)


def _sentences(passages: Sequence[Given]) -> list[Sentence]:
    """Those worth quoting; where no passage has one, all that can be quoted at all."""
    found = [
        Sentence(place, start, passage.key, text, _stems(text))
        for place, passage in enumerate(passages)
        for start, end in sentences(passage.text, passage.language)
        if _is_quotable(text := passage.text[start:end])
    ]
    return [one for one in found if _is_worth_quoting(one.text)] or found


def _is_quotable(text: str) -> bool:
    return bool(words(text)) and _marks(text, "en") is not None and not _LIKE_A_KEY.search(text)


def _is_worth_quoting(text: str) -> bool:
    """Neither a fragment nor a heading."""
    if len(text) < _SHORTEST or text.isupper():
        return False
    return len(text) > _LONGEST_HEADING or _ENDED.search(text) is not None


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:_STEM] for word in words(text) if word not in STOP_WORDS and len(word) > 1)


def _choose(question: str, told: Sequence[Sentence], nearness: Nearness) -> list[Sentence]:
    """The best few, best first."""
    weights = _weights(question, told)
    compared = _worth_comparing(weights, told)
    if not compared:
        return []
    near = _spread(nearness(question, [one.text for one in compared]))
    scores = {
        one: _NEARNESS * close
        + _OVERLAP * _overlap(weights, one)
        + _ORDER / (1 + one.place)
        - (_ASKING if _ASKS.search(one.text) else 0)
        for one, close in zip(compared, near, strict=True)
    }
    enough = _ENOUGH * max(scores.values())
    chosen: list[Sentence] = []
    while compared and len(chosen) < _MOST:
        score, one = max(
            ((scores[one] - _SAME_PASSAGE * _beside(one, chosen), one) for one in compared), key=lambda pair: pair[0]
        )
        if score < enough and len(chosen) >= _FEWEST:
            break
        compared.remove(one)
        if _beside(one, chosen) < _MOST_A_PASSAGE and not any(_repeats(one, other) for other in chosen):
            chosen.append(one)
    return chosen


def _weights(question: str, told: Sequence[Sentence]) -> dict[str, float]:
    """The question's words that some sentence holds, the rarer the heavier; they sum up to 1."""
    counts = {stem: sum(stem in one.stems for one in told) for stem in _stems(question)}
    raw = {stem: math.log(1 + len(told) / count) for stem, count in counts.items() if count}
    return {stem: weight / sum(raw.values()) for stem, weight in raw.items()}


def _worth_comparing(weights: Mapping[str, float], told: Sequence[Sentence]) -> list[Sentence]:
    """Each passage's best by words, then what shares most words with the question, in the order of relevance.

    A passage in another language than the question shares none, so words alone do not decide.
    """
    ranked = sorted(told, key=lambda one: (-_overlap(weights, one) - 0.5 / (1 + one.place), one.place, one.start))
    first = list({one.place: one for one in reversed(ranked)}.values())
    first.sort(key=lambda one: one.place)
    return list(dict.fromkeys([*first, *ranked]))[:_MOST_COMPARED]


def _overlap(weights: Mapping[str, float], sentence: Sentence) -> float:
    return sum(weight for stem, weight in weights.items() if stem in sentence.stems)


def _beside(one: Sentence, chosen: Sequence[Sentence]) -> int:
    """How many of the chosen come from the same passage."""
    return sum(other.place == one.place for other in chosen)


def _spread(values: Sequence[float]) -> list[float]:
    """From 0 to 1: the cosines of one model lie close together, high up."""
    low, high = min(values), max(values)
    return [(value - low) / (high - low) if high > low else 1.0 for value in values]


def _repeats(one: Sentence, other: Sentence) -> bool:
    if one.text == other.text:
        return True
    fewest = min(len(one.stems), len(other.stems))
    return fewest > 0 and len(one.stems & other.stems) >= _SAME * fewest
