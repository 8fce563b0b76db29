"""What the rooms behind the pages say in English, in the interface's language.

Errors, notes and the lines of an opening are English values, as commands and JSON give them. A page looks up their
sentences here; one that is not in the table is shown as it is, marked as English.
"""

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rag.web.words import Language, in_french_type, number_text

_TABLE = Path(__file__).with_name("sentences.toml")
_PLACE = re.compile(r"( ?)\{(\w+)\}")
_SENTENCE_END = re.compile(r"(?<=[.!?…]) ")
_QUOTED = re.compile(r"(['\"])(.*)\1")
_NUMBER = re.compile(r"\d{1,3}(,\d{3})+|\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Said:
    """A text and the language that it is in."""

    text: str
    language: Language


@dataclass(frozen=True, slots=True)
class _Sentence:
    pattern: re.Pattern[str]
    french: str


def said(text: str, language: Language) -> Said:
    """In the reader's language, with the values it holds; as it is where the table does not have it."""
    french = _french(text.strip()) if language == "fr" else None
    return Said(text, "en") if french is None else Said(french, "fr")


def _french(text: str) -> str | None:
    """As a whole, else as known sentences in a row, else by the sentence with the most words of its own."""
    exact, sentences = _table()
    return exact.get(text) or _row(text) or _filled(text, sentences)


def _row(text: str) -> str | None:
    """A value may hold anything, also full stops: a cut counts only where both sides are known."""
    exact, sentences = _table()
    for end in _SENTENCE_END.finditer(text):
        first = text[: end.start()]
        if (first in exact or any(one.pattern.fullmatch(first) for one in sentences)) and (
            rest := _french(text[end.end() :])
        ):
            return f"{exact.get(first) or _filled(first, sentences)} {rest}"
    return None


def _filled(text: str, sentences: Iterable[_Sentence]) -> str | None:
    for one in sentences:
        if found := one.pattern.fullmatch(text):
            values = {name: _value(value or "") for name, value in found.groupdict().items()}
            return one.french.format(**values).strip()
    return None


def _value(text: str) -> str:
    """A sentence inside another, a number or something in quotation marks are written as the French do."""
    if _NUMBER.fullmatch(text):
        number = text.replace(",", "")
        return number_text(float(number), "fr", decimals=len(number.partition(".")[2]))
    if quoted := _QUOTED.fullmatch(text):
        return f"«\u00a0{quoted[2]}\u00a0»"
    return _french(text) or text


@cache
def _table() -> tuple[dict[str, str], tuple[_Sentence, ...]]:
    """The sentences without values by their English; the others, those that say the most first."""
    groups = tomllib.loads(_TABLE.read_text(encoding="utf-8")).values()
    known = {english: in_french_type(french) for group in groups for english, french in group.items()}
    exact = {english: french for english, french in known.items() if not _PLACE.search(english)}
    others = sorted(known.keys() - exact.keys(), key=lambda english: (-len(_PLACE.sub("", english)), english))
    return exact, tuple(_Sentence(_pattern(english), known[english]) for english in others)


def _pattern(english: str) -> re.Pattern[str]:
    """A value at the end, after a space, may be missing; a name in capitals is a setting's."""
    pattern, read = "", 0
    for place in _PLACE.finditer(english):
        space, name = place.groups()
        value = f"{space}(?P<{name}>{'[A-Z][A-Z0-9_]*' if name.isupper() else '.+?'})"
        read, before = place.end(), english[read : place.start()]
        pattern += re.escape(before) + (f"(?:{value})?" if space and read == len(english) else value)
    return re.compile(pattern + re.escape(english[read:]), re.DOTALL)
