"""Answers by quoting."""

from collections.abc import Callable, Sequence


def quote(prompt: str, *, nearness: Callable[[str, Sequence[str]], Sequence[float]]) -> str:
    return "NO_ANSWER"
