"""`python -m rag`: the command line."""

from rag.cli.main import run

run()
