"""Four editions of two works, as the manifest lists them: every place that scholars cite is there."""

from collections import Counter

import pytest

from books.made import tei_words
from live.conftest import shared
from rag import Library
from rag.books.manifest import read_manifest
from rag.evaluate.questions import Place, read_questions
from rag.text import words

EDITIONS = {
    "plato_meno_lamb": "Meno",
    "plato_meno_burnet": "Meno",
    "plato_apology_fowler": "Apology",
    "plato_apology_burnet": "Apology",
}


@pytest.mark.parametrize(("source_id", "work"), EDITIONS.items())
def test_every_reference_that_is_asked_for_stands_in_every_edition(plato: Library, source_id: str, work: str) -> None:
    questions = read_questions(shared("eval/plato/questions.jsonl")).questions
    places = [gold for question in questions for gold in question.gold if isinstance(gold, Place)]
    asked = {place.ref for place in places if place.work == work}
    there = {locus for passage in plato.passages(source_id) for locus in passage.loci}
    assert asked
    assert asked - there == set()


@pytest.mark.parametrize("source_id", EDITIONS)
def test_what_is_stored_is_the_files_text_word_for_word_in_passages_of_200_to_800_characters(
    plato: Library, source_id: str
) -> None:
    passages = list(plato.passages(source_id))
    (path,) = (
        entry.path for entry in read_manifest(shared("eval/plato/library.toml")).entries if entry.source_id == source_id
    )
    assert words(" ".join(passage.text for passage in passages)) == tei_words(path)
    assert [passage.order_index for passage in passages] == list(range(len(passages)))
    in_section = Counter(passage.section_id for passage in passages)
    for passage in passages:
        assert len(passage.text) <= 800
        assert len(passage.text) >= 200 or in_section[passage.section_id] == 1


def test_what_is_stored_counts_as_the_reports_say(plato: Library) -> None:
    rows = {row.source_id: (row.chunks, row.summaries, row.status) for row in plato.documents()}
    for source_id, (chunks, summaries, status) in rows.items():
        assert (len(list(plato.passages(source_id))), status) == (chunks, "ready")
        assert summaries == (31 if EDITIONS[source_id] == "Meno" else 26)
    assert set(rows) == set(EDITIONS)
    stored = {one.name: one.objects for one in plato.stats().collections}
    assert stored["Chunk"] == sum(chunks for chunks, _, _ in rows.values())
    assert (stored["Work"], stored["Document"], stored["Summary"]) == (2, 4, 2 * 31 + 2 * 26)


def test_the_second_load_says_unchanged(plato: Library) -> None:
    listed = read_manifest(shared("eval/plato/library.toml"))
    reports = plato.ingest(listed.entries, names=listed.names)
    assert [report.status for report in reports] == ["unchanged"] * 4
