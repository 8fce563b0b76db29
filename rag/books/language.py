"""Which of the library's languages a text is in, by its script and its commonest words."""

import unicodedata
from collections import Counter

from rag.text import words

_COMMON = {
    "en": "the of and to in is that it for as was with be by on not he his at this are or an from which but what"
    " how does do why who when can his her their there will would should i you we if about has have",
    "fr": "le la les l de des du d un une et est que qu en dans pour par pas ne se ce il elle qui sur au aux avec son"
    " sa ses quel quelle quels quelles comment pourquoi selon on nous vous je peut sont ou leur cette c s n a",
    "la": "et in est non ut ad cum quod qui quae quam sed si aut ex ab de esse sunt enim quid quo hoc nec atque per"
    " eius autem etiam ac ne neque quidem",
}
_SETS = {language: frozenset(words(common)) for language, common in _COMMON.items()}
_DEFAULT = "en"


def detect_language(text: str) -> str:
    """ISO 639: grc, la, fr or en; English where nothing tells."""
    sample = text[:20_000]
    letters = Counter("grc" if _is_greek(c) else "other" for c in sample if c.isalpha())
    if letters["grc"] > letters["other"]:
        return "grc"
    spoken = Counter(words(sample))
    scores = {
        language: sum(count for word, count in spoken.items() if word in common) for language, common in _SETS.items()
    }
    best = max(scores, key=lambda language: scores[language])
    return best if scores[best] else _by_accents(sample)


def _is_greek(character: str) -> bool:
    return "GREEK" in unicodedata.name(character, "")


def _by_accents(text: str) -> str:
    """A question of a single word may still show its language."""
    return "fr" if any(c in "éèêàçùâîôûœ" for c in text.lower()) else _DEFAULT
