"""What a section is about and what kind of passage a chunk is: by counting words, or by anything behind `Enricher`."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from rag.books.language import CommonWords, common_words
from rag.books.sentences import sentences
from rag.text import words

UNIT_TYPES = ("argument", "definition", "exposition", "question", "objection", "example", "narration")
_SUMMARY_LENGTH = 500
_SUMMARY_SENTENCES = 3
_WORD = re.compile(r"[^\W\d_]+")
_ELISION = "ʼ"  # counts as a letter, and closes an elided Greek word
_SHORTEST_WORD = 3
_QUESTION_MARKS = ("?", ";", "\u037e")
Vector = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class SectionNotes:
    """A section's summary and its concepts, as the text spells them."""

    summary: str
    concepts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChunkNotes:
    keywords: tuple[str, ...]
    unit_type: str


@dataclass(frozen=True, slots=True)
class Enriched:
    """In the order of the sections and chunks that were given."""

    sections: tuple[SectionNotes, ...]
    chunks: tuple[ChunkNotes, ...]


class Enricher(Protocol):
    """`made_by` is stored with each summary: what its score is worth depends on it."""

    @property
    def made_by(self) -> str: ...

    def enrich(self, sections: Sequence[str], chunks: Sequence[str], language: str) -> Enriched: ...


@dataclass(frozen=True, slots=True)
class ExtractiveEnricher:
    """Summaries are the text's own most central sentences; keywords are the words it uses more than the rest does."""

    made_by: str = "extract"
    keywords: int = 5
    concepts: int = 7

    def enrich(self, sections: Sequence[str], chunks: Sequence[str], language: str) -> Enriched:
        common = common_words(language)
        rarity = _rarity([_topics(chunk, common) for chunk in chunks])
        return Enriched(
            tuple(
                SectionNotes(
                    _summary(section, language, common, rarity), _keywords(section, common, rarity, self.concepts)
                )
                for section in sections
            ),
            tuple(
                ChunkNotes(_keywords(chunk, common, rarity, self.keywords), unit_type(chunk, language))
                for chunk in chunks
            ),
        )


def _topics(text: str, common: CommonWords) -> list[str]:
    return [word for word in words(text) if len(word) >= _SHORTEST_WORD and word not in common.stop]


def _rarity(documents: Sequence[Sequence[str]]) -> Vector:
    """How much a word says: the fewer passages have it, the more."""
    counts = Counter(word for document in documents for word in set(document))
    return {word: math.log((len(documents) + 1) / (count + 0.5)) for word, count in counts.items()}


def _weights(topics: Iterable[str], rarity: Vector) -> dict[str, float]:
    counts = Counter(topics)
    return {word: (1 + math.log(count)) * max(0.0, rarity.get(word, 0.0)) for word, count in counts.items()}


def _keywords(text: str, common: CommonWords, rarity: Vector, limit: int) -> tuple[str, ...]:
    """The heaviest words as the text spells them most often; of equal ones the first in the text."""
    spelled: dict[str, Counter[str]] = {}
    for match in _WORD.finditer(text):
        written = match.group().strip(_ELISION)
        spelled.setdefault("".join(words(written)), Counter())[written] += 1
    topics = _topics(text, common)
    weights = _weights(topics, rarity)
    order = {word: place for place, word in reversed(list(enumerate(topics)))}
    heaviest = sorted(weights, key=lambda word: (-weights[word], order[word]))
    return tuple(_spelling(spelled[word]) for word in heaviest if word in spelled)[:limit]


def _spelling(forms: Counter[str]) -> str:
    """In small letters, unless the text never writes it so: then it is a name."""
    most = forms.most_common(1)[0][0]
    return most.lower() if any(form[0].islower() for form in forms) or most.isupper() else most


def _summary(text: str, language: str, common: CommonWords, rarity: Vector) -> str:
    """Two or three sentences nearest to the whole, in the text's order, 500 characters at most."""
    spans = sentences(text, language)
    vectors = [_weights(_topics(text[start:end], common), rarity) for start, end in spans]
    whole: Counter[str] = Counter()
    for vector in vectors:
        whole.update(vector)
    ranked = sorted(range(len(spans)), key=lambda index: (-_nearness(vectors[index], whole), index))
    chosen: list[int] = []
    length = 0
    for index in ranked:
        start, end = spans[index]
        if length + end - start + 1 <= _SUMMARY_LENGTH:
            chosen.append(index)
            length += end - start + 1
        if len(chosen) == _SUMMARY_SENTENCES:
            break
    if not chosen:
        return text[:_SUMMARY_LENGTH].rsplit(None, 1)[0] + " …"
    return " ".join(text[slice(*spans[index])] for index in sorted(chosen))


def _nearness(vector: Vector, whole: Vector) -> float:
    """Cosine with the whole; a sentence of one or two words says too little to stand for it."""
    if len(vector) < _SHORTEST_WORD:
        return 0.0
    dot = sum(weight * whole[word] for word, weight in vector.items())
    norm = math.sqrt(sum(weight * weight for weight in vector.values()))
    return dot / norm if norm else 0.0


def unit_type(text: str, language: str) -> str:
    """By its questions and turns of phrase; what shows none is exposition."""
    common = common_words(language)
    folded = f" {' '.join(words(text))} "
    if _asks(text, language):
        return "question"
    for kind in ("objection", "definition", "example"):
        if _hits(folded, common.cues.get(kind, ())):
            return kind
    for kind in ("argument", "narration"):
        if _hits(folded, common.cues.get(kind, ())) >= 2:
            return kind
    return "exposition"


def _asks(text: str, language: str) -> bool:
    """Whether half of its sentences or more are questions."""
    marks = _QUESTION_MARKS if language == "grc" else _QUESTION_MARKS[:1]
    spans = sentences(text, language)
    asked = sum(text[start:end].rstrip("\"'”’» )").endswith(marks) for start, end in spans)
    return bool(asked) and asked * 2 >= len(spans)


def _hits(folded: str, cues: Sequence[str]) -> int:
    return sum(folded.count(f" {cue} ") for cue in cues)
