"""The JSON of every result has exactly the fields that are promised."""

import json
from dataclasses import FrozenInstanceError, asdict, replace
from pathlib import Path

import pytest

from rag.ask.clock import Clock
from rag.books.ingest import IngestReport
from rag.books.manifest import Entry
from rag.errors import BadBook, RagError
from rag.store.corpus import DocumentRow
from rag.store.inference import Identity
from rag.store.stats import CollectionStats, Stats
from rag.types import (
    Answer,
    Citation,
    Found,
    Parallel,
    Passage,
    Query,
    Quote,
    Reference,
    Scope,
    Section,
    Usage,
)

PASSAGE = Passage(
    key="k1a2b3c4",
    chunk_id="c1",
    source_id="meno-grc",
    author="Plato",
    work="Meno",
    edition="Burnet 1903",
    language="grc",
    reference="79e-80a",
    loci=("79e", "80a"),
    section_path="Meno > The torpedo",
    text="ὦ Σώκρατες",
    page="79",
    canonical_reference="Meno 79e-80a",
    work_key="plato meno",
    section_id="meno-grc/1",
    section_ids=("meno-grc/1", "meno-grc"),
    order_index=7,
    unit_type="objection",
    keywords=("νάρκη",),
    context="Plato, Meno, 79e-80a",
    speaker="ΜΕΝ.",
    context_section="meno-grc/1",
    score=0.123456,
    similarity=0.876543,
    found_by=(0, 2),
    parallels=(Parallel("k5d6e7f8", "meno-en", "en", "80a", ("80a",), "O Socrates"),),
)
FOUND = Found(
    question="What is virtue?",
    strategy="fusion",
    evidence=0.98766,
    queries=(Query("What is virtue?", "question", (0.1, 0.2)), Query("τί ἐστιν ἀρετή", "claude")),
    sections=(Section("meno-grc/1", "meno-grc", "The torpedo", "Meno > The torpedo", 2, "given", 0.55556),),
    passages=(PASSAGE,),
    timings_ms={"expand": 1.0, "embed": 2.26, "sections": 3.0, "chunks": 4.0, "fuse": 5.0, "total": 15.0},
    notes=("A note.",),
)
PLACE = {
    "key": "k1a2b3c4",
    "chunk_id": "c1",
    "source_id": "meno-grc",
    "author": "Plato",
    "work": "Meno",
    "edition": "Burnet 1903",
    "language": "grc",
    "reference": "79e-80a",
    "loci": ["79e", "80a"],
    "section_path": "Meno > The torpedo",
    "page": "79",
    "text": "ὦ Σώκρατες",
}
SEARCH = {
    "question": "What is virtue?",
    "strategy": "fusion",
    "evidence": 0.9877,
    "queries": [
        {"text": "What is virtue?", "origin": "question"},
        {"text": "τί ἐστιν ἀρετή", "origin": "claude"},
    ],
    "sections": [
        {
            "section_id": "meno-grc/1",
            "source_id": "meno-grc",
            "title": "The torpedo",
            "path": "Meno > The torpedo",
            "level": 2,
            "score": 0.5556,
        }
    ],
    "passages": [
        {
            **PLACE,
            "context_section": "meno-grc/1",
            "score": 0.1235,
            "similarity": 0.8765,
            "found_by": [0, 2],
            "parallels": [
                {
                    "key": "k5d6e7f8",
                    "source_id": "meno-en",
                    "language": "en",
                    "reference": "80a",
                    "loci": ["80a"],
                    "text": "O Socrates",
                }
            ],
        }
    ],
    "timings_ms": {"expand": 1.0, "embed": 2.3, "sections": 3.0, "chunks": 4.0, "fuse": 5.0, "total": 15.0},
    "notes": ["A note."],
}


def test_a_search_has_these_fields_and_no_others() -> None:
    assert FOUND.to_json() == SEARCH


def test_a_similarity_that_was_not_measured_is_null() -> None:
    assert replace(PASSAGE, similarity=None).to_json()["similarity"] is None


def test_the_timings_are_those_of_the_clock() -> None:
    assert list(Clock().readings()) == list(FOUND.timings_ms)


