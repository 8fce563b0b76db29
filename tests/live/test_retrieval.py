"""What retrieval finds on the labelled questions about Plato; the table is printed (pytest -s shows it)."""

import sys
from dataclasses import replace

import pytest

from live.conftest import shared
from rag import Library
from rag.evaluate.questions import read_questions
from rag.evaluate.report import table
from rag.evaluate.run import Evaluation, evaluate
from rag.library import open_library
from rag.types import STRATEGIES


def measured(library: Library, *, strategies: tuple[str, ...] = STRATEGIES, question_only: bool) -> dict[str, float]:
    """MRR@10 and hit@5 by strategy; the settings are those of a reader without a key."""
    questions = read_questions(shared("eval/plato/questions.jsonl"))
    settings = replace(library.settings, anthropic_api_key=None, anthropic_base_url=None)
    with open_library(settings) as opened:
        evaluation = evaluate(
            opened, questions, strategies=strategies, question_only=question_only, names=opened.names()
        )
    show(evaluation)
    return {
        f"{measures.strategy} {measure}": measures.means[measure]
        for measures in evaluation.strategies
        for measure in ("mrr@10", "hit@5")
    }


def show(evaluation: Evaluation) -> None:
    sys.stdout.write(f"\n{table(evaluation)}\n")


def test_with_variants_fusion_finds_nearly_all_and_beats_rank_fusion(plato: Library) -> None:
    found = measured(plato, strategies=("fusion", "rrf"), question_only=False)
    assert found["fusion mrr@10"] >= 0.93
    assert found["fusion hit@5"] >= 0.98
    assert found["fusion mrr@10"] > found["rrf mrr@10"] + 0.1


def test_the_question_alone_is_not_worse_than_any_plain_strategy(plato: Library) -> None:
    found = measured(plato, question_only=True)
    for other in ("hybrid", "two_stage", "sequential", "near_text"):
        assert found["fusion mrr@10"] >= found[f"{other} mrr@10"]


@pytest.mark.parametrize(("question_only", "least"), [(True, 0.72), (False, 0.98)])
def test_written_sections_lift_both_ways_of_asking(
    question_only: bool, least: float, plato: Library, plato_outlined: Library
) -> None:
    plain = measured(plato, strategies=("fusion",), question_only=question_only)
    outlined = measured(plato_outlined, strategies=("fusion",), question_only=question_only)
    assert outlined["fusion mrr@10"] >= least
    assert outlined["fusion mrr@10"] > plain["fusion mrr@10"]
