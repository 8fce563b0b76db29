"""An evaluation asks the library as a reader would and reports what it found."""

from collections.abc import Callable, Sequence

import pytest

from evaluate.made import found, passage
from rag.books.names import built_in_names
from rag.errors import BadQuestions
from rag.evaluate.questions import Place, Question, QuestionSet, WholeDocument
from rag.evaluate.report import table
from rag.evaluate.run import Evaluation, evaluate
from rag.types import Found, Passage, Query, Scope

NAMES = built_in_names()
MENO_80 = Question("1", "The torpedo?", "en", ("ray", "νάρκη"), (Place("Meno", "80a"),))
MENO_81 = Question("2", "The priests?", "en", ("priests",), (Place("Meno", "81a"),))
NOBODY = Question("3", "Pizza?", "en", (), ())
LIKES = Question("4", "Who likes quokkas?", "en", (), (WholeDocument("a"), WholeDocument("c")))


class FakeLibrary:
    """Finds the same passages for every question and remembers what it was asked."""

    def __init__(self, *passages: Passage) -> None:
        self.passages = passages
        self.asked: list[tuple[str, str | None, tuple[str, ...] | None, int]] = []

    def search(
        self, question: str, *, strategy: str | None, variants: Sequence[str] | None, scope: Scope, limit: int
    ) -> Found:
        assert scope == Scope()
        self.asked.append((question, strategy, None if variants is None else tuple(variants), limit))
        more = [Query("term", "terms")] if variants is None else [Query(text, "given") for text in variants]
        return found(self.passages, [Query(question, "question"), *([] if strategy == "hybrid" else more)])


def run(
    library: FakeLibrary,
    *questions: Question,
    strategies: Sequence[str] = ("fusion",),
    question_only: bool = False,
    on_progress: Callable[[str, int, int], None] = lambda strategy, done, of: None,
) -> Evaluation:
    return evaluate(
        library,
        QuestionSet("plato", questions),
        strategies=strategies,
        question_only=question_only,
        names=NAMES,
        on_progress=on_progress,
    )


def test_the_json_holds_the_means_of_every_strategy() -> None:
    library = FakeLibrary(passage(loci=("79e", "80a")), passage(loci=("81a",)))
    evaluation = run(library, MENO_80, MENO_81)
    measures = evaluation.strategies[0]
    assert evaluation.to_json() == {
        "set": "plato",
        "variants": True,
        "strategies": {
            "fusion": {
                "hit@1": 0.5,
                "hit@5": 1.0,
                "hit@10": 1.0,
                "mrr@10": 0.75,  # (1 + 1/2) / 2
                "ndcg@10": 0.8155,  # (1 + 1/log2(3)) / 2
                "recall@10": 1.0,
                "n": 2,
                "intervals": {name: [round(end, 4) for end in ends] for name, ends in measures.intervals.items()},
            }
        },
    }
    assert measures.intervals["mrr@10"] == (0.5, 1.0)


def test_every_strategy_gets_the_questions_with_their_own_variants() -> None:
    library = FakeLibrary()
    run(library, MENO_80, strategies=("fusion", "hybrid"))
    assert library.asked == [
        ("The torpedo?", "fusion", ("ray", "νάρκη"), 10),
        ("The torpedo?", "hybrid", ("ray", "νάρκη"), 10),
    ]


def test_the_question_alone_is_searched_as_the_library_takes_it() -> None:
    library = FakeLibrary()
    evaluation = run(library, MENO_80, question_only=True)
    assert (evaluation.variants, library.asked) == (False, [("The torpedo?", "fusion", None, 10)])


def test_a_set_without_variants_is_searched_with_the_questions_alone() -> None:
    library = FakeLibrary()
    evaluation = run(library, LIKES)
    assert (evaluation.variants, library.asked) == (False, [("Who likes quokkas?", "fusion", None, 50)])


def test_a_document_takes_the_rank_of_its_first_passage() -> None:
    library = FakeLibrary(passage("b"), passage("b"), passage("a"), passage("b"), passage("c"), passage("a"))
    means = run(library, LIKES).strategies[0].means
    # documents in order: b, a, c
    assert (means["hit@1"], means["mrr@10"], means["recall@10"]) == (0.0, 0.5, 1.0)


def test_questions_with_nothing_to_find_are_left_out_and_counted() -> None:
    evaluation = run(FakeLibrary(passage(loci=("80a",))), NOBODY, MENO_80)
    assert (evaluation.left_out, evaluation.strategies[0].n, evaluation.strategies[0].means["mrr@10"]) == (1, 1, 1.0)


def test_a_set_with_nothing_to_find_is_refused() -> None:
    with pytest.raises(BadQuestions, match="No question of plato has anything to find"):
        run(FakeLibrary(), NOBODY)


def test_progress_is_told_after_each_question() -> None:
    told: list[tuple[str, int, int]] = []
    run(FakeLibrary(), MENO_80, MENO_81, on_progress=lambda *step: told.append(step))
    assert told == [("fusion", 1, 2), ("fusion", 2, 2)]


def test_the_table_says_which_strategies_had_the_variants() -> None:
    library = FakeLibrary(passage(loci=("80a",)))
    assert table(run(library, MENO_80, NOBODY, strategies=("fusion", "hybrid"))).splitlines() == [
        "plato: 1 questions, 1 more left out (nothing to find)",
        "",
        "strategy  searched            hit@1  hit@5  hit@10      mrr@10 (95 %)  ndcg@10  recall@10",
        "fusion    question, variants  1.000  1.000   1.000  1.000 (1.00-1.00)    1.000      1.000",
        "hybrid    question            1.000  1.000   1.000  1.000 (1.00-1.00)    1.000      1.000",
    ]


def test_terms_that_the_library_added_are_no_variants_of_the_questions() -> None:
    evaluation = run(FakeLibrary(), MENO_80, strategies=("fusion", "hybrid"), question_only=True)
    assert [one.searched for one in evaluation.strategies] == [("question", "terms"), ("question",)]
