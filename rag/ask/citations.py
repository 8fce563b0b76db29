"""Step 7, first half: keys become numbers, keys that were never given are removed and counted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.books.sentences import sentences
from rag.text import words
from rag.types import Passage

_KEY = r"k[0-9a-f]{7}"
# a number, or a k with digits where no key of ours would end: the model's own invention
_INVENTED = r"\d{1,3}|k(?=[a-z_-]*\d)[0-9a-z_-]{1,24}"
_BETWEEN = r"(?:\s*[,;]\s*|\s+)"
# several keys may stand in one pair of brackets; "(1)" counts steps of an argument and "(kalon)" is a word, so in
# round ones only a key is a citation; what a bracketed number links to goes with it
_CITED = re.compile(
    rf"[ \t]*(?:\[\s*((?:{_KEY}|{_INVENTED})(?:{_BETWEEN}(?:{_KEY}|{_INVENTED}))*)\s*\](?:\([^()\s]*\))?"
    rf"|\(\s*({_KEY}(?:{_BETWEEN}{_KEY})*)\s*\))",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r"[\w-]+")
_SHORT_NAME = re.compile(r"\b[^\W\d_]{1,6}\.$")
NUMBER = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Numbered:
    """`passages` in order of number; `unknown_keys`: how many were removed; `uncited`: sentences without a number."""

    text: str
    passages: tuple[Passage, ...]
    unknown_keys: int
    uncited: tuple[int, ...]


def number(text: str, given: Sequence[Passage], *, language: str) -> Numbered:
    """Several mentions of a key have the same number; what was never given vanishes from the brackets."""
    by_key = {passage.key: passage for passage in given}
    order: dict[str, int] = {}
    unknown: list[str] = []

    def numbers(match: re.Match[str]) -> str:
        written = dict.fromkeys(key.lower() for key in _WRITTEN.findall(match[1] or match[2]))
        known = [key for key in written if key in by_key]
        unknown.extend(key for key in written if key not in by_key)
        return " " + "".join(f"[{order.setdefault(key, len(order) + 1)}]" for key in known) if known else ""

    numbered = _CITED.sub(numbers, text).strip()
    return Numbered(
        numbered, tuple(by_key[key] for key in order), len(unknown), tuple(uncited(numbered, language=language))
    )


def cited_sentences(text: str, *, language: str) -> list[tuple[str, tuple[int, ...]]]:
    """The sentences in order, each with the numbers that stand in it or right after it."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for start, end in _spans(text, language):
        sentence = text[start:end]
        rest = NUMBER.sub("", sentence).strip(" .,;:—–-*_\n")
        numbers = tuple(int(one) for one in NUMBER.findall(sentence))
        if not rest and found:  # numbers after the full stop belong to the sentence before
            found[-1] = (found[-1][0] + " " + sentence, found[-1][1] + numbers)
            continue
        leading = re.match(r"(?:\[\d+\]\s*)+", sentence)
        if leading and found:
            moved = tuple(int(one) for one in NUMBER.findall(leading.group()))
            found[-1] = (found[-1][0] + " " + leading.group().strip(), found[-1][1] + moved)
            sentence, numbers = sentence[leading.end() :], numbers[len(moved) :]
        found.append((sentence, numbers))
    return found


def _spans(text: str, language: str) -> list[tuple[int, int]]:
    """The sentences of one quotation together, as it is checked as a whole, and "Men. 80a" in one sentence."""
    spans: list[tuple[int, int]] = []
    for start, end in sentences(text, language):
        gap = text[spans[-1][1] : start] if spans else ""
        before = text[slice(*spans[-1])] if spans else ""
        in_reference = _SHORT_NAME.search(before) and text[start].isdigit() and "\n" not in gap
        if in_reference or (gap.count("\n") < 2 and _is_open(before, gap)):
            spans[-1] = (spans[-1][0], end)
        else:
            spans.append((start, end))
    return spans


def _is_open(piece: str, gap: str) -> bool:
    """Whether a quotation that began in the piece has not ended; a straight mark never reaches over a line."""
    low = piece.count("„")  # „ is closed by “ or ”
    curly = low - piece.count("“") - piece.count("”") if low else piece.count("“") - piece.count("”")
    straight = piece.count('"') % 2 == 1 and "\n" not in gap
    return piece.count("«") > piece.count("»") or curly > 0 or straight


def uncited(text: str, *, language: str) -> list[int]:
    """Sentences without a number, counted from 0; a heading, or what ends in a colon, only leads to the next one."""
    return [
        index
        for index, (sentence, numbers) in enumerate(cited_sentences(text, language=language))
        if not numbers and words(sentence) and not (sentence.startswith("#") or sentence.rstrip("*_ ").endswith(":"))
    ]