def test_an_answer_has_a_searchs_fields_and_its_own() -> None:
    answer = Answer(
        found=FOUND,
        text="Numbed [1].",
        standalone="What is virtue in the Meno?",
        outcome="answered",
        citations=(Citation(1, PASSAGE, (Quote("ὦ Σώκρατες", "exact"),), "confirmed"),),
        references=(Reference("Meno 80a", "confirmed"),),
        uncited=(1,),
        unknown_keys=2,
        usage=(Usage("expand", "claude-haiku-5-5", 12, 3),),
        notes=("A note.", "Another."),
    )
    assert answer.to_json() == {
        **SEARCH,
        "answer": "Numbed [1].",
        "standalone": "What is virtue in the Meno?",
        "outcome": "answered",
        "citations": [
            {
                "number": 1,
                "key": "k1a2b3c4",
                "chunk_id": "c1",
                "reference": "79e-80a",
                "work": "Meno",
                "author": "Plato",
                "edition": "Burnet 1903",
                "section_path": "Meno > The torpedo",
                "quotes": [{"text": "ὦ Σώκρατες", "state": "exact"}],
                "locus": "confirmed",
            }
        ],
        "references": [{"text": "Meno 80a", "state": "confirmed"}],
        "uncited": [1],
        "unknown_keys": 2,
        "usage": [{"step": "expand", "model": "claude-haiku-5-5", "input_tokens": 12, "output_tokens": 3}],
        "notes": ["A note.", "Another."],
    }


def test_a_passage_of_a_book_has_its_place_instead_of_how_it_was_found() -> None:
    assert PASSAGE.book_json() == {
        **PLACE,
        "order_index": 7,
        "section_id": "meno-grc/1",
        "unit_type": "objection",
        "keywords": ["νάρκη"],
        "context": "Plato, Meno, 79e-80a",
        "speaker": "ΜΕΝ.",
    }


def test_stats_have_these_fields() -> None:
    stats = Stats(
        collections=(CollectionStats("Work", 1, 1, ("title", "author"), 99),),
        vectors=1,
        summaries_per_chunk=None,
        sections_by_level={1: 2},
        embedder=Identity("tiny", 2),
        weaviate_version="1.39.0",
        documents=(DocumentRow("meno", "Plato", "Meno", "plato meno", "Lamb", "en", "stephanus", 9, 3, "ready"),),
        languages={"en": 9},
        works={"Meno": 9},
        unit_types={"question": 9},
    )
    assert json.loads(json.dumps(stats.to_json())) == {
        "collections": {"Work": {"objects": 1, "vectors": 1, "vectorized": ["title", "author"], "bytes": 99}},
        "vectors": 1,
        "summaries_per_chunk": None,
        "sections_by_level": {"1": 2},
        "embedder": {"name": "tiny", "dimensions": 2},
        "weaviate": {"version": "1.39.0"},
        "documents": [
            {
                "source_id": "meno",
                "author": "Plato",
                "work": "Meno",
                "edition": "Lamb",
                "language": "en",
                "chunks": 9,
                "summaries": 3,
                "status": "ready",
            }
        ],
        "languages": {"en": 9},
        "works": {"Meno": 9},
        "unit_types": {"question": 9},
    }


def test_a_report_of_a_load_has_these_fields() -> None:
    report = IngestReport("meno", Path("books/meno.xml"), "loaded", 9, 3, ("A gap.",), seconds=1.5)
    assert report.to_json() == {
        "source_id": "meno",
        "path": "books/meno.xml",
        "status": "loaded",
        "chunks": 9,
        "summaries": 3,
        "warnings": ["A gap."],
        "reason": "",
        "hint": "",
        "seconds": 1.5,
    }


def test_a_book_that_failed_is_told_by_its_files_name_with_reason_and_hint() -> None:
    report = IngestReport.failed(Entry(Path("books/meno.xml")), "refused", BadBook("Not TEI.", "Convert it."))
    assert (report.source_id, report.status, report.reason, report.hint) == (
        "meno",
        "refused",
        "Not TEI.",
        "Convert it.",
    )


def test_every_json_can_be_written_as_json() -> None:
    for value in (FOUND.to_json(), PASSAGE.book_json()):
        assert json.loads(json.dumps(value)) == value


def test_values_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        PASSAGE.text = "other"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        Scope().author = "Plato"  # type: ignore[misc]


def test_the_vector_of_a_query_is_no_part_of_what_it_is() -> None:
    assert Query("a", "question", (1.0,)) == Query("a", "question")
    assert "1.0" not in repr(Query("a", "question", (1.0,)))


def test_a_scope_without_limits_names_every_limit_there_is() -> None:
    assert asdict(Scope()) == dict.fromkeys(["author", "work", "language", "source_id", "section", "unit_type"])


def test_an_error_is_shown_with_what_to_do() -> None:
    assert (str(RagError("It failed.", "Do this.")), str(RagError("It failed."))) == (
        "It failed. Do this.",
        "It failed.",
    )
