"""An evaluation as a table for people."""

from rag.cli.columns import columns
from rag.evaluate.measures import MEASURES
from rag.evaluate.run import Evaluation, StrategyMeasures

_WITH_INTERVAL = "mrr@10"


def table(evaluation: Evaluation) -> str:
    """A line a strategy, with what it searched: two strategies compare fairly only where that is the same."""
    header = ["strategy", "searched", *MEASURES]
    header[header.index(_WITH_INTERVAL)] += " (95 %)"
    rows = [_row(measures) for measures in evaluation.strategies]
    return "\n".join([_title(evaluation), "", columns(header, rows)])


def _title(evaluation: Evaluation) -> str:
    questions = evaluation.strategies[0].n if evaluation.strategies else 0
    left_out = f", {evaluation.left_out} more left out (nothing to find)" if evaluation.left_out else ""
    return f"{evaluation.name}: {questions} questions{left_out}"


def _row(measures: StrategyMeasures) -> list[str]:
    searched = ", ".join("variants" if origin == "given" else origin for origin in measures.searched)
    return [measures.strategy, searched, *(_cell(measures, measure) for measure in MEASURES)]


def _cell(measures: StrategyMeasures, measure: str) -> str:
    mean = f"{measures.means[measure]:.3f}"
    if measure != _WITH_INTERVAL:
        return mean
    low, high = measures.intervals[measure]
    return f"{mean} ({low:.2f}-{high:.2f})"
