"""The six ways from queries to a ranking; all can answer, and the Quality page compares them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from rag.ask.chunks import hybrid_chunks, keyword_chunks, near_chunks, similarities
from rag.ask.clock import Clock
from rag.ask.fuse import best_sections, fuse_scores, join_editions, rank_hits, rrf, with_context
from rag.ask.ranking import Hit, Looked, Ranked
from rag.ask.reach import Reach
from rag.ask.sections import hybrid_sections, near_sections
from rag.store.calls import side_by_side
from rag.types import Origin, Passage, Query, Section

FUSION_ALPHA = 0.5  # best of 0, 0.25, 0.5, 0.75 and 1 on three labelled sets; HYBRID_ALPHA is the baseline's own
_POOL = 100  # hits a query brings to the fusion
_SECTIONS = 60
_INSIDE_SECTIONS = 5
_INSIDE = 30
_SEQUENTIAL_SECTIONS, _SEQUENTIAL_CHUNKS = 5, 10
_TWO_STAGE_SECTIONS, _TWO_STAGE_CHUNKS = 3, 5
_CHUNK_SHARE, _SUMMARY_SHARE = 0.7, 0.3


@dataclass(frozen=True, slots=True)
class Way:
    """What a strategy may use."""

    reach: Reach
    clock: Clock
    language: str
    hybrid_alpha: float
    depth: int  # passages wanted of a strategy that takes no pool


def look(query: Query, way: Way) -> Looked:
    """Both stages for one query, side by side: the search over the whole scope does not wait for the sections. Terms
    are single words without a meaning of their own as a sentence: they are looked up in the passages by keyword."""
    if query.origin == "terms":
        with way.clock.step("chunks"):
            return Looked(query, hits=keyword_chunks(query, way.reach, limit=_POOL))

    def sections() -> Looked:
        with way.clock.step("sections"):
            return Looked(query, sections=hybrid_sections(query, way.reach, alpha=FUSION_ALPHA, limit=_SECTIONS))

    found = side_by_side([sections, lambda: look_chunks(query, way)], way.reach.store.searching())
    return Looked(query, found[0].sections, found[1].hits)


def look_chunks(query: Query, way: Way) -> Looked:
    """Stage two alone."""
    with way.clock.step("chunks"):
        return Looked(query, hits=hybrid_chunks(query, way.reach, alpha=FUSION_ALPHA, limit=_POOL))


def look_nowhere(query: Query, way: Way) -> Looked:
    """For strategies that search once they have the question's vector."""
    return Looked(query)


def fusion(looked: Sequence[Looked], way: Way) -> Ranked:
    """The default: summed hybrid scores, written sections as a bonus, one more call inside the sections found."""
    with way.clock.step("chunks"):
        sections = best_sections(looked)
        inside = [section.section_id for section in sections[:_INSIDE_SECTIONS]]
        question = looked[0].query
        nearest, extra = side_by_side(
            [
                lambda: near_chunks(question, way.reach, limit=_POOL),
                lambda: near_chunks(question, way.reach, limit=_INSIDE, inside=inside) if inside else (),
            ],
            way.reach.store.searching(),
        )
    with way.clock.step("fuse"):
        known = {hit.passage.chunk_id for one in looked for hit in one.hits}
        added = tuple(Hit(hit.passage, 0.0) for hit in extra if hit.passage.chunk_id not in known)
        pool = [replace(looked[0], hits=(*looked[0].hits, *added)), *looked[1:]]
        passages = join_editions(with_context(fuse_scores(pool), sections), language=way.language)
    return Ranked(tuple(passages), tuple(sections), {**similarities(nearest), **similarities(extra)})


def rrf_fusion(looked: Sequence[Looked], way: Way) -> Ranked:
    """RAG-Fusion as it was published: hybrid search a query, fused by ranks; no sections, no joining."""
    with way.clock.step("fuse"):
        passages = {hit.passage.chunk_id: hit.passage for one in looked for hit in one.hits}
        lists = [[hit.passage.chunk_id for hit in one.hits] for one in looked]
        found_by = {
            chunk_id: tuple(index for index, ids in enumerate(lists) if chunk_id in ids) for chunk_id in passages
        }
        ranked = [
            replace(passages[chunk_id], score=score, found_by=found_by[chunk_id]) for chunk_id, score in rrf(lists)
        ]
    return Ranked(tuple(ranked), (), _nearest(looked[0].query, way))


