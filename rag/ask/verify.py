"""Step 7, second half: do quoted words stand in the cited passage, and do references lie in it?"""

import re
from collections.abc import Sequence
from typing import Literal

from rag.ask.citations import Numbered, cited_sentences
from rag.books.loci import covers
from rag.books.names import Names
from rag.books.references import WrittenReference, find_references
from rag.text import fold, words
from rag.types import Citation, Passage, Quote, QuoteState, Reference

_QUOTED = re.compile(
    r"«\s*([^«»]+?)\s*»|“([^“”]+?)”|„([^„“”]+?)[“”]|\"([^\"\n]+?)\"|‹\s*([^‹›]+?)\s*›"
    r"|(?<!\w)‘([^‘\n]+?)’(?!\w)"
)
_LEFT_OUT = re.compile(r"\[[^\]]*\]|\(\s*(?:…|\.\.\.)\s*\)|…|\.{3,}")
_NUMBER = re.compile(r"\s*\[\d+\]")
_FEWEST_WORDS = 2  # a single word in quotation marks is a term, not a quotation


def verify(numbered: Numbered, *, names: Names, language: str) -> tuple[tuple[Citation, ...], tuple[Reference, ...]]:
    """Every quotation is looked up in the passages cited with it, every reference in all that are cited."""
    quotes: dict[int, list[Quote]] = {index: [] for index in range(1, len(numbered.passages) + 1)}
    places: dict[int, list[bool]] = {index: [] for index in quotes}
    references: list[Reference] = []
    pieces = cited_sentences(numbered.text, language=language)
    for place, (sentence, own) in enumerate(pieces):
        numbers = _valid(own or _next_numbers(pieces, place), quotes)
        for quoted in quotations(_NUMBER.sub("", sentence)):
            number, state = _looked_up(quoted, numbers, numbered.passages)
            if number:
                quotes[number].append(Quote(quoted, state))
        for written in find_references(_NUMBER.sub("", sentence), names):
            holding = [n for n in quotes if lies_in(written, numbered.passages[n - 1], names)]
            references.append(Reference(written.text, "confirmed" if holding else "unconfirmed"))
            for n in numbers:
                places[n].append(n in holding or (bool(holding) and not _own_place(written, numbered.passages[n - 1])))
    citations = tuple(
        Citation(n, passage, tuple(dict.fromkeys(quotes[n])), _locus(places[n]))
        for n, passage in enumerate(numbered.passages, start=1)
    )
    return citations, tuple(dict.fromkeys(references))


def quotations(text: str) -> list[str]:
    """What stands between quotation marks, if it is more than a single word."""
    found = ["".join(groups).strip() for groups in _QUOTED.findall(text)]
    return [quoted for quoted in found if len(words(quoted)) >= _FEWEST_WORDS]


def quote_state(quoted: str, passage: str) -> QuoteState:
    """exact: the same words in the same order, accents, case and punctuation aside. near: so in parts, with words
    left out where the quotation says so, or with a single letter different in a long word. Else not found."""
    # a note's number in the passage looks like a citation, so no answer can hold it
    text = words(_NUMBER.sub("", passage))
    whole = words(quoted)
    if whole and _find(whole, text, 0) is not None:
        return "exact"
    parts = [part for part in map(words, _LEFT_OUT.split(quoted)) if part]
    at: int | None = 0
    for part in parts:
        at = _find(part, text, at or 0, loosely=True) if at is not None else None
    return "near" if parts and at is not None else "not_found"


def _find(part: Sequence[str], text: Sequence[str], start: int, *, loosely: bool = False) -> int | None:
    """Where these words end in the text, from `start` on."""
    for first in range(start, len(text) - len(part) + 1):
        window = text[first : first + len(part)]
        if window == list(part) or (loosely and _is_spelling(part, window)):
            return first + len(part)
    return None


def _is_spelling(part: Sequence[str], window: Sequence[str]) -> bool:
    """At most one word in ten differs, by one letter, in words long enough that it is the same word."""
    different = [(one, other) for one, other in zip(part, window, strict=True) if one != other]
    return len(different) * 10 <= len(part) and all(_one_letter(one, other) for one, other in different)


def _one_letter(one: str, other: str) -> bool:
    if min(len(one), len(other)) < 6 or abs(len(one) - len(other)) > 1:
        return False
    short, long = sorted((one, other), key=len)
    same = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]


def _looked_up(quoted: str, numbers: Sequence[int], passages: Sequence[Passage]) -> tuple[int, QuoteState]:
    """The cited passage it stands in best; the first cited one where it stands in none; (0, ...) without any."""
    order: tuple[QuoteState, ...] = ("exact", "near", "not_found")
    # the passage alone: its parallels were not shown to the model
    states = [(number, quote_state(quoted, passages[number - 1].text)) for number in numbers]
    return min(states, key=lambda pair: order.index(pair[1]), default=(0, "not_found"))


def lies_in(written: WrittenReference, passage: Passage, names: Names) -> bool:
    """The place is among the passage's loci, and the work, where one is written, is the passage's own or the one
    that its canonical reference speaks of ("Guide, on Meno 80a")."""
    if not covers(passage.loci, written.reference):
        return False
    if written.work is None or written.work == passage.work_key:
        return True
    about = find_references(passage.canonical_reference, names)
    return any(one.work == written.work for one in about) or any(
        fold(name) in fold(passage.canonical_reference) for name in names.all_names(written.work)
    )


def _own_place(written: WrittenReference, passage: Passage) -> bool:
    """Whether the reference is to the passage's own work, so that it ought to lie in it."""
    return written.work is None or written.work == passage.work_key


def _locus(places: Sequence[bool]) -> Literal["confirmed", "unconfirmed", "none"]:
    if not places:
        return "none"
    return "confirmed" if all(places) else "unconfirmed"


def _valid(numbers: Sequence[int], known: dict[int, list[Quote]]) -> tuple[int, ...]:
    return tuple(number for number in dict.fromkeys(numbers) if number in known)


def _next_numbers(pieces: Sequence[tuple[str, tuple[int, ...]]], place: int) -> tuple[int, ...]:
    """A quotation of several sentences is cited after its last."""
    return next((numbers for _, numbers in pieces[place + 1 :] if numbers), ())
