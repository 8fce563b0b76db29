"""What the library holds at the moment of a question, and the filter that follows from it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import weaviate
from weaviate.classes.query import Filter
from weaviate.collections import Collection
from weaviate.collections.classes.filters import _Filters
from weaviate.exceptions import UnexpectedStatusCodeError, WeaviateQueryError

from rag.types import Scope

_DOCUMENT_PROPERTIES = [
    "sourceId",
    "edition",
    "language",
    "workTitle",
    "workAuthor",
    "workKey",
    "scheme",
    "status",
    "liveLoad",
    "nextLoad",
    "chunksCount",
    "summariesCount",
    "warnings",
    "contentHash",
    "embedder",
]
_NO_SOURCE = "\x1f"  # no source id has such a character


@dataclass(frozen=True, slots=True)
class DocumentRow:
    """An edition in the library."""

    source_id: str
    author: str
    work: str
    work_key: str
    edition: str
    language: str
    scheme: str
    chunks: int
    summaries: int
    status: str
    live_load: str = ""
    next_load: str = ""
    content_hash: str = ""
    embedder: str = ""
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Corpus:
    """One view of the library, kept for the whole of a question.

    What a load added is left out until that load is live; what a live load dropped is left out until it is deleted.
    """

    documents: tuple[DocumentRow, ...]
    name_tables: tuple[str, ...] = ()  # JSON lists of rows, as the documents keep them

    @property
    def live(self) -> tuple[DocumentRow, ...]:
        return tuple(row for row in self.documents if row.live_load)

    @property
    def editions(self) -> dict[str, str]:
        return {row.source_id: row.edition for row in self.documents}

    def visible(self) -> list[_Filters]:
        """No filters at all while nothing is being loaded."""
        adding = [row.next_load for row in self.documents if row.next_load and row.next_load != row.live_load]
        dropping = [row.next_load for row in self.documents if row.next_load and row.next_load == row.live_load]
        filters = []
        if adding:
            filters.append(Filter.by_property("since").contains_none(adding))
        if dropping:
            filters.append(Filter.by_property("until").contains_none(dropping))
        return filters

    def filters(self, sources: Sequence[str] | None, scope: Scope) -> _Filters | None:
        """For chunks and summaries; `sources` is what author, work and language of the scope come to (None: all)."""
        parts = self.visible()
        if sources is not None:
            # the client refuses an empty list, and a scope that matches nothing must find nothing
            parts.append(Filter.by_property("documentSourceId").contains_any(list(sources) or [_NO_SOURCE]))
        if scope.section:
            parts.append(Filter.by_property("sectionIds").contains_any([scope.section]))
        if scope.unit_type:
            parts.append(Filter.by_property("unitType").equal(scope.unit_type))
        return Filter.all_of(parts) if parts else None


def read_corpus(client: weaviate.WeaviateClient, prefix: str) -> Corpus:
    """Empty where nothing was ever loaded."""
    documents = client.collections.get(f"{prefix}Document")
    try:
        found = _all(documents, [*_DOCUMENT_PROPERTIES, "names"])
    except (WeaviateQueryError, UnexpectedStatusCodeError):
        if client.collections.exists(f"{prefix}Document"):
            raise
        return Corpus(())
    rows = [_row(properties) for properties in found]
    tables = tuple(sorted({str(properties["names"]) for properties in found if properties.get("names")}))
    return Corpus(tuple(sorted(rows, key=lambda row: (row.author, row.work, row.source_id))), tables)


def _all(collection: "Collection[Any, Any]", properties: list[str]) -> list[dict[str, Any]]:
    return [dict(item.properties) for item in collection.iterator(return_properties=properties)]


def _row(properties: dict[str, Any]) -> DocumentRow:
    def text(name: str) -> str:
        return str(properties.get(name) or "")

    return DocumentRow(
        source_id=text("sourceId"),
        author=text("workAuthor"),
        work=text("workTitle"),
        work_key=text("workKey"),
        edition=text("edition"),
        language=text("language"),
        scheme=text("scheme"),
        chunks=int(properties.get("chunksCount") or 0),
        summaries=int(properties.get("summariesCount") or 0),
        status=text("status"),
        live_load=text("liveLoad"),
        next_load=text("nextLoad"),
        content_hash=text("contentHash"),
        embedder=text("embedder"),
        warnings=tuple(str(warning) for warning in properties.get("warnings") or ()),
    )
