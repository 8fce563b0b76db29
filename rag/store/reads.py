"""Small readings that are no part of a question's way."""

from collections.abc import Sequence

from weaviate.classes.query import MetadataQuery

from rag.store.store import Store
from rag.store.write import of_source


def best_cosine(vector: Sequence[float], *, store: Store) -> float | None:
    """Of the nearest chunk; None where there is none."""
    found = store.collection("Chunk").query.near_vector(
        near_vector=list(vector), limit=1, return_metadata=MetadataQuery(distance=True), return_properties=[]
    )
    return next((1.0 - float(item.metadata.distance or 0) for item in found.objects), None)


def section_titles(source_id: str, *, store: Store, limit: int) -> list[str]:
    """Some of a document's, in the order of their words."""
    found = store.collection("Summary").query.fetch_objects(
        filters=of_source(source_id), limit=limit, return_properties=["title"]
    )
    return sorted(str(item.properties["title"]) for item in found.objects)
