"""Stage two: each query looks for passages, in the whole scope and inside the sections that were found."""

from collections.abc import Mapping, Sequence
from typing import Any

from weaviate.classes.query import Filter, MetadataQuery
from weaviate.collections.classes.filters import _Filters

from rag.ask.ranking import Hit
from rag.ask.reach import Reach
from rag.store.objects import PASSAGE_PROPERTIES, passage
from rag.text import fold
from rag.types import Passage, Query


def hybrid_chunks(query: Query, reach: Reach, *, alpha: float, limit: int) -> tuple[Hit, ...]:
    """Best first, with the server's normalised score (0 to 1)."""
    found = reach.store.collection("Chunk").query.hybrid(
        query=fold(query.text),
        vector=list(query.vector),
        alpha=alpha,
        query_properties=["folded"],
        filters=reach.chunk_filter,
        limit=limit,
        return_metadata=MetadataQuery(score=True),
        return_properties=list(PASSAGE_PROPERTIES),
    )
    return tuple(Hit(_passage(item, reach), float(item.metadata.score or 0)) for item in found.objects)


def keyword_chunks(query: Query, reach: Reach, *, limit: int) -> tuple[Hit, ...]:
    """By BM25 alone, best first; scores are normalised to 0 to 1 as hybrid search does it with each of its legs."""
    found = reach.store.collection("Chunk").query.bm25(
        query=fold(query.text),
        query_properties=["folded"],
        filters=reach.chunk_filter,
        limit=limit,
        return_metadata=MetadataQuery(score=True),
        return_properties=list(PASSAGE_PROPERTIES),
    )
    scores = [float(item.metadata.score or 0) for item in found.objects]
    least, span = (min(scores), max(scores) - min(scores)) if scores else (0.0, 0.0)
    return tuple(
        Hit(_passage(item, reach), (score - least) / span if span else 1.0)
        for item, score in zip(found.objects, scores, strict=True)
    )


def near_chunks(query: Query, reach: Reach, *, limit: int, inside: Sequence[str] = ()) -> tuple[Hit, ...]:
    """By meaning alone, scored by cosine similarity; `inside` limits to sections and all that they contain."""
    found = reach.store.collection("Chunk").query.near_vector(
        near_vector=list(query.vector),
        filters=within(reach.chunk_filter, inside),
        limit=limit,
        return_metadata=MetadataQuery(distance=True),
        return_properties=list(PASSAGE_PROPERTIES),
    )
    return tuple(Hit(_passage(item, reach), 1.0 - float(item.metadata.distance or 0)) for item in found.objects)


def fetch_chunks(reach: Reach, where: _Filters, *, limit: int) -> tuple[Passage, ...]:
    """In no order."""
    filters = where & reach.chunk_filter if reach.chunk_filter else where
    found = reach.store.collection("Chunk").query.fetch_objects(
        filters=filters, limit=limit, return_properties=list(PASSAGE_PROPERTIES)
    )
    return tuple(_passage(item, reach) for item in found.objects)


def within(filters: _Filters | None, sections: Sequence[str]) -> _Filters | None:
    """`sectionIds` holds a section and its ancestors, so one value finds the whole branch."""
    if not sections:
        return filters
    inside = Filter.by_property("sectionIds").contains_any(list(sections))
    return inside & filters if filters else inside


def similarities(hits: Sequence[Hit]) -> Mapping[str, float]:
    return {hit.passage.chunk_id: hit.score for hit in hits}


def _passage(item: Any, reach: Reach) -> Passage:
    return passage(item.uuid, item.properties, reach.corpus.editions)
