"""Labelled questions, read from JSON lines: what was asked, and what must be found."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from rag.errors import BadQuestions
from rag.text import is_text


@dataclass(frozen=True, slots=True)
class Place:
    """A reference in a work, in any edition of it."""

    work: str
    ref: str


@dataclass(frozen=True, slots=True)
class Wording:
    """The answer's own words, in this paragraph of this document."""

    source_id: str
    answer: str
    paragraph: str


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """Any passage of this document."""

    source_id: str


Gold = Place | Wording | WholeDocument


@dataclass(frozen=True, slots=True)
class Question:
    """`gold` is empty where the library cannot answer."""

    id: str
    text: str
    language: str
    variants: tuple[str, ...]
    gold: tuple[Gold, ...]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """`name` is the file's, or the folder's where the file is called questions.jsonl."""

    name: str
    questions: tuple[Question, ...]

    def first(self, count: int | None) -> "QuestionSet":
        """So many from the top; all where it is None."""
        return replace(self, questions=self.questions[:count])


def read_questions(path: Path) -> QuestionSet:
    """The questions in the file's order; a line that is not a labelled question is an error that names it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadQuestions(f"{path} cannot be read: {error}.", "Give a file of JSON lines in UTF-8.") from error
    # not splitlines: it also cuts at U+2028 and others, which may stand inside a JSON string
    lines = enumerate(text.split("\n"), start=1)
    questions = tuple(_question(line, f"{path}:{number}") for number, line in lines if line.strip())
    if not questions:
        raise BadQuestions(f"{path} holds no question.", "Give a file with one JSON object a line.")
    return QuestionSet(path.parent.name if path.stem == "questions" else path.stem, questions)


def _question(line: str, where: str) -> Question:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadQuestions(f"{where} is not JSON: {error}.", "Each line holds one JSON object.") from error
    if not isinstance(row, dict) or not _is_text(row.get("question")):
        raise BadQuestions(f"{where} has no question.", 'It needs "question" and "gold".')
    gold = row.get("gold")
    variants = row.get("variants", [])
    if not isinstance(gold, list) or not _all_text(variants):
        raise BadQuestions(
            f"{where} has no labels.", 'It needs "gold", a list of what must be found; "variants" is a list of texts.'
        )
    return Question(
        id=str(row.get("id", "")),
        text=row["question"],
        language=str(row.get("language", "")),
        variants=tuple(variants),
        gold=tuple(_gold(item, where) for item in gold),
    )


def _all_text(value: object) -> bool:
    return isinstance(value, list) and all(map(_is_text, value))


def _is_text(value: object) -> bool:
    return isinstance(value, str) and is_text(value)


def _gold(item: object, where: str) -> Gold:
    labels: Mapping[str, object] = item if isinstance(item, dict) else {}
    match labels:
        case {"work": str(work), "ref": str(ref)}:
            return Place(work, ref)
        case {"source_id": str(source_id), "answer": str(answer), "paragraph": str(paragraph)}:
            return Wording(source_id, answer, paragraph)
        case {"source_id": str(source_id)} if "answer" not in labels:
            return WholeDocument(source_id)
    raise BadQuestions(
        f"{where} has a label of no known kind.",
        'Known are "work" and "ref"; "source_id"; "source_id", "answer" and "paragraph".',
    )
