"""What the library holds, in numbers, for `rag stats` and the Admin page."""

import json
from dataclasses import asdict, dataclass
from typing import Any

import weaviate
from weaviate.classes.aggregate import GroupByAggregate
from weaviate.classes.query import Filter
from weaviate.collections import Collection
from weaviate.collections.classes.filters import _Filters

from rag.store.corpus import DocumentRow
from rag.store.inference import Identity
from rag.store.schema import NAMES, VECTORIZED, read_stamp
from rag.store.store import Store
from rag.types import Json

_MOST_GROUPS = 10_000  # else the server gives 100
_SAMPLE = 100
_FLOAT_BYTES = 4
_INDEX_FACTOR = 2  # HNSW's links and the copy in the object store, Weaviate's own rule of thumb


@dataclass(frozen=True, slots=True)
class CollectionStats:
    """`bytes` is an estimate: vectors with their index, and the mean size of a sample of objects."""

    name: str
    objects: int
    vectors: int
    vectorized: tuple[str, ...]
    bytes: int


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of what is visible to a question; the collections' own counts include what is being loaded."""

    collections: tuple[CollectionStats, ...]
    vectors: int
    summaries_per_chunk: float | None
    sections_by_level: dict[int, int]
    embedder: Identity
    weaviate_version: str
    documents: tuple[DocumentRow, ...]
    languages: dict[str, int]
    works: dict[str, int]
    unit_types: dict[str, int]

    def to_json(self) -> Json:
        return {
            "collections": {
                one.name: {name: value for name, value in asdict(one).items() if name != "name"}
                for one in self.collections
            },
            "vectors": self.vectors,
            "summaries_per_chunk": self.summaries_per_chunk,
            "sections_by_level": {str(level): count for level, count in self.sections_by_level.items()},
            "embedder": {"name": self.embedder.name, "dimensions": self.embedder.dimensions},
            "weaviate": {"version": self.weaviate_version},
            "documents": [_document_json(row) for row in self.documents],
            "languages": self.languages,
            "works": self.works,
            "unit_types": self.unit_types,
        }


def _document_json(row: DocumentRow) -> Json:
    return {
        "source_id": row.source_id,
        "author": row.author,
        "work": row.work,
        "edition": row.edition,
        "language": row.language,
        "chunks": row.chunks,
        "summaries": row.summaries,
        "status": row.status,
    }


def read_stats(store: Store) -> Stats:
    """A missing collection counts 0."""
    client, prefix, corpus, embedder = store.client, store.prefix, store.corpus(), store.embedder.identity()
    collections = tuple(_collection(client, prefix, name, embedder) for name in NAMES)
    objects = {one.name: one.objects for one in collections}
    visible = Filter.all_of(corpus.visible()) if corpus.visible() else None
    chunks = client.collections.get(f"{prefix}Chunk") if objects["Chunk"] else None
    summaries = client.collections.get(f"{prefix}Summary") if objects["Summary"] else None
    levels = _groups(summaries, "level", visible)
    return Stats(
        collections=collections,
        vectors=sum(one.vectors for one in collections),
        summaries_per_chunk=round(objects["Summary"] / objects["Chunk"], 2) if objects["Chunk"] else None,
        sections_by_level={int(float(level)): count for level, count in sorted(levels.items())},
        embedder=embedder,
        weaviate_version=str(client.get_meta().get("version", "")),
        documents=corpus.documents,
        languages=_groups(chunks, "language", visible),
        works=_groups(chunks, "workTitle", visible),
        unit_types=_groups(chunks, "unitType", visible),
    )


def _collection(client: weaviate.WeaviateClient, prefix: str, name: str, embedder: Identity) -> CollectionStats:
    if not client.collections.exists(prefix + name):
        return CollectionStats(name, 0, 0, VECTORIZED[name], 0)
    collection = client.collections.get(prefix + name)
    objects = collection.aggregate.over_all(total_count=True).total_count or 0
    vectors = objects if VECTORIZED[name] else 0
    stamp = read_stamp(collection.config.get().description)
    dimensions = stamp.dimensions if stamp else embedder.dimensions
    size = vectors * dimensions * _FLOAT_BYTES * _INDEX_FACTOR + round(objects * _mean_bytes(collection))
    return CollectionStats(name, objects, vectors, VECTORIZED[name], size)


def _mean_bytes(collection: "Collection[Any, Any]") -> float:
    sample = collection.query.fetch_objects(limit=_SAMPLE).objects
    sizes = [len(json.dumps(item.properties, default=str, ensure_ascii=False).encode()) for item in sample]
    return sum(sizes) / len(sizes) if sizes else 0.0


def _groups(collection: "Collection[Any, Any] | None", name: str, where: _Filters | None) -> dict[str, int]:
    """Most frequent first, then by name; empty values are left out."""
    if collection is None:
        return {}
    reply = collection.aggregate.over_all(
        group_by=GroupByAggregate(prop=name, limit=_MOST_GROUPS), filters=where, total_count=True
    )
    counts = {str(group.grouped_by.value): group.total_count or 0 for group in reply.groups if group.grouped_by.value}
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))
