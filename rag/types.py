"""The values every room shares. All are frozen: a step returns new ones."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Literal

Outcome = Literal["answered", "quoted", "not_in_library", "no_answer", "incomplete", "failed"]
Origin = Literal["question", "claude", "terms", "given"]
QuoteState = Literal["exact", "near", "not_found"]
Json = dict[str, object]

STRATEGIES = ("fusion", "rrf", "hybrid", "near_text", "sequential", "two_stage")


@dataclass(frozen=True, slots=True)
class Scope:
    """What a search may look at; None is no limit. Author and work take any of their names in any language."""

    author: str | None = None
    work: str | None = None
    language: str | None = None
    source_id: str | None = None
    section: str | None = None
    unit_type: str | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """What is searched (a question is what a person asks). `vector` is filled once, by the embedder."""

    text: str
    origin: Origin
    vector: tuple[float, ...] = field(default=(), compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Section:
    """A summary that was found; `score` is its best normalised score over the queries."""

    section_id: str
    source_id: str
    title: str
    path: str
    level: int
    made_by: str = "extract"
    score: float = 0.0

    def to_json(self) -> Json:
        return {
            "section_id": self.section_id,
            "source_id": self.source_id,
            "title": self.title,
            "path": self.path,
            "level": self.level,
            "score": round(self.score, 4),
        }


@dataclass(frozen=True, slots=True)
class Parallel:
    """The same place in another edition of the work."""

    key: str
    source_id: str
    language: str
    reference: str
    loci: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as it is found and cited. `key` is what a model writes to cite it."""

    key: str
    chunk_id: str
    source_id: str
    author: str
    work: str
    edition: str
    language: str
    reference: str
    loci: tuple[str, ...]
    section_path: str
    text: str
    page: str = ""
    canonical_reference: str = ""
    work_key: str = ""
    section_id: str = ""
    section_ids: tuple[str, ...] = ()
    order_index: int = 0
    unit_type: str = ""
    keywords: tuple[str, ...] = ()
    context: str = ""
    speaker: str = ""
    context_section: str | None = None
    score: float = 0.0
    similarity: float | None = None
    found_by: tuple[int, ...] = ()
    parallels: tuple[Parallel, ...] = ()

    def place_json(self) -> Json:
        """What is true of the passage however it was found."""
        return {
            "key": self.key,
            "chunk_id": self.chunk_id,
            "source_id": self.source_id,
            "author": self.author,
            "work": self.work,
            "edition": self.edition,
            "language": self.language,
            "reference": self.reference,
            "loci": list(self.loci),
            "section_path": self.section_path,
            "page": self.page,
            "text": self.text,
        }

    def to_json(self) -> Json:
        """As a search gives it."""
        return {
            **self.place_json(),
            "context_section": self.context_section,
            "score": round(self.score, 4),
            "similarity": None if self.similarity is None else round(self.similarity, 4),
            "found_by": list(self.found_by),
            "parallels": [{**asdict(parallel), "loci": list(parallel.loci)} for parallel in self.parallels],
        }

    def book_json(self) -> Json:
        """As `rag passages` prints it: its place in the book instead of how it was found."""
        return {
            **self.place_json(),
            "order_index": self.order_index,
            "section_id": self.section_id,
            "unit_type": self.unit_type,
            "keywords": list(self.keywords),
            "context": self.context,
            "speaker": self.speaker,
        }


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search."""

    question: str
    strategy: str
    evidence: float
    queries: tuple[Query, ...]
    sections: tuple[Section, ...]
    passages: tuple[Passage, ...]
    timings_ms: dict[str, float]
    notes: tuple[str, ...] = ()
    enough: bool = True  # the gate's verdict: is there evidence to answer from?

    def to_json(self) -> Json:
        return {
            "question": self.question,
            "strategy": self.strategy,
            "evidence": round(self.evidence, 4),
            "queries": [{"text": query.text, "origin": query.origin} for query in self.queries],
            "sections": [section.to_json() for section in self.sections],
            "passages": [passage.to_json() for passage in self.passages],
            "timings_ms": {step: round(taken, 1) for step, taken in self.timings_ms.items()},
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Quote:
    """Words the answer puts in quotation marks, and whether they stand in the cited passage."""

    text: str
    state: QuoteState


@dataclass(frozen=True, slots=True)
class Citation:
    """One numbered source of an answer."""

    number: int
    passage: Passage
    quotes: tuple[Quote, ...] = ()
    locus: Literal["confirmed", "unconfirmed", "none"] = "none"

    def to_json(self) -> Json:
        return {
            "number": self.number,
            "key": self.passage.key,
            "chunk_id": self.passage.chunk_id,
            "reference": self.passage.reference,
            "work": self.passage.work,
            "author": self.passage.author,
            "edition": self.passage.edition,
            "section_path": self.passage.section_path,
            "quotes": [{"text": quote.text, "state": quote.state} for quote in self.quotes],
            "locus": self.locus,
        }


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference the answer writes in its prose ("Meno 80a"): does it lie in a cited passage?"""

    text: str
    state: Literal["confirmed", "unconfirmed"]


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens one call to a model took."""

    step: Literal["expand", "answer"]
    model: str
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class Answer:
    """A checked answer: `text` is Markdown with [1], numbered in order of appearance."""

    found: Found
    text: str
    standalone: str
    outcome: Outcome
    citations: tuple[Citation, ...] = ()
    references: tuple[Reference, ...] = ()
    uncited: tuple[int, ...] = ()  # sentences without a citation, counted from 0
    unknown_keys: int = 0
    usage: tuple[Usage, ...] = ()
    notes: tuple[str, ...] = ()

    def to_json(self) -> Json:
        return {
            **self.found.to_json(),
            "answer": self.text,
            "standalone": self.standalone,
            "outcome": self.outcome,
            "citations": [citation.to_json() for citation in self.citations],
            "references": [{"text": reference.text, "state": reference.state} for reference in self.references],
            "uncited": list(self.uncited),
            "unknown_keys": self.unknown_keys,
            "usage": [asdict(usage) for usage in self.usage],
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Step:
    """Something the reader may see while waiting."""

    name: Literal["expand", "sections", "passages", "writing"]
    found: tuple[str, ...] = ()
