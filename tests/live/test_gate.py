"""What is in the library is told from what is not, by the library's own scale."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from live.conftest import shared
from rag import Library, sample
from rag.evaluate.questions import read_questions
from rag.library import open_library

Supported = Callable[[Library, list[str]], list[float]]


@pytest.fixture
def evidence() -> Supported:
    """Of each question asked alone, as a reader without a key asks it."""

    def of(library: Library, questions: list[str]) -> list[float]:
        settings = replace(library.settings, anthropic_api_key=None, anthropic_base_url=None)
        with open_library(settings) as opened:
            return [opened.search(question, strategy="near_text", limit=1).evidence for question in questions]

    return of


def passing(evidence: list[float]) -> float:
    return sum(one >= 0.5 for one in evidence) / len(evidence)


def auroc(inside: list[float], outside: list[float]) -> float:
    """The share of pairs in the right order; ties count half (Mann and Whitney)."""
    pairs = [(one > other) + 0.5 * (one == other) for one in inside for other in outside]
    return sum(pairs) / len(pairs)


def test_the_samples_own_questions_pass(sample_library: Library, evidence: Supported) -> None:
    assert passing(evidence(sample_library, [str(row["question"]) for row in sample.questions()])) == 1.0


@pytest.mark.parametrize("question", ["best pizza in Rome", "Quelle est la meilleure pizza de Rome ?"])
def test_a_pizza_is_not_in_the_sample(question: str, sample_library: Library, evidence: Supported) -> None:
    assert passing(evidence(sample_library, [question])) == 0


def test_over_plato_an_encyclopedias_questions_are_told_apart(plato: Library, evidence: Supported) -> None:
    own = [question.text for question in read_questions(shared("eval/plato/questions.jsonl")).questions]
    lines = shared("eval/piaf/questions.jsonl").read_text(encoding="utf-8").splitlines()
    foreign = [str(json.loads(line)["question"]) for line in lines[::4]]
    inside, outside = evidence(plato, own), evidence(plato, foreign)
    assert auroc(inside, outside) >= 0.98
    assert passing(inside) >= 63 / 64
    assert passing(outside) <= 0.12
