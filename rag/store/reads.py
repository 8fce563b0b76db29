"""Small readings that are no part of a question's way."""

from rag.store.store import Store
from rag.store.write import of_source


def section_titles(source_id: str, *, store: Store, limit: int) -> list[str]:
    """Some of a document's, in the order of their words."""
    found = store.collection("Summary").query.fetch_objects(
        filters=of_source(source_id), limit=limit, return_properties=["title"]
    )
    return sorted(str(item.properties["title"]) for item in found.objects)
