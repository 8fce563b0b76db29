"""A scope by any of its names comes to documents; one that matches nothing is never dropped."""

from dataclasses import replace

import pytest

from rag.ask.naming import known_names
from rag.ask.reach import Reach, resolve
from rag.store.corpus import Corpus, DocumentRow
from rag.types import Scope
from store.test_corpus import read

EN = DocumentRow("meno-en", "Plato", "Meno", "plato meno", "Lamb", "en", "stephanus", 9, 3, "ready", live_load="l")
GRC = replace(EN, source_id="meno-grc", language="grc")
APOLOGY = replace(EN, source_id="ap", work="Apology", work_key="plato apology")
SENECA = replace(EN, source_id="ep", author="Sénèque", work="Lettres", work_key="seneca letters", language="fr")
LOADING = replace(EN, source_id="new", live_load="", next_load="n")
CORPUS = Corpus((EN, GRC, APOLOGY, SENECA, LOADING))


def reached(scope: Scope) -> Reach:
    return resolve(scope, store=None, corpus=CORPUS, names=known_names(CORPUS))  # type: ignore[arg-type]  # not asked


@pytest.mark.parametrize(
    ("scope", "sources"),
    [
        (Scope(), ["meno-en", "meno-grc", "ap", "ep"]),
        (Scope(author="Platon"), ["meno-en", "meno-grc", "ap"]),
        (Scope(author="Πλάτων"), ["meno-en", "meno-grc", "ap"]),
        (Scope(author="seneca"), ["ep"]),
        (Scope(work="Ménon"), ["meno-en", "meno-grc"]),
        (Scope(work="plato meno"), ["meno-en", "meno-grc"]),
        (Scope(work="Apologie de Socrate", language="en"), ["ap"]),
        (Scope(language="gr"), ["meno-grc"]),
        (Scope(language="fra"), ["ep"]),
        (Scope(author="Plato", language="la"), []),
        (Scope(author="Nobody"), []),
        (Scope(source_id="ap"), ["ap"]),
        (Scope(source_id="new"), []),
        (Scope(section="meno-en/1"), ["meno-en", "meno-grc", "ap", "ep"]),
    ],
)
def test_a_scope_comes_to_the_live_documents_that_it_names(scope: Scope, sources: list[str]) -> None:
    assert [row.source_id for row in reached(scope).documents] == sources


def test_the_languages_are_those_of_the_documents_in_scope() -> None:
    assert reached(Scope()).languages == ("en", "fr", "grc")
    assert reached(Scope(work="Meno")).languages == ("en", "grc")


def test_summaries_are_limited_to_the_documents_and_not_to_what_only_chunks_know() -> None:
    reach = reached(Scope(unit_type="question", section="s"))
    assert read(reach.chunk_filter) == [
        ("since", "ContainsNone", ["n"]),
        ("sectionIds", "ContainsAny", ["s"]),
        ("unitType", "Equal", "question"),
    ]
    assert read(reach.summary_filter) == [("since", "ContainsNone", ["n"])]
