"""Four editions of two works, as the manifest lists them: every place that scholars cite is there."""

import pytest

from live.conftest import shared
from rag import Library
from rag.books.manifest import read_manifest
from rag.evaluate.questions import Place, read_questions


@pytest.mark.parametrize(
    ("work", "source_id"),
    [
        ("Meno", "plato_meno_lamb"),
        ("Meno", "plato_meno_burnet"),
        ("Apology", "plato_apology_fowler"),
        ("Apology", "plato_apology_burnet"),
    ],
)
def test_every_reference_that_is_asked_for_stands_in_every_edition(plato: Library, work: str, source_id: str) -> None:
    questions = read_questions(shared("eval/plato/questions.jsonl")).questions
    places = [gold for question in questions for gold in question.gold if isinstance(gold, Place)]
    asked = {place.ref for place in places if place.work == work}
    there = {locus for passage in plato.passages(source_id) for locus in passage.loci}
    assert asked
    assert asked - there == set()


def test_the_second_load_says_unchanged(plato: Library) -> None:
    listed = read_manifest(shared("eval/plato/library.toml"))
    reports = plato.ingest(listed.entries, names=listed.names)
    assert [report.status for report in reports] == ["unchanged"] * 4
