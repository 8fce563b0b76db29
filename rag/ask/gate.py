"""Is there evidence? By the nearest passage and the words it knows, on a scale measured on the library itself.

Hybrid scores cannot tell: they are normalised within each search, so an unrelated question still scores 0.5. Cosines
can, but what is near differs from embedder to embedder and from one kind of text to another: over Plato's own text
questions about him begin at 0.79, over a guide to it at 0.82. So the threshold is set by questions that no philosophy
library answers, asked of what is loaded.
"""

import hashlib
import json
import math
import secrets
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from weaviate.classes.query import MetadataQuery

from rag.ask.reach import Reach
from rag.ask.terms import bridged_terms
from rag.books.language import common_words
from rag.store.calls import side_by_side
from rag.store.corpus import Corpus
from rag.store.inference import Identity
from rag.text import fold, words
from rag.types import Query

_FILE = "gate.json"
# Both measured with questions of an encyclopedia (400) against the library's own (64 each). Over Plato in English and
# Greek none of its own is then refused and 11 % of the foreign pass; AUROC 0.995, by the cosine alone 0.983. Over the
# sample none is refused; AUROC 0.987, by the cosine alone 0.964.
_PASSING = 0.0625  # of the foreign questions that the scale is measured with
_KNOWN_WORDS = 0.05  # what it adds to a cosine when the library knows all of a question's words
_LANGUAGES = ("en", "fr", "la", "grc")
_SHORTEST_WORD = 3
_LOOKED_AT = 30


@dataclass(frozen=True, slots=True)
class Scale:
    """`threshold`: the grounds from which there is evidence; `spread`: how fast certainty grows around it; `corpus`:
    the state of the library it was measured on."""

    threshold: float
    spread: float
    corpus: str = ""


def grounds(question: Query, reach: Reach) -> float | None:
    """The best cosine in reach, and a little for the share of the question's words that stand there. None where there
    is nothing in reach."""
    asked = _content(question.text)
    chunks = reach.store.collection("Chunk")

    def nearest() -> list[float]:
        found = chunks.query.near_vector(
            near_vector=list(question.vector),
            limit=1,
            filters=reach.chunk_filter,
            return_metadata=MetadataQuery(distance=True),
            return_properties=[],
        )
        return [1.0 - float(item.metadata.distance or 0) for item in found.objects]

    def knowing() -> list[float]:
        if not asked:
            return [1.0]
        found = chunks.query.bm25(
            query=" ".join([*asked, *(fold(term) for terms in asked.values() for term in terms)]),
            query_properties=["folded"],
            filters=reach.chunk_filter,
            limit=_LOOKED_AT,
            return_properties=["folded"],
        )
        here = {word for item in found.objects for word in words(str(item.properties["folded"]))}
        return [sum(word in here or _bridged(terms, here) for word, terms in asked.items()) / len(asked)]

    cosine, known = side_by_side([nearest, knowing], reach.store.searching())
    return cosine[0] + _KNOWN_WORDS * known[0] if cosine else None


def _content(question: str) -> dict[str, list[str]]:
    """The words that say what is asked about, each with what it is called in other languages."""
    common = frozenset[str]().union(*(common_words(language).stop for language in _LANGUAGES))
    found = [word for word in words(question) if len(word) >= _SHORTEST_WORD and word not in common]
    return {word: bridged_terms(word, _LANGUAGES) for word in found}


def _bridged(terms: Sequence[str], here: set[str]) -> bool:
    return any(word in here for term in terms for word in words(term))


def evidence(found: float | None, scale: Scale | None) -> float:
    """0 to 1; 0.5 at the threshold. Without a scale every question passes; without a passage none does."""
    if found is None:
        return 0.0
    if scale is None:
        return 1.0
    # tanh and not 1/(1 + exp): it does not overflow where a measured spread is very small
    return 0.5 + 0.5 * math.tanh((found - scale.threshold) / (2 * scale.spread))


def is_enough(evidence_found: float) -> bool:
    return evidence_found >= 0.5


def calibrate(foreign: Sequence[float], corpus: str, *, own: Sequence[float] = ()) -> Scale:
    """From the grounds of questions that nothing here answers: all but the given share of them lie below. Where a
    question that is answered here (`own`) would be refused by that, the threshold goes down until it passes."""
    ordered = sorted(foreign)
    threshold = ordered[min(len(ordered) - 1, math.ceil(len(ordered) * (1 - _PASSING)))]
    lowest = min(own, default=threshold)
    if lowest < threshold:
        # half way to the next foreign one, as the same search may differ in its last digit
        below = max((one for one in ordered if one < lowest), default=lowest)
        threshold = (lowest + below) / 2
    return Scale(threshold, max(statistics.pstdev(ordered) / 2, 1e-4), corpus)


def state_of(corpus: Corpus) -> str:
    """Another one after each change of what is live."""
    live = ",".join(sorted(row.live_load for row in corpus.live))
    return hashlib.sha256(live.encode()).hexdigest()[:16]


def known_scale(embedder: Identity, prefix: str, data: Path) -> Scale | None:
    """What was measured last with this embedder on this library; None until then."""
    fields = _read(data / _FILE).get(_key(embedder, prefix))
    try:
        return Scale(**fields) if fields else None
    except TypeError:  # of another version of this program
        return None


def remember(scale: Scale, embedder: Identity, prefix: str, data: Path) -> None:
    """Beside the scales of other embedders and libraries."""
    path = data / _FILE
    measured = {**_read(path), _key(embedder, prefix): asdict(scale)}
    data.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(f".{secrets.token_hex(4)}")
    scratch.write_text(json.dumps(measured, indent=1), encoding="utf-8")
    scratch.replace(path)


def _read(path: Path) -> dict[str, dict[str, Any]]:
    """Nothing where the file is damaged: it is measured anew."""
    try:
        measured = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return measured if isinstance(measured, dict) else {}


def _key(embedder: Identity, prefix: str) -> str:
    return f"{prefix} {embedder.name} {embedder.dimensions}".strip()
