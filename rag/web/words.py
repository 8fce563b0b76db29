"""The interface's words, numbers and names, for one of its languages."""

import re
from functools import cache
from typing import Literal

from rag.web.vocabulary import WORDS

Language = Literal["en", "fr"]
LANGUAGES: dict[Language, str] = {"en": "English", "fr": "Français"}


def language_of(locale: str | None) -> Language:
    """The interface's language for a browser's: French for every French, else English."""
    return "fr" if (locale or "").lower().replace("_", "-").split("-")[0] == "fr" else "en"


@cache
def in_french_type(text: str) -> str:
    """With the spaces of French typography, which keep a sign or a unit on the line of its word."""
    text = text.replace(" :", "\u00a0:").replace("« ", "«\u00a0").replace(" »", "\u00a0»")
    text = re.sub(r"(?<=[\d}]) (?=(?:s|Go)(?![\w’]))", "\u00a0", text)
    return re.sub(r" (?=[;!?])", "\u202f", text)


def phrase(key: str, language: Language, **values: object) -> str:
    """Values are put in as they are: braces in them mean nothing."""
    both = WORDS[key]
    return (in_french_type(both.fr) if language == "fr" else both.en).format(**values)


def name_of(kind: str, code: str, language: Language) -> str:
    """A stored code (a language, a unit type, a status) as people say it; the code itself where it has no name."""
    return phrase(f"{kind}.{code}", language) if f"{kind}.{code}" in WORDS else code


def number_text(number: float, language: Language, *, decimals: int = 0) -> str:
    """1,234.5 or 1 234,5 (the French with a narrow space that does not break)."""
    text = f"{number:,.{decimals}f}"
    return text.replace(",", "\u202f").replace(".", ",") if language == "fr" else text


def size_text(size: int, language: Language) -> str:
    """Bytes as people write them: 3.2 MB, 3,2 Mo."""
    unit = "o" if language == "fr" else "B"
    value, prefix = float(size), ""
    for larger in ("k", "M", "G", "T"):
        if value < 1000:
            break
        value, prefix = value / 1000, larger
    return f"{number_text(value, language, decimals=1 if prefix else 0)}\u00a0{prefix}{unit}"
