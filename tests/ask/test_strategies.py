"""How each strategy makes its ranking of what the searches give; the searches are replaced by tables."""

from collections.abc import Sequence
from types import SimpleNamespace

import pytest

from ask.made import looked, passage, section
from rag.ask import strategies
from rag.ask.clock import Clock
from rag.ask.ranking import Hit, Looked
from rag.ask.strategies import STRATEGIES, Way
from rag.store.calls import Watch
from rag.types import STRATEGIES as NAMES
from rag.types import Query, Section

WATCH = Watch(lambda: True, 5.0)
NO_FILTERS = SimpleNamespace(store=SimpleNamespace(searching=lambda: WATCH))


def way(language: str = "en") -> Way:
    return Way(NO_FILTERS, Clock(), language, 0.75, depth=10)  # type: ignore[arg-type]  # only its store is asked


class Searches:
    """What near_chunks and near_sections find: similarities by name; the passages of each section; its levels."""

    def __init__(self, everywhere: dict[str, float], inside: dict[str, dict[str, float]], sections: list[Section]):
        self.everywhere, self.inside, self.sections = everywhere, inside, sections

    def near_chunks(self, query: Query, reach: object, *, limit: int, inside: Sequence[str] = ()) -> tuple[Hit, ...]:
        found = self.everywhere if not inside else {k: v for name in inside for k, v in self.inside[name].items()}
        return tuple(Hit(passage(name, sections=[f"in {name}"]), score) for name, score in found.items())[:limit]

    def near_sections(self, query: Query, reach: object, *, levels: tuple[int, ...], limit: int) -> tuple[Section, ...]:
        return tuple(one for one in self.sections if one.level in levels)[:limit]


def ranked(
    monkeypatch: pytest.MonkeyPatch, name: str, searches: Searches, queries: Sequence[Looked] = (looked({}),)
) -> list[tuple[str, float, str | None]]:
    monkeypatch.setattr(strategies, "near_chunks", searches.near_chunks)
    monkeypatch.setattr(strategies, "near_sections", searches.near_sections)
    found = STRATEGIES[name].rank(list(queries), way())
    return [(one.chunk_id, round(one.score, 6), one.context_section) for one in found.passages]


def test_every_strategy_that_a_setting_can_name_is_there() -> None:
    assert tuple(STRATEGIES) == NAMES
    assert [name for name, strategy in STRATEGIES.items() if strategy.origins] == ["fusion", "rrf"]


def test_two_stage_weighs_a_passage_at_7_tenths_and_its_section_at_3(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = [section("s", level=2, score=0.9), section("t", level=3, score=0.5), section("u", level=1)]
    searches = Searches({}, {"s": {"a": 0.6, "b": 0.8}, "t": {"b": 0.9, "c": 0.2}}, sections)
    assert ranked(monkeypatch, "two_stage", searches) == [
        ("b", 0.83, None),  # 0.7 x 0.8 + 0.3 x 0.9, better than 0.7 x 0.9 + 0.3 x 0.5
        ("a", 0.69, None),
        ("c", 0.29, None),
    ]


def test_two_stage_takes_chapters_where_a_book_has_no_smaller_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = Searches({}, {"u": {"a": 1.0}}, [section("u", level=1, score=1.0)])
    assert ranked(monkeypatch, "two_stage", searches) == [("a", 1.0, None)]


def test_two_stage_looks_into_three_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = [section(name, level=2, score=0.0) for name in "stuv"]
    searches = Searches({}, {name: {f"in{name}": 1.0} for name in "stuv"}, sections)
    assert [name for name, _, _ in ranked(monkeypatch, "two_stage", searches)] == ["ins", "int", "inu"]


@pytest.mark.parametrize(("name", "score"), [("two_stage", 0.35), ("sequential", 0.5), ("near_text", 0.5)])
def test_a_library_without_summaries_is_searched_by_its_passages_alone(
    monkeypatch: pytest.MonkeyPatch, name: str, score: float
) -> None:
    assert ranked(monkeypatch, name, Searches({"a": 0.5}, {}, [])) == [("a", score, None)]


def test_sequential_looks_only_inside_the_best_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    sections = [section("in a", level=1, score=0.9), section("t", level=1, score=0.8), section("deep", level=2)]
    searches = Searches({"x": 1.0}, {"in a": {"a": 0.6, "b": 0.5}, "t": {"c": 0.9}}, sections)
    assert ranked(monkeypatch, "sequential", searches) == [("a", 0.6, "in a"), ("b", 0.5, None)]


def test_fusion_adds_what_the_found_sections_hold_without_a_score_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    queries = [looked({"a": 0.8, "b": 0.6}, sections=[section("in c", level=2, score=0.5)]), looked({"b": 0.8})]
    searches = Searches({"a": 0.9}, {"in c": {"c": 0.7, "b": 0.6}}, [])
    assert ranked(monkeypatch, "fusion", searches, queries) == [
        ("b", 0.7, None),
        ("a", 0.4, None),
        ("c", 0.1, "in c"),  # 0.4 x 0.5 over two queries
    ]


def test_fusion_knows_the_cosine_of_all_that_it_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = Searches({"a": 0.9, "z": 0.8}, {"in c": {"c": 0.7}}, [])
    monkeypatch.setattr(strategies, "near_chunks", searches.near_chunks)
    found = STRATEGIES["fusion"].rank([looked({"a": 1.0}, sections=[section("in c")])], way())
    assert found.similarity == {"a": 0.9, "z": 0.8, "c": 0.7}
    assert [one.section_id for one in found.sections] == ["in c"]


def test_rrf_ranks_by_places_alone_and_says_which_queries_found_a_passage(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(strategies, "near_chunks", Searches({"a": 0.9}, {}, []).near_chunks)
    queries = [looked({"a": 0.9, "b": 0.1}, sections=[section("in a")]), looked({"b": 0.2, "c": 0.1})]
    found = STRATEGIES["rrf"].rank(queries, way())
    assert [(one.chunk_id, one.score, one.found_by) for one in found.passages] == [
        ("b", 1 / 62 + 1 / 61, (0, 1)),
        ("a", 1 / 61, (0,)),
        ("c", 1 / 62, (1,)),
    ]
    assert (found.sections, found.similarity) == ((), {"a": 0.9})
