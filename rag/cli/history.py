"""The conversation before a question, from a file."""

import json
from pathlib import Path

import click

from rag.text import is_text

_HINT = 'It holds a JSON list: question, answer, question, answer ..., or {"role", "content"} objects.'
_ROLES = ("user", "assistant")


def read_history(path: Path) -> tuple[str, ...]:
    """Question, answer, question, answer ...; wrong use where the file holds anything else."""
    try:
        turns = json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise click.UsageError(f"The history {path} cannot be read: {error}.\n{_HINT}") from error
    if not isinstance(turns, list):
        raise click.UsageError(f"The history {path} is not a list.\n{_HINT}")
    texts = tuple(_text(turn, number, path) for number, turn in enumerate(turns))
    if len(texts) % 2:
        raise click.UsageError(f"The history {path} ends with a question; its answer is missing.\n{_HINT}")
    return texts


def _text(turn: object, number: int, path: Path) -> str:
    match turn:
        case str(text) if is_text(text):
            return text
        case {"role": role, "content": str(text)} if role == _ROLES[number % 2] and is_text(text):
            return text
    expected = "a question (user)" if number % 2 == 0 else "an answer (assistant)"
    raise click.UsageError(f"The history {path} needs {expected} as number {number + 1} of its list.\n{_HINT}")
