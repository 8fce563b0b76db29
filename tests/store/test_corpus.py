"""What a question may see: nothing of a load that is not live, nothing that a live one dropped."""

from dataclasses import replace

from weaviate.classes.query import Filter
from weaviate.collections.classes.filters import _FilterAnd, _Filters, _FilterValue

from rag.store.corpus import Corpus, DocumentRow
from rag.types import Scope

LIVE = DocumentRow("meno", "Plato", "Meno", "plato meno", "Lamb", "en", "stephanus", 9, 3, "ready", live_load="l1")
FIRST_LOAD = replace(LIVE, source_id="new", status="loading", live_load="", next_load="n1")
RELOAD = replace(LIVE, source_id="again", status="loading", live_load="l2", next_load="n2")
FAILED = replace(LIVE, source_id="bad", status="failed", live_load="l3", next_load="n3")
PUBLISHED = replace(LIVE, source_id="done", live_load="n4", next_load="n4")


def read(where: _Filters | None) -> list[tuple[str, str, object]]:
    """A filter as (property, operator, value), its parts in order."""
    if where is None:
        return []
    if isinstance(where, _FilterAnd):
        return [part for one in where.filters for part in read(one)]
    assert isinstance(where, _FilterValue)
    return [(str(where.target), where.operator.value, where.value)]


def test_while_nothing_is_loaded_there_are_no_filters() -> None:
    corpus = Corpus((LIVE, replace(LIVE, source_id="b")))
    assert (corpus.visible(), corpus.filters(None, Scope())) == ([], None)


def test_what_loads_under_way_or_failed_have_added_is_left_out() -> None:
    corpus = Corpus((LIVE, FIRST_LOAD, RELOAD, FAILED))
    assert read(corpus.filters(None, Scope())) == [("since", "ContainsNone", ["n1", "n2", "n3"])]


def test_what_a_published_load_has_dropped_is_left_out_until_it_is_deleted() -> None:
    assert read(Corpus((PUBLISHED,)).filters(None, Scope())) == [("until", "ContainsNone", ["n4"])]
    assert read(Corpus((PUBLISHED, RELOAD)).filters(None, Scope())) == [
        ("since", "ContainsNone", ["n2"]),
        ("until", "ContainsNone", ["n4"]),
    ]


def test_a_document_is_live_once_a_load_of_it_was_published() -> None:
    corpus = Corpus((LIVE, FIRST_LOAD, RELOAD, FAILED, PUBLISHED))
    assert [row.source_id for row in corpus.live] == ["meno", "again", "bad", "done"]


def test_a_scope_narrows_what_is_visible() -> None:
    scope = Scope(section="meno/2", unit_type="question")
    assert read(Corpus((RELOAD,)).filters(["again"], scope)) == [
        ("since", "ContainsNone", ["n2"]),
        ("documentSourceId", "ContainsAny", ["again"]),
        ("sectionIds", "ContainsAny", ["meno/2"]),
        ("unitType", "Equal", "question"),
    ]


def test_a_scope_without_a_document_is_a_filter_that_nothing_passes() -> None:
    ((name, operator, values),) = read(Corpus((LIVE,)).filters([], Scope(author="Nobody")))
    assert (name, operator) == ("documentSourceId", "ContainsAny")
    assert isinstance(values, list)
    assert len(values) == 1
    assert values[0] not in ("", "meno")


def test_every_document_has_an_edition_to_show() -> None:
    assert Corpus((LIVE, replace(PUBLISHED, edition="Burnet"))).editions == {"meno": "Lamb", "done": "Burnet"}


def test_filters_are_read_here_as_weaviate_writes_them() -> None:
    assert read(Filter.by_property("a").equal("b") & Filter.by_property("c").contains_any(["d"])) == [
        ("a", "Equal", "b"),
        ("c", "ContainsAny", ["d"]),
    ]
