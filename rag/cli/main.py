"""The command `rag`: its parts, and the door where errors become messages and exit statuses."""

import os
import sys

import click

from rag.cli.asking import ask, search
from rag.cli.corpus import delete, passages, stats
from rag.cli.loading import ingest
from rag.cli.measuring import evaluate
from rag.cli.opening import open_library
from rag.cli.output import set_up_streams
from rag.cli.serving import serve, stop
from rag.errors import BadQuestion, RagError


class _Failed(click.ClickException):
    """What happened, and on its own line what to do next; on standard error."""

    exit_code = 1

    def __init__(self, error: RagError) -> None:
        super().__init__("\n".join(part for part in (error.message, error.hint) if part))


class _WrongUse(_Failed):
    exit_code = 2


class _Commands(click.Group):
    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except BadQuestion as error:
            raise _WrongUse(error) from error
        except RagError as error:
            raise _Failed(error) from error


@click.group(
    cls=_Commands,
    commands=[serve, stop, ingest, search, ask, stats, passages, delete, evaluate],
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.pass_context
def rag(ctx: click.Context) -> None:
    """A library of philosophy books that answers questions with checked citations.

    Exit status: 0 done, 1 failed, 2 wrong use. Settings come from the environment, .env and .streamlit/secrets.toml.
    """
    ctx.obj = ctx.obj or open_library


def run() -> None:
    """The process: `python -m rag`."""
    set_up_streams(sys.stdout, sys.stderr)
    # gRPC's threads log to standard error as the process ends; what went wrong is said by our own errors
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    rag(prog_name="rag")
