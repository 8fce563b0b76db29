"""Terms and names that are the same thing in the library's languages: the bridge that needs no model."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from rag.text import words

_TABLE = Path(__file__).with_name("terms.toml")
_LANGUAGES = ("grc", "la", "fr", "en")


@cache
def _table() -> tuple[dict[str, tuple[str, ...]], ...]:
    """One row a concept: language to its words, the usual one first."""
    rows = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["term"]
    return tuple({language: tuple(row[language]) for language in _LANGUAGES if language in row} for row in rows)


@cache
def _rows_by_word() -> dict[tuple[str, ...], tuple[int, ...]]:
    """Folded words of a term to the rows that it stands in."""
    found: dict[tuple[str, ...], tuple[int, ...]] = {}
    for number, row in enumerate(_table()):
        for term in {term for terms in row.values() for term in terms}:
            key = tuple(words(term))
            found[key] = (*found.get(key, ()), number)
    return found


def bridged_terms(question: str, languages: Sequence[str]) -> list[str]:
    """One query a language of the library: the question's terms in it, where it does not already use them.

    Empty when the question has no known term.
    """
    spoken = words(question)
    known = _rows_by_word()
    longest = max(len(key) for key in known)
    rows: dict[int, None] = {}
    for start in range(len(spoken)):
        for length in range(longest, 0, -1):
            rows.update(dict.fromkeys(known.get(tuple(spoken[start : start + length]), ())))
    queries = []
    for language in languages:
        terms = [term for number in rows for term in _table()[number].get(language, ())]
        fresh = [term for term in dict.fromkeys(terms) if not set(words(term)) <= set(spoken)]
        if fresh:
            queries.append(" ".join(fresh))
    return queries
