"""Starter questions come from what the library holds, as many works as possible in turn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from rag import sample
from rag.starters import starters
from rag.store.corpus import Corpus, DocumentRow

MENO = DocumentRow("meno", "Plato", "Meno", "plato meno", "Lamb", "en", "stephanus", 9, 3, "ready", live_load="l")
GUIDE = replace(MENO, source_id="guide", author="Library RAG", work="Guide to the Meno", work_key="guide meno")
LOADING = replace(MENO, source_id="new", work="New", work_key="new", live_load="", next_load="n")


@dataclass(frozen=True)
class FakeStore:
    """Only what is loaded."""

    documents: tuple[DocumentRow, ...]

    def corpus(self) -> Corpus:
        return Corpus(self.documents)


def asked(
    monkeypatch: pytest.MonkeyPatch, titles: Mapping[str, Sequence[str]], *documents: DocumentRow, language: str = "en"
) -> tuple[str, ...]:
    monkeypatch.setattr("rag.starters.section_titles", lambda source, *, store, limit: titles.get(source, []))
    return starters(FakeStore(documents), language)  # type: ignore[arg-type]  # the one method that is used


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "What does Plato say in Meno about “The torpedo fish”?"),
        ("fr", "Que dit Platon dans Ménon au sujet de «\u00a0The torpedo fish\u00a0»\u202f?"),
        ("de", "What does Plato say in Meno about “The torpedo fish”?"),
    ],
)
def test_a_section_with_a_title_of_words_becomes_a_question_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch, language: str, question: str
) -> None:
    titles = {"meno": ["79", "Meno", "The torpedo fish", "The {slave} boy"]}
    assert asked(monkeypatch, titles, replace(MENO, language=language), language=language) == (question,)


def test_a_title_in_another_language_than_the_readers_gives_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    french = replace(MENO, source_id="menon", author="Platon", work="Ménon", language="fr")
    titles = {"meno": ["The torpedo fish"], "menon": ["La torpille marine"]}
    expected = ("Que dit Platon dans Ménon au sujet de «\u00a0La torpille marine\u00a0»\u202f?",)
    assert asked(monkeypatch, titles, MENO, french, language="fr") == expected
    assert asked(monkeypatch, titles, MENO, language="fr") == ()


def test_a_work_without_an_author_speaks_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    book = replace(MENO, author="", work="Letters", work_key="letters")
    assert asked(monkeypatch, {"meno": ["The long journey"]}, book) == (
        "What does Letters say about “The long journey”?",
    )


@pytest.mark.parametrize("titles", [[], ["70", "71"], ["Meno"], [""]])
def test_a_book_that_has_only_pages_gives_no_question(monkeypatch: pytest.MonkeyPatch, titles: list[str]) -> None:
    assert asked(monkeypatch, {"meno": titles}, MENO) == ()


def test_an_empty_library_or_one_that_is_still_loading_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(monkeypatch, {}) == ()
    assert asked(monkeypatch, {"new": ["A real title"]}, LOADING) == ()


def test_a_work_in_two_editions_is_asked_about_once(monkeypatch: pytest.MonkeyPatch) -> None:
    second = replace(MENO, source_id="meno-2")
    titles = {"meno": ["The torpedo fish"], "meno-2": ["The slave boy"]}
    assert len(asked(monkeypatch, titles, MENO, second)) == 1


def test_a_guide_has_questions_of_its_own_in_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    own = [row for row in sample.questions() if "Guide to the Meno" in str(row["gold"])]
    for language in ("en", "fr"):
        expected = [row["question"] for row in own if row["language"] == language][:6]
        assert asked(monkeypatch, {}, GUIDE, language=language) == tuple(expected)


def test_there_are_six_at_most_and_the_readers_own_books_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    books = [replace(MENO, source_id=f"b{n}", work=f"Book {n}", work_key=f"b{n}") for n in range(9)]
    titles = {f"b{n}": [f"Title number {n}"] for n in range(9)}
    questions = asked(monkeypatch, titles, GUIDE, *books)
    assert questions == tuple(f"What does Plato say in Book {n} about “Title number {n}”?" for n in range(6))