def hybrid(looked: Sequence[Looked], way: Way) -> Ranked:
    """One hybrid search for the question, at HYBRID_ALPHA."""
    with way.clock.step("chunks"):
        hits = hybrid_chunks(looked[0].query, way.reach, alpha=way.hybrid_alpha, limit=way.depth)
    return Ranked(tuple(rank_hits(hits)), (), _nearest(looked[0].query, way))


def near_text(looked: Sequence[Looked], way: Way) -> Ranked:
    """By meaning alone."""
    with way.clock.step("chunks"):
        hits = near_chunks(looked[0].query, way.reach, limit=max(way.depth, 1))
    return Ranked(tuple(rank_hits(hits)), (), dict(similarities(hits)))


def sequential(looked: Sequence[Looked], way: Way) -> Ranked:
    """Five chapters by meaning, then ten passages by meaning inside the best of them."""
    question = looked[0].query
    with way.clock.step("sections"):
        sections = _sections_at(question, way, level=1, limit=_SEQUENTIAL_SECTIONS)
    with way.clock.step("chunks"):
        inside = [sections[0].section_id] if sections else []
        hits = near_chunks(question, way.reach, limit=_SEQUENTIAL_CHUNKS, inside=inside)
    return Ranked(tuple(with_context(rank_hits(hits), sections)), sections, dict(similarities(hits)))


def two_stage(looked: Sequence[Looked], way: Way) -> Ranked:
    """Three sections by meaning, five passages in each; 0.7 of a passage's similarity and 0.3 of its section's. A
    passage found twice keeps its best."""
    question = looked[0].query
    with way.clock.step("sections"):
        sections = _sections_at(question, way, level=2, limit=_TWO_STAGE_SECTIONS)

    def inside(section: Section) -> tuple[Hit, ...]:
        return near_chunks(question, way.reach, limit=_TWO_STAGE_CHUNKS, inside=[section.section_id])

    def whole() -> tuple[Hit, ...]:
        return near_chunks(question, way.reach, limit=way.depth)

    with way.clock.step("chunks"):
        # a library without summaries is searched by its passages alone
        calls: list[Callable[[], tuple[Hit, ...]]] = [partial(inside, one) for one in sections] or [whole]
        found = side_by_side(calls, way.reach.store.searching())
    with way.clock.step("fuse"):
        weights = [_SUMMARY_SHARE * section.score for section in sections] or [0.0]
        best: dict[str, Passage] = {}
        for hits, share in zip(found, weights, strict=True):
            for passage in rank_hits(hits):
                scored = replace(passage, score=_CHUNK_SHARE * passage.score + share)
                if passage.chunk_id not in best or best[passage.chunk_id].score < scored.score:
                    best[passage.chunk_id] = scored
        ranked = sorted(best.values(), key=lambda passage: (-passage.score, passage.chunk_id))
    similarity = {hit.passage.chunk_id: hit.score for hits in found for hit in hits}
    return Ranked(tuple(with_context(ranked, sections)), sections, similarity)


def _sections_at(query: Query, way: Way, *, level: int, limit: int) -> tuple[Section, ...]:
    """At this level or, where the books have fewer, the nearest that they have."""
    for levels in ((1,),) if level == 1 else ((2, 3), (1,)):
        sections = near_sections(query, way.reach, levels=levels, limit=limit)
        if sections:
            return sections
    return ()


def _nearest(query: Query, way: Way) -> dict[str, float]:
    return dict(similarities(near_chunks(query, way.reach, limit=_POOL)))


@dataclass(frozen=True, slots=True)
class Strategy:
    """`look` searches each query as soon as it is known; `origins`: of the queries besides the question it takes."""

    rank: Callable[[Sequence[Looked], Way], Ranked]
    look: Callable[[Query, Way], Looked] = look_nowhere
    origins: tuple[Origin, ...] = ()


STRATEGIES: dict[str, Strategy] = {
    "fusion": Strategy(fusion, look, ("claude", "given", "terms")),
    "rrf": Strategy(rrf_fusion, look_chunks, ("claude", "given")),
    "hybrid": Strategy(hybrid),
    "near_text": Strategy(near_text),
    "sequential": Strategy(sequential),
    "two_stage": Strategy(two_stage),
}
