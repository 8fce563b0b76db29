"""What the prompt of an answer holds: the question, and the passages as JSON after it."""

import json
import re
from dataclasses import dataclass

from rag.text import squeeze, words

_QUESTION = re.compile(r"<question>\s*\n(.*?)\n\s*</question>", re.DOTALL)
_KEY = re.compile(r"\w{1,40}")
_GREEK = re.compile(r"[\u0370-\u03ff\u1f00-\u1fff]")
_ANSWER_IN = re.compile(r"\bAnswer in (French|English)\b")
# words that one language has and the others do not, or hardly
_COMMON = {
    "fr": frozenset(
        words(
            "le la les des du un une et est qu que qui quoi quel quelle quels quelles dans pour par sur pas ce cette "
            "ces il elle ils elles se sa ses son leur leurs au aux avec ne l d s c n j y a t comment pourquoi selon "
            "peut dit je nous vous sont être fait plus mais ou"
        )
    ),
    "en": frozenset(
        words(
            "the of and is are was were to in that which what who whom whose how why when where does do did can could "
            "should would it its his her their he she they this these those be been by with for from as at not an "
            "there you we i my your has have had but or if than"
        )
    ),
    "la": frozenset(
        words(
            "et in est non ut ad cum quod si sed ex quae qui quid enim autem nec atque esse ab hoc etiam sunt quam aut "
            "per ne vel id quo neque se de a"
        )
    ),
}
STOP_WORDS = frozenset().union(*_COMMON.values())


@dataclass(frozen=True, slots=True)
class Given:
    """A passage as the prompt gives it, in the order of relevance."""

    key: str
    text: str

    @property
    def language(self) -> str:
        """As far as the words tell; only where sentences end hangs on it."""
        if len(_GREEK.findall(self.text)) * 3 > len(self.text):
            return "grc"
        return _likeliest(self.text, ("en", "fr", "la")) or "en"


def question_of(prompt: str) -> str:
    """What stands between the question's lines; without them, all that stands before the passages."""
    found = _QUESTION.search(prompt)
    if found:
        return squeeze(found.group(1))
    return squeeze(prompt[: _passages_start(prompt, 0)])


def language_of(prompt: str) -> str:
    """fr or en: the question's, and where it has no telling word, the one that the prompt asks for."""
    told = _ANSWER_IN.search(prompt)
    fallback = "fr" if told and told.group(1) == "French" else "en"
    return _likeliest(question_of(prompt), ("en", "fr")) or fallback


def passages_of(prompt: str) -> list[Given]:
    """Those that have a key and a text; of a JSON array of objects, wherever it begins after the question."""
    question = _QUESTION.search(prompt)
    start = _passages_start(prompt, question.end() if question else 0)
    if start == len(prompt):
        return []
    rows, _ = json.JSONDecoder().raw_decode(prompt, start)
    return [
        Given(row["key"], row["text"])
        for row in rows
        if isinstance(row.get("key"), str) and isinstance(row.get("text"), str) and _KEY.fullmatch(row["key"])
    ]


def _passages_start(prompt: str, start: int) -> int:
    """Where an array of objects begins; the end where there is none."""
    for match in re.compile(r"\[\s*\{").finditer(prompt, start):
        try:
            rows, _ = json.JSONDecoder().raw_decode(prompt, match.start())
        except json.JSONDecodeError:
            continue
        if all(isinstance(row, dict) for row in rows):
            return match.start()
    return len(prompt)


def _likeliest(text: str, languages: tuple[str, ...]) -> str | None:
    """The language most of whose common words stand here; None where none has the most."""
    told = words(text)
    counts = {language: sum(word in _COMMON[language] for word in told) for language in languages}
    best, second = sorted(counts, key=lambda language: -counts[language])[:2]
    return best if counts[best] > counts[second] else None
