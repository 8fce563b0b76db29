"""The sample library: reading guides of our own, with the questions that go with them."""

import json
from pathlib import Path

AUTHOR = "Library RAG"  # of the guides, as the manifest has it
FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "library.toml"
QUESTIONS = FOLDER / "questions.jsonl"
_OFF_TOPIC = FOLDER / "off_topic.jsonl"


def questions() -> tuple[dict[str, object], ...]:
    """Labelled questions that the guides answer."""
    return _lines(QUESTIONS)


def asked() -> tuple[tuple[str, str], ...]:
    """The same as the work each is about and its words."""
    return tuple((work_of(row), str(row["question"])) for row in questions())


def off_topic() -> tuple[str, ...]:
    """Questions that no philosophy library answers: they show an embedder's scale where there is nothing to find."""
    return tuple(str(row["question"]) for row in _lines(_OFF_TOPIC))


def _lines(path: Path) -> tuple[dict[str, object], ...]:
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


def work_of(row: dict[str, object]) -> str:
    """The work that a question is about."""
    match row["gold"]:
        case [{"work": str(work)}, *_]:
            return work
    raise ValueError(f"A question of the sample has no work: {row}")
