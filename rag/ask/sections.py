"""Stage one: each query looks for sections by their summaries."""

from typing import Any

from weaviate.classes.query import Filter, MetadataQuery

from rag.ask.reach import Reach
from rag.store.objects import SECTION_PROPERTIES, section
from rag.text import fold
from rag.types import Query, Section


def hybrid_sections(query: Query, reach: Reach, *, alpha: float, limit: int) -> tuple[Section, ...]:
    """Best first, with the server's normalised score (0 to 1)."""
    found = reach.store.collection("Summary").query.hybrid(
        query=fold(query.text),
        vector=list(query.vector),
        alpha=alpha,
        query_properties=["folded"],
        filters=reach.summary_filter,
        limit=limit,
        return_metadata=MetadataQuery(score=True),
        return_properties=list(SECTION_PROPERTIES),
    )
    return tuple(section(item.properties, float(item.metadata.score or 0)) for item in found.objects)


def near_sections(query: Query, reach: Reach, *, levels: tuple[int, ...], limit: int) -> tuple[Section, ...]:
    """Sections of these levels by meaning alone, scored by cosine similarity."""
    at_level = Filter.by_property("level").contains_any(list(levels))
    where = at_level & reach.summary_filter if reach.summary_filter else at_level
    found = reach.store.collection("Summary").query.near_vector(
        near_vector=list(query.vector),
        filters=where,
        limit=limit,
        return_metadata=MetadataQuery(distance=True),
        return_properties=list(SECTION_PROPERTIES),
    )
    return tuple(section(item.properties, _similarity(item.metadata)) for item in found.objects)


def _similarity(metadata: Any) -> float:
    return 1.0 - float(metadata.distance or 0)
