"""The same place in the work's other editions, for the hits that are shown."""

from collections.abc import Sequence
from dataclasses import replace

from weaviate.classes.query import Filter

from rag.ask.chunks import fetch_chunks
from rag.ask.fuse import parallel_of
from rag.ask.reach import Reach
from rag.types import Passage

_MOST = 400


def with_parallels(passages: Sequence[Passage], reach: Reach) -> list[Passage]:
    """An edition in scope that the ranking did not bring is looked up by its loci; one call for all hits."""
    editions: dict[str, set[str]] = {}
    for row in reach.documents:
        editions.setdefault(row.work_key, set()).add(row.source_id)
    missing = {passage.chunk_id: editions.get(passage.work_key, set()) - _shown(passage) for passage in passages}
    wanted = [passage for passage in passages if passage.loci and missing[passage.chunk_id]]
    if not wanted:
        return list(passages)
    where = Filter.by_property("workKey").contains_any(sorted({p.work_key for p in wanted}))
    where = where & Filter.by_property("loci").contains_any(sorted({locus for p in wanted for locus in p.loci}))
    found = fetch_chunks(reach, where, limit=_MOST)
    return [_with_best(passage, found, missing[passage.chunk_id]) for passage in passages]


def _shown(passage: Passage) -> set[str]:
    return {passage.source_id, *(parallel.source_id for parallel in passage.parallels)}


def _with_best(passage: Passage, found: Sequence[Passage], sources: set[str]) -> Passage:
    added = []
    for source_id in sorted(sources):
        candidates = [p for p in found if p.source_id == source_id and set(p.loci) & set(passage.loci)]
        best = max(candidates, key=lambda p: (_shared(p, passage), -p.order_index), default=None)
        if best is not None and best.work_key == passage.work_key:
            added.append(parallel_of(best))
    return replace(passage, parallels=(*passage.parallels, *added)) if added else passage


def _shared(one: Passage, other: Passage) -> int:
    return len(set(one.loci) & set(other.loci))
