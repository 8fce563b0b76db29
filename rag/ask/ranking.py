"""What a search gives back: scored hits, before they are one ranking."""

from dataclasses import dataclass, field

from rag.types import Passage, Query, Section


@dataclass(frozen=True, slots=True)
class Hit:
    """A passage one query found, with that query's score."""

    passage: Passage
    score: float


@dataclass(frozen=True, slots=True)
class Looked:
    """What one query found in both stages: all sections and passages in its order, best first."""

    query: Query
    sections: tuple[Section, ...] = ()
    hits: tuple[Hit, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A finished ranking. `similarity`: cosine to the question, by chunk id, where it is known."""

    passages: tuple[Passage, ...]
    sections: tuple[Section, ...]
    similarity: dict[str, float] = field(default_factory=dict)
