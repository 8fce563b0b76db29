"""Labelled questions through `Library.search`, strategy by strategy, to measures."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from rag.books.names import Names
from rag.errors import BadQuestions
from rag.evaluate.measures import MEASURES, Ranking, interval
from rag.evaluate.questions import Question, QuestionSet, WholeDocument
from rag.evaluate.relevance import answered
from rag.types import Found, Json, Origin, Scope

_PASSAGES = 10  # the deepest measure's
# a document may fill several passages, and ten documents are wanted
_PASSAGES_FOR_DOCUMENTS = 50


class Searches(Protocol):
    """What is measured: a `Library`."""

    def search(
        self, question: str, *, strategy: str | None, variants: Sequence[str] | None, scope: Scope, limit: int
    ) -> Found: ...


@dataclass(frozen=True, slots=True)
class StrategyMeasures:
    """The means of a strategy over `n` questions, and where each lies in 95 of 100 resamples of them."""

    strategy: str
    n: int
    means: dict[str, float]
    intervals: dict[str, tuple[float, float]]
    searched: tuple[Origin, ...]  # where its queries came from: some look at the question alone, whatever is given

    def to_json(self) -> Json:
        return {
            **{measure: round(mean, 4) for measure, mean in self.means.items()},
            "n": self.n,
            "intervals": {measure: [round(end, 4) for end in ends] for measure, ends in self.intervals.items()},
        }


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One set of questions and what each strategy made of it."""

    name: str
    variants: bool
    left_out: int  # questions that this library is not to answer: they have nothing to find
    strategies: tuple[StrategyMeasures, ...]

    def to_json(self) -> Json:
        return {
            "set": self.name,
            "variants": self.variants,
            "strategies": {measures.strategy: measures.to_json() for measures in self.strategies},
        }


def evaluate(
    library: Searches,
    questions: QuestionSet,
    *,
    strategies: Sequence[str],
    question_only: bool,
    names: Names,
    on_progress: Callable[[str, int, int], None] = lambda strategy, done, of: None,
) -> Evaluation:
    """Each question with its own variants, or alone where it has none or `question_only`: then as the library takes
    a bare question, so give one that asks no Claude for variants, else two runs do not search the same."""
    labelled = [question for question in questions.questions if question.gold]
    if not labelled:
        raise BadQuestions(f"No question of {questions.name} has anything to find.", 'Give questions with "gold".')
    variants = not question_only and any(question.variants for question in labelled)
    measured = [
        _measure(library, labelled, strategy, variants=variants, names=names, on_progress=on_progress)
        for strategy in strategies
    ]
    return Evaluation(questions.name, variants, len(questions.questions) - len(labelled), tuple(measured))


def _measure(
    library: Searches,
    questions: Sequence[Question],
    strategy: str,
    *,
    variants: bool,
    names: Names,
    on_progress: Callable[[str, int, int], None],
) -> StrategyMeasures:
    values: dict[str, list[float]] = {measure: [] for measure in MEASURES}
    searched: dict[Origin, None] = {}
    for done, question in enumerate(questions, start=1):
        found = library.search(
            question.text,
            strategy=strategy,
            variants=question.variants if variants else None,
            scope=Scope(),
            limit=_depth(question),
        )
        ranking = _ranking(question, found, names)
        for measure, of in MEASURES.items():
            values[measure].append(of(ranking, len(question.gold)))
        searched |= dict.fromkeys(query.origin for query in found.queries)
        on_progress(strategy, done, len(questions))
    return StrategyMeasures(
        strategy=strategy,
        n=len(questions),
        means={measure: sum(of) / len(of) for measure, of in values.items()},
        intervals={measure: interval(of) for measure, of in values.items()},
        searched=tuple(searched),
    )


def _asks_for_documents(question: Question) -> bool:
    return all(isinstance(gold, WholeDocument) for gold in question.gold)


def _depth(question: Question) -> int:
    return _PASSAGES_FOR_DOCUMENTS if _asks_for_documents(question) else _PASSAGES


def _ranking(question: Question, found: Found, names: Names) -> Ranking:
    """Where whole documents are asked for, each takes the rank of its first passage."""
    passages = found.passages
    if _asks_for_documents(question):
        first = {passage.source_id: passage for passage in reversed(passages)}
        passages = tuple(passage for passage in passages if first[passage.source_id] is passage)
    return [answered(passage, question.gold, names=names) for passage in passages]
