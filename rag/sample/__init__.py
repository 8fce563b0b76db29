"""The sample library: reading guides of our own, with the questions that go with them."""

import json
from pathlib import Path

FOLDER = Path(__file__).parent
MANIFEST = FOLDER / "library.toml"
QUESTIONS = FOLDER / "questions.jsonl"
_OFF_TOPIC = FOLDER / "off_topic.jsonl"


def questions() -> tuple[dict[str, object], ...]:
    """Labelled questions that the guides answer."""
    return _lines(QUESTIONS)


def off_topic() -> tuple[str, ...]:
    """Questions that no philosophy library answers: they show an embedder's scale where there is nothing to find."""
    return tuple(str(row["question"]) for row in _lines(_OFF_TOPIC))


def _lines(path: Path) -> tuple[dict[str, object], ...]:
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
