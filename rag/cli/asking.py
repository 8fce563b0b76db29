"""`rag search` and `rag ask`."""

from pathlib import Path

import click

from rag.cli.history import read_history
from rag.cli.opening import Opens
from rag.cli.options import json_option, search_options
from rag.cli.output import notes, put, put_json
from rag.cli.texts import answer_text, passages_text
from rag.types import Scope


def _check(question: str, variants: tuple[str, ...] | None) -> None:
    """Before anything is opened: no server starts for a question that cannot be searched. Raises BadQuestion."""
    # here and not above: --help needs none of it
    from rag.ask.expand import checked_search

    checked_search(question, variants, 1)


@click.command(short_help="Find the passages nearest to a question.")
@click.argument("question")
@search_options
@click.option("--limit", type=click.IntRange(1, 1000), default=10, show_default=True, help="At most so many passages.")
@json_option
@click.pass_obj
def search(
    opens: Opens,
    /,
    question: str,
    *,
    strategy: str | None,
    variants: tuple[str, ...] | None,
    limit: int,
    as_json: bool,
    **scope: str | None,
) -> None:
    """Find the passages nearest to QUESTION."""
    _check(question, variants)
    with opens() as library:
        found = library.search(question, strategy=strategy, variants=variants, scope=Scope(**scope), limit=limit)
    notes(found.notes)
    if as_json:
        put_json(found.to_json())
    else:
        put(passages_text(found))


@click.command(short_help="Answer a question with checked citations.")
@click.argument("question")
@click.option(
    "--history",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The conversation before: a JSON list of question, answer, question, answer ...",
)
@search_options
@json_option
@click.pass_context
def ask(
    ctx: click.Context,
    /,
    question: str,
    *,
    history: Path | None,
    strategy: str | None,
    variants: tuple[str, ...] | None,
    as_json: bool,
    **scope: str | None,
) -> None:
    """Answer QUESTION from the library, with citations that were checked."""
    before = read_history(history) if history else ()
    opens: Opens = ctx.obj
    _check(question, variants)
    with opens() as library:
        answer = library.ask(question, history=before, strategy=strategy, variants=variants, scope=Scope(**scope))
    notes(answer.notes)
    if as_json:
        put_json(answer.to_json())
    else:
        put(answer_text(answer))
    if answer.outcome == "failed":
        ctx.exit(1)
