"""Step 7, first half: keys become numbers, keys that were never given are removed and counted."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rag.books.sentences import sentences
from rag.types import Passage

# a model may put several keys in one pair of brackets, or write other things in brackets, which stay
_BRACKETS = re.compile(r"[ \t]*\[\s*(k[0-9a-f]{7}(?:\s*[,;]\s*k[0-9a-f]{7})*)\s*\]")
_LOOSE = re.compile(r"[ \t]*[\[(]\s*(\d{1,3}|k[0-9a-z_-]{1,24})\s*[\])](?!\()")
_KEY = re.compile(r"k[0-9a-f]{7}")
NUMBER = re.compile(r"\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Numbered:
    """`passages` in order of number; `unknown_keys`: how many were removed; `uncited`: sentences without a number."""

    text: str
    passages: tuple[Passage, ...]
    unknown_keys: int
    uncited: tuple[int, ...]


def number(text: str, given: Sequence[Passage], *, language: str) -> Numbered:
    """A number stands once for several mentions of the same key; brackets that hold no key of ours vanish."""
    by_key = {passage.key: passage for passage in given}
    order: dict[str, int] = {}
    unknown: list[str] = []

    def numbers(match: re.Match[str]) -> str:
        known = []
        for key in dict.fromkeys(_KEY.findall(match.group(1))):
            if key in by_key:
                known.append(order.setdefault(key, len(order) + 1))
            else:
                unknown.append(key)
        return " " + "".join(f"[{one}]" for one in known) if known else ""

    def loose(match: re.Match[str]) -> str:
        """What looks like a citation before any number of ours was written is the model's invention."""
        if match.group().lstrip().startswith("(") and not match.group(1).startswith("k"):
            return match.group()  # "(1)" counts steps of an argument
        unknown.append(match.group(1))
        return ""

    parts = _BRACKETS.split(text)
    pieces = [_LOOSE.sub(loose, part) if index % 2 == 0 else part for index, part in enumerate(parts)]
    marked = "".join(part if index % 2 == 0 else f" [{part}]" for index, part in enumerate(pieces))
    numbered = _BRACKETS.sub(numbers, marked).strip()
    return Numbered(
        numbered, tuple(by_key[key] for key in order), len(unknown), tuple(uncited(numbered, language=language))
    )


def cited_sentences(text: str, *, language: str) -> list[tuple[str, tuple[int, ...]]]:
    """The sentences in order, each with the numbers that stand in it or right after it."""
    found: list[tuple[str, tuple[int, ...]]] = []
    for start, end in sentences(text, language):
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


def uncited(text: str, *, language: str) -> list[int]:
    """Sentences without a number, counted from 0; what ends in a colon only leads to the next one."""
    return [
        index
        for index, (sentence, numbers) in enumerate(cited_sentences(text, language=language))
        if not numbers and not sentence.rstrip("*_ ").endswith(":")
    ]
