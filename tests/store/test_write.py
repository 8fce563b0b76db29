"""Batches adapt, and every refused object is reported."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest
from weaviate.classes.data import DataObject
from weaviate.exceptions import WeaviateBaseError, WeaviateInsertManyAllFailedError

from rag.errors import RagError
from rag.store.write import Item, insert, next_size


@pytest.mark.parametrize(
    ("size", "took_s", "failed", "after"),
    [
        (55, 0.2, False, 100),
        (40, 0.2, False, 80),
        (100, 0.2, False, 100),
        (40, 1.0, False, 40),
        (40, 3.0, False, 40),
        (40, 3.1, False, 20),
        (15, 9.0, False, 10),
        (10, 9.0, False, 10),
        (40, 0.1, True, 20),
        (10, 0.1, True, 10),
    ],
)
def test_a_batch_doubles_when_quick_halves_when_slow_or_failing_between_10_and_100(
    size: int, took_s: float, failed: bool, after: int
) -> None:
    assert next_size(size, took_s, failed=failed) == after


@dataclass
class FakeData:
    """Stores what a test does not list: in `never` for good, in `flaky` in a batch only."""

    never: frozenset[str] = frozenset()
    flaky: frozenset[str] = frozenset()
    stored: list[str] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)

    def insert_many(self, objects: list[DataObject]) -> SimpleNamespace:
        self.batches.append(len(objects))
        refused = {n: "no" for n, one in enumerate(objects) if str(one.uuid) in self.never | self.flaky}
        self.stored += [str(one.uuid) for n, one in enumerate(objects) if n not in refused]
        if len(refused) == len(objects):
            raise WeaviateInsertManyAllFailedError("all of them")
        return SimpleNamespace(errors=refused)

    def exists(self, uuid: str) -> bool:
        return uuid in self.stored

    def insert(self, *, uuid: str, properties: object, vector: object) -> None:
        if uuid in self.never:
            raise WeaviateBaseError(f"{uuid} is bad")
        self.stored.append(uuid)


def ids(count: int) -> list[str]:
    return [str(n) for n in range(count)]


def make(ids: Sequence[str]) -> list[Item]:
    return [Item(one, {}, [0.0]) for one in ids]


def test_every_object_is_stored_once_in_growing_batches() -> None:
    data, told = FakeData(), list[int]()
    insert(SimpleNamespace(data=data), ids(300), make, told.append)  # type: ignore[arg-type]  # only `data` is used
    assert data.stored == [str(n) for n in range(300)]
    assert data.batches == told == [20, 40, 80, 100, 60]


def test_a_batch_is_made_when_the_one_before_it_is_stored() -> None:
    data = FakeData()

    def breaks(ids: Sequence[str]) -> list[Item]:
        if "70" in ids:
            raise RagError("the embedder is gone")
        return make(ids)

    with pytest.raises(RagError, match="the embedder is gone"):
        insert(SimpleNamespace(data=data), ids(300), breaks)  # type: ignore[arg-type]
    assert data.stored == ids(60)  # 20 and 40


def test_a_batch_that_takes_long_to_make_is_followed_by_a_smaller_one(monkeypatch: pytest.MonkeyPatch) -> None:
    data, now = FakeData(), [0.0]
    monkeypatch.setattr("rag.store.write.time", SimpleNamespace(monotonic=lambda: now[0]))

    def slow(ids: Sequence[str]) -> list[Item]:
        now[0] += len(ids) * 0.2
        return make(ids)

    insert(SimpleNamespace(data=data), ids(50), slow)  # type: ignore[arg-type]
    assert data.batches == [20, 10, 10, 10]  # 4 s, then 2 s each


def test_an_object_that_is_refused_in_a_batch_is_tried_once_alone() -> None:
    data = FakeData(flaky=frozenset({"3"}))
    insert(SimpleNamespace(data=data), ids(20), make)  # type: ignore[arg-type]
    assert sorted(data.stored, key=int) == [str(n) for n in range(20)]


def test_all_that_are_refused_twice_are_counted_with_the_first_reason_and_the_rest_is_stored() -> None:
    data = FakeData(never=frozenset({"3", "70"}), flaky=frozenset({"4"}))
    with pytest.raises(RagError) as caught:
        insert(SimpleNamespace(data=data), ids(80), make)  # type: ignore[arg-type]
    assert caught.value.message.startswith("Weaviate refused 2 of 80 objects. The first reason: 3 is bad")
    assert len(data.stored) == 78
    assert data.batches == [20, 10, 20, 30]  # of half the size after a refusal


def test_a_batch_that_is_refused_as_a_whole_is_reported_like_any_other() -> None:
    with pytest.raises(RagError, match="refused 3 of 3 objects"):
        insert(SimpleNamespace(data=FakeData(never=frozenset("012"))), ids(3), make)  # type: ignore[arg-type]


def test_nothing_to_store_is_no_call() -> None:
    data = FakeData()
    insert(SimpleNamespace(data=data), [], make)  # type: ignore[arg-type]
    assert data.batches == []
