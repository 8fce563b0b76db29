"""What language a text is in, and what that language's common words say."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rag.text import words

UNKNOWN = "und"  # ISO 639: undetermined
_TABLE = Path(__file__).with_name("words.toml")
_CODES = {
    "eng": "en", "english": "en", "lat": "la", "latin": "la", "fre": "fr", "fra": "fr", "french": "fr",
    "gr": "grc", "greek": "grc", "el": "grc", "ger": "de", "deu": "de", "ita": "it", "spa": "es",
}  # fmt: skip
_SAMPLE = 20_000
_LEAST_SHARE = 0.08  # of a text's words, in any of the languages known; prose has 0.3 and more


@dataclass(frozen=True, slots=True)
class CommonWords:
    """Folded: words that carry no topic, and phrases by the kind of passage that they mark."""

    stop: frozenset[str]
    cues: Mapping[str, tuple[str, ...]]


def language_code(name: str) -> str:
    """ISO 639 as the library writes it: "eng" and "en-GB" are en, "gr" is grc."""
    lowered = name.strip().lower().replace("_", "-").split("-")[0]
    return _CODES.get(lowered, lowered)


@cache
def common_words(language: str) -> CommonWords:
    """Empty for a language that is not known."""
    row = _rows().get(language, {})
    cues = {kind: tuple(" ".join(words(cue)) for cue in row[kind]) for kind in row if kind != "stop"}
    return CommonWords(frozenset(words(row.get("stop", ""))), cues)


@cache
def _rows() -> dict[str, dict[str, str]]:
    return tomllib.loads(_TABLE.read_text(encoding="utf-8"))


def detect_language(text: str) -> str:
    """By script, then by the commonest words; "und" where neither says anything."""
    sample = text[:_SAMPLE]
    letters = [letter for letter in sample if letter.isalpha()]
    greek = sum("\u0370" <= letter <= "\u03ff" or "\u1f00" <= letter <= "\u1fff" for letter in letters)
    if greek * 2 > len(letters):
        return "grc"
    found = words(sample)
    shares = {
        language: sum(word in common_words(language).stop for word in found) / max(1, len(found))
        for language in ("en", "fr", "la")
    }
    best = max(shares, key=lambda language: shares[language])
    return best if shares[best] >= _LEAST_SHARE else UNKNOWN
