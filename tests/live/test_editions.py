"""Two editions of a work, Greek and English: one hit a place, the other edition beside it."""

import json

import pytest

from live.conftest import shared
from rag import Library, Scope
from rag.types import Passage

TORPEDO = "Pourquoi Ménon compare-t-il Socrate à une torpille ?"
OTHER = {
    "plato_meno_lamb": "plato_meno_burnet",
    "plato_meno_burnet": "plato_meno_lamb",
    "plato_apology_fowler": "plato_apology_burnet",
    "plato_apology_burnet": "plato_apology_fowler",
}


def asked() -> list[tuple[str, tuple[str, ...]]]:
    """Every eighth labelled question with its variants, so that both languages are searched."""
    lines = shared("eval/plato/questions.jsonl").read_text(encoding="utf-8").splitlines()[::8]
    return [(row["question"], tuple(row.get("variants", ()))) for row in map(json.loads, lines)]


@pytest.fixture(scope="module")
def shown(plato: Library) -> list[tuple[Passage, ...]]:
    return [plato.search(question, variants=variants).passages for question, variants in asked()]


@pytest.fixture(scope="module")
def loci(plato: Library) -> dict[str, set[str]]:
    """By source id, every place that it has."""
    return {source: {locus for one in plato.passages(source) for locus in one.loci} for source in OTHER}


def test_a_place_is_one_hit_with_the_other_edition_beside_it(plato: Library) -> None:
    for scope in (Scope(), Scope(work="Ménon")):
        found = plato.search(TORPEDO, scope=scope).passages
        hits = [passage for passage in found if "80a" in passage.loci]
        # two passages of an edition may reach into one place, but neither is shown again beside the other
        assert 1 <= len(hits) <= 2
        assert len({hit.source_id for hit in hits}) == 1
        beside = [one for hit in hits for one in hit.parallels]
        assert [one.source_id for one in beside] == [OTHER[hit.source_id] for hit in hits]
        assert "80a" in beside[0].loci
        assert len({one.key for one in beside} | {hit.key for hit in hits}) == 2 * len(hits)


def test_the_edition_in_the_questions_language_is_the_one_that_is_shown(plato: Library) -> None:
    found = plato.search("Why does Meno compare Socrates to a torpedo fish?").passages
    (hit,) = [passage for passage in found if "80a" in passage.loci]
    assert (hit.source_id, [one.source_id for one in hit.parallels]) == ("plato_meno_lamb", ["plato_meno_burnet"])


def test_no_passage_is_found_twice(shown: list[tuple[Passage, ...]]) -> None:
    for passages in shown:
        keys = [passage.key for passage in passages]
        assert len(passages) == len(set(keys)) == 10


def test_every_hit_has_the_other_edition_beside_it_where_that_has_its_places(
    shown: list[tuple[Passage, ...]], loci: dict[str, set[str]]
) -> None:
    hits = [passage for passages in shown for passage in passages]
    assert {passage.language for passage in hits} == {"en", "grc"}
    for hit in hits:
        other = OTHER[hit.source_id]
        expected = [other] if loci[other] & set(hit.loci) else []
        assert [one.source_id for one in hit.parallels] == expected
        assert all(set(one.loci) & set(hit.loci) for one in hit.parallels)


def test_a_passage_joins_the_same_place_only(shown: list[tuple[Passage, ...]]) -> None:
    """A parallel that the search itself found has half of its places in common with the hit."""
    for hit in (passage for passages in shown for passage in passages):
        for one in hit.parallels:
            shared_places = set(one.loci) & set(hit.loci)
            assert len(shared_places) * 2 >= min(len(one.loci), len(hit.loci))


def test_a_scope_of_one_language_shows_it_alone(plato: Library) -> None:
    found = plato.search(TORPEDO, scope=Scope(language="grc")).passages
    assert {passage.language for passage in found} == {"grc"}
    assert [passage.parallels for passage in found] == [()] * 10
    assert any("80a" in passage.loci for passage in found)
