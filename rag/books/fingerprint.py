"""Whether two files hold the same words, whatever their encoding, line breaks and marks are."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from rag.text import words

_RUN = 8  # words; shorter runs are shared by any two books of one language
_KEPT_OF = 64  # one run of so many is compared: enough for a book, and few enough to keep
_LEAST = 16


def fingerprint(texts: Iterable[str]) -> str:
    """Of the folded words in their order; how they are divided into texts does not count. Empty without words."""
    digest = hashlib.sha256()
    found = False
    for text in texts:
        for word in words(text):
            digest.update(word.encode() + b" ")
            found = True
    return digest.hexdigest() if found else ""


def sketch(texts: Iterable[str]) -> frozenset[int]:
    """A sample of a book's runs of words, the same runs in every book that has them."""
    found = [word for text in texts for word in words(text)]
    runs = {_number(" ".join(found[start : start + _RUN])) for start in range(len(found) - _RUN + 1)}
    kept = frozenset(number for number in runs if number % _KEPT_OF == 0)
    return kept if len(kept) >= _LEAST else frozenset(sorted(runs)[: 4 * _LEAST])


def shared(one: frozenset[int], other: frozenset[int]) -> float:
    """The part of the shorter book that stands in the other too, from 0 to 1."""
    return len(one & other) / min(len(one), len(other)) if one and other else 0.0


def _number(run: str) -> int:
    return int.from_bytes(hashlib.blake2b(run.encode(), digest_size=8).digest())
