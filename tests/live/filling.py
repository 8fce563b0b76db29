"""Collections filled with objects whose vectors are given, as no text has to be embedded for numbers to be right."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import numpy as np
from weaviate.classes.data import DataObject

from live.books import DIMENSIONS
from rag.books.ids import document_id
from rag.store.store import Store


def fill(store: Store, collection: str, rows: Sequence[dict[str, Any]], *, dimensions: int = DIMENSIONS) -> None:
    """Two batches at a time."""
    target = store.collection(collection)

    def insert(start: int) -> None:
        batch = rows[start : start + 1_000]
        vectors = np.random.default_rng(start).random((len(batch), dimensions)).tolist()
        objects = [
            DataObject(
                uuid=document_id(row["sourceId"]) if "sourceId" in row else UUID(int=start + n + 1),
                properties=row,
                vector=None if collection == "Document" else vectors[n],
            )
            for n, row in enumerate(batch)
        ]
        assert not target.data.insert_many(objects).errors

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(insert, range(0, len(rows), 1_000)))


def document(source_id: str, *, chunks: int = 0, summaries: int = 0) -> dict[str, Any]:
    return {
        "sourceId": source_id,
        "workTitle": f"Work {source_id}",
        "workAuthor": "Nobody",
        "status": "ready",
        "liveLoad": "live",
        "chunksCount": chunks,
        "summariesCount": summaries,
    }


def fill_16_documents(store: Store, *, dimensions: int = DIMENSIONS) -> None:
    """5,404 chunks and 8,425 summaries, without works."""
    sources = [f"book{n:02d}" for n in range(16)]
    chunks = [
        {
            "documentSourceId": sources[n % 16],
            "workTitle": f"Work {sources[n % 16]}",
            "language": "fr" if n % 4 else "grc",
            "unitType": "argument",
            "orderIndex": n // 16,
        }
        for n in range(5_404)
    ]
    summaries = [{"documentSourceId": sources[n % 16], "level": 1 + n % 3, "title": f"{n}"} for n in range(8_425)]
    fill(store, "Chunk", chunks, dimensions=dimensions)
    fill(store, "Summary", summaries, dimensions=dimensions)
    fill(store, "Document", [document(one, chunks=338, summaries=527) for one in sources])
