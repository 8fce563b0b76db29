"""Writing: batches that adapt, every refused object reported, and deletion that leaves nothing."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from weaviate.classes.data import DataObject
from weaviate.classes.query import Filter, Sort
from weaviate.collections import Collection
from weaviate.collections.classes.filters import _Filters
from weaviate.exceptions import WeaviateBaseError, WeaviateInsertManyAllFailedError

from rag.errors import RagError

SMALLEST, LARGEST = 10, 100
_FIRST = 20  # small, so that the first sign of how long a load will take comes soon
_SLOW_S, _QUICK_S = 3.0, 1.0
_PAGE = 1000


@dataclass(frozen=True, slots=True)
class Item:
    """An object to store; `vector` is None where the collection has none."""

    id: str
    properties: dict[str, Any]
    vector: list[float] | None


@dataclass(frozen=True, slots=True)
class Claim:
    """What a document says of the load that is at work on it. No lock reaches across machines, so a load looks before
    each of its writes whether another has begun."""

    documents: "Collection[Any, Any]"
    document: str
    live: str
    upcoming: str

    def stands(self) -> bool:
        names = ("liveLoad", "nextLoad")
        found = self.documents.query.fetch_object_by_id(self.document, return_properties=list(names))
        return found is not None and [found.properties[name] or "" for name in names] == [self.live, self.upcoming]

    def check(self) -> None:
        """Raises RagError where another load took the document over, published it or deleted it."""
        if not self.stands():
            raise another_load()


def another_load() -> RagError:
    return RagError("Another load of this document is going on.", "Wait until it has ended, then load the book again.")


def insert(
    collection: "Collection[Any, Any]",
    ids: Sequence[str],
    make: Callable[[Sequence[str]], Sequence[Item]],
    on_stored: Callable[[int], None] = lambda count: None,
) -> None:
    """`make` gives the items of some ids, and is asked for one batch at a time, so that what it does for them (it
    embeds) goes on as they are stored. Raises RagError with count and first reason when objects are refused, each
    after one more try alone."""
    refused: list[str] = []
    size = _FIRST
    done = 0
    while done < len(ids):
        began = time.monotonic()
        batch = make(ids[done : done + size])
        reasons = _insert_batch(collection, batch)
        refused.extend(reasons)
        size = next_size(size, time.monotonic() - began, failed=bool(reasons))
        done += len(batch)
        on_stored(len(batch))
    if refused:
        raise RagError(
            f"Weaviate refused {len(refused)} of {len(ids)} objects. The first reason: {refused[0]}",
            "Readers see the document as it was; mend the cause and load it again.",
        )


def next_size(size: int, took_s: float, *, failed: bool) -> int:
    """Between 10 and 100 objects: halved when slow or failing, doubled when quick."""
    if failed or took_s > _SLOW_S:
        return max(SMALLEST, size // 2)
    return min(LARGEST, size * 2) if took_s < _QUICK_S else size


def _insert_batch(collection: "Collection[Any, Any]", batch: Sequence[Item]) -> list[str]:
    """The reasons of those that were refused twice."""
    objects = [DataObject(uuid=item.id, properties=item.properties, vector=item.vector) for item in batch]
    try:
        failed = sorted(collection.data.insert_many(objects).errors)
    except WeaviateInsertManyAllFailedError:
        failed = list(range(len(batch)))
    return [reason for index in failed if (reason := _refusal(collection, batch[index]))]


def _refusal(collection: "Collection[Any, Any]", item: Item) -> str | None:
    try:
        upsert(collection, item)
    except WeaviateBaseError as error:
        return str(error)
    return None


def upsert(collection: "Collection[Any, Any]", item: Item) -> None:
    """Replaces or inserts the whole object."""
    if collection.data.exists(item.id):
        collection.data.replace(uuid=item.id, properties=item.properties, vector=item.vector)
    else:
        collection.data.insert(uuid=item.id, properties=item.properties, vector=item.vector)


def amend(collection: "Collection[Any, Any]", uuid: UUID | str, properties: dict[str, Any]) -> None:
    """Changes these properties and keeps the vector: without one the server embeds the object anew, its own way."""
    found = collection.query.fetch_object_by_id(uuid, include_vector=True, return_properties=[])
    if found is not None:
        collection.data.update(uuid=uuid, properties=properties, vector=found.vector)


def delete_where(collection: "Collection[Any, Any]", where: _Filters) -> int:
    """All that match, however many: one call deletes at most the server's query limit. Returns their number."""
    total = 0
    while True:
        reply = collection.data.delete_many(where=where)
        total += reply.successful
        if reply.failed:
            raise RagError(f"Weaviate could not delete {reply.failed} objects.", "Try again.")
        if reply.matches == 0 or reply.successful == 0:
            return total


def dropped_by(load_id: str) -> _Filters:
    return Filter.by_property("until").equal(load_id)


def end_load(collection: "Collection[Any, Any]", load_id: str, *, published: bool) -> None:
    """What a load that broke off left half done is finished where it was published, else undone."""
    if published:
        delete_where(collection, dropped_by(load_id))
        return
    delete_where(collection, Filter.by_property("since").equal(load_id))
    for uuid in ids_of(collection, dropped_by(load_id)):
        amend(collection, uuid, {"until": ""})


def of_work(work_key: str) -> _Filters:
    return Filter.by_property("workKey").equal(work_key)


def of_source(source_id: str) -> _Filters:
    return Filter.by_property("documentSourceId").equal(source_id)


def every(
    collection: "Collection[Any, Any]", where: _Filters, properties: Sequence[str], *, order: str | None = None
) -> Iterator[tuple[UUID, dict[str, Any]]]:
    """All objects that match, each once; sorted by the whole number `order`, else in no order.

    With `order` there may be more of them than the server's QUERY_MAXIMUM_RESULTS (10,000) lets one page through.
    """
    seen: set[UUID] = set()
    last = -1
    while True:
        found = _page(collection, where, properties, order=order, last=last, offset=0 if order else len(seen))
        fresh = [item for item in found if item.uuid not in seen]
        seen.update(item.uuid for item in fresh)
        yield from ((item.uuid, dict(item.properties)) for item in fresh)
        if len(found) < _PAGE or not fresh:
            return
        last = int(fresh[-1].properties[order]) if order else last


def ids_of(collection: "Collection[Any, Any]", where: _Filters, *, order: str | None = None) -> set[str]:
    return {str(uuid) for uuid, _ in every(collection, where, [], order=order)}


def _page(
    collection: "Collection[Any, Any]",
    where: _Filters,
    properties: Sequence[str],
    *,
    order: str | None,
    last: int,
    offset: int,
) -> Sequence[Any]:
    if order:
        where = where & Filter.by_property(order).greater_or_equal(last)
    return collection.query.fetch_objects(
        filters=where,
        limit=_PAGE,
        offset=offset,
        sort=Sort.by_property(order) if order else None,
        return_properties=list({*properties, *([order] if order else [])}),
    ).objects


def count(collection: "Collection[Any, Any]", where: _Filters | None = None) -> int:
    return collection.aggregate.over_all(filters=where, total_count=True).total_count or 0
