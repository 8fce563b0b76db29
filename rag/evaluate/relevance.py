"""What a passage answers of a question's gold items."""

from collections.abc import Sequence

from rag.books.loci import covers
from rag.books.names import Names
from rag.evaluate.questions import Gold, Place, Wording
from rag.text import fold, squeeze, words
from rag.types import Passage

_SHARE_OF_WORDS = 0.5


def answered(passage: Passage, gold: Sequence[Gold], *, names: Names) -> frozenset[int]:
    """The numbers of the gold items that this passage answers, itself or by one of its parallels."""
    return frozenset(number for number, item in enumerate(gold) if _answers(passage, item, names))


def _answers(passage: Passage, gold: Gold, names: Names) -> bool:
    if isinstance(gold, Place):
        return _is_of(passage, gold.work, names) and _reaches(passage, gold.ref)
    if isinstance(gold, Wording):
        return passage.source_id == gold.source_id and _says(passage.text, gold.answer, gold.paragraph)
    return passage.source_id == gold.source_id


def _is_of(passage: Passage, work: str, names: Names) -> bool:
    """By any name of the work: what the gold calls Meno may be catalogued as Ménon."""
    known_as = {passage.work_key, names.resolve_work(passage.work, passage.author)}
    return names.resolve_work(work, passage.author) in known_as


def _reaches(passage: Passage, ref: str) -> bool:
    return any(covers(loci, ref) for loci in (passage.loci, *(same.loci for same in passage.parallels)))


def _says(text: str, answer: str, paragraph: str) -> bool:
    """The answer stands in it, and it is from that paragraph: the same words may stand elsewhere by chance."""
    if squeeze(fold(answer)) not in squeeze(fold(text)):
        return False
    spoken, there = words(text), frozenset(words(paragraph))
    return sum(word in there for word in spoken) >= _SHARE_OF_WORDS * len(spoken)
