"""`rag evaluate`."""

from pathlib import Path

import click

from rag.cli.opening import Opens
from rag.cli.options import Strategies, json_option
from rag.cli.output import Bar, put, put_json
from rag.types import STRATEGIES


@click.command(short_help="Measure the strategies on labelled questions.")
@click.argument("questions", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--strategies", type=Strategies(), default=STRATEGIES, help="Only these. [default: all]")
@click.option("--question-only", is_flag=True, help="Leave out the variants that the questions have.")
@click.option("--limit", type=click.IntRange(min=1), help="Only the first so many questions.")
@json_option
@click.pass_obj
def evaluate(
    opens: Opens,
    questions: Path,
    *,
    strategies: tuple[str, ...],
    question_only: bool,
    limit: int | None,
    as_json: bool,
) -> None:
    """Measure how well each strategy finds what QUESTIONS, a file of JSON lines, says must be found.

    A question has "question" and "gold", a list of {"work", "ref"}, {"source_id", "answer", "paragraph"} or
    {"source_id"}. It may have "variants", which are then searched with it. Claude is asked for none: two runs would
    not search the same. Without variants a question is searched as it is without a key.
    """
    # here and not above: numpy takes a while to import, and no other command needs it
    from rag.evaluate.questions import read_questions
    from rag.evaluate.report import table
    from rag.evaluate.run import evaluate as measure

    labelled = read_questions(questions).first(limit)
    with opens(claude=False) as library, Bar() as bar:
        evaluation = measure(
            library,
            labelled,
            strategies=strategies,
            question_only=question_only,
            names=library.names(),
            on_progress=bar.show,
        )
    if as_json:
        put_json(evaluation.to_json())
    else:
        put(table(evaluation))
