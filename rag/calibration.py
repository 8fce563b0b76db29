"""The gate's scale for an embedder that has none: measured once, when something is loaded."""

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from rag import sample
from rag.ask.gate import calibrate, known_scale, remember
from rag.books.enrich import ExtractiveEnricher
from rag.books.manifest import read_manifest
from rag.books.prepare import prepare
from rag.store.reads import best_cosine
from rag.store.store import Store


def calibrate_once(store: Store, data: Path, *, say: Callable[[str], None]) -> None:
    """Nothing where the embedder's scale is known or there is nothing loaded to measure with."""
    identity = store.embedder.identity()
    if known_scale(identity, data) is not None or not store.corpus().live:
        return
    say(f"Measuring how near a passage must be for {identity.name}; about two minutes, once.")
    scale = calibrate(_answerable(store), _unanswerable(store))
    remember(scale, identity, data)


def _answerable(store: Store) -> list[float]:
    """Best cosine of each of the sample's own questions over the sample's texts, loaded here or not."""
    manifest = read_manifest(sample.MANIFEST)
    books = [prepare(e.path, e, enricher=ExtractiveEnricher(), names=manifest.names) for e in manifest.entries]
    texts = [" ".join([chunk.context, *chunk.keywords, chunk.text]) for book in books for chunk in book.chunks]
    passages = _unit(store.embedder.embed_documents(texts))
    asked = _unit([store.embedder.embed_query(str(row["question"])) for row in sample.questions()])
    return [float(best) for best in (asked @ passages.T).max(axis=1)]


def _unanswerable(store: Store) -> list[float]:
    """Best cosine of questions that no philosophy library answers, over what is loaded here."""
    asked = (store.embedder.embed_query(question) for question in sample.off_topic())
    return [best for vector in asked if (best := best_cosine(vector, store=store)) is not None]


def _unit(vectors: Sequence[Sequence[float]]) -> NDArray[np.float64]:
    array = np.asarray(vectors, dtype=np.float64)
    unit: NDArray[np.float64] = array / np.linalg.norm(array, axis=1, keepdims=True)
    return unit
