"""Small readings that are no part of a question's way."""

from typing import Any

from rag.store.calls import side_by_side
from rag.store.store import Store
from rag.store.write import of_source


def section_titles(source_id: str, *, store: Store, limit: int) -> list[str]:
    """Some of a document's, in the order of their words."""

    def read() -> Any:
        return store.collection("Summary").query.fetch_objects(
            filters=of_source(source_id), limit=limit, return_properties=["title"]
        )

    found = side_by_side([read], store.searching())[0]
    return sorted(str(item.properties["title"]) for item in found.objects)
