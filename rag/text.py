"""Folding and words: what search, checks and evaluation agree on about text."""

import re
import unicodedata

_OPENED = {"œ": "oe", "æ": "ae", "ß": "ss", "ς": "σ", "v": "u", "j": "i", "ﬁ": "fi", "ﬂ": "fl", "\u00ad": ""}
# an apostrophe separates (l'âme: l, ame); dropping it glues two words into one and was measured worse
_APOSTROPHES = "'’ʼ‘`´ʹ᾽᾿῾ˈ"
_OPEN_TABLE = str.maketrans({**_OPENED, **dict.fromkeys(_APOSTROPHES, " ")})
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff"))
_WORD = re.compile(r"[^\W_]+")


def fold(text: str) -> str:
    """Lower case without marks: final sigma as σ, œ and æ opened, v as u, j as i, apostrophes as spaces.

    Passages and queries pass through this same function, so it decides which spellings meet.
    """
    lowered = unicodedata.normalize("NFC", text).translate(_ZERO_WIDTH).lower().translate(_OPEN_TABLE)
    decomposed = unicodedata.normalize("NFKD", lowered)
    return "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_OPEN_TABLE)


def words(text: str) -> list[str]:
    """The folded words in order, without punctuation."""
    return _WORD.findall(fold(text))


def squeeze(text: str) -> str:
    """Runs of white space become one space; none at the ends."""
    return " ".join(text.split())


def is_text(text: str) -> bool:
    """False where a lone surrogate stands: such a string cannot be sent anywhere."""
    return not any("\ud800" <= c <= "\udfff" for c in text)
