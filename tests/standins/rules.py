"""What a prompt holds, and what the stand-in says where a test sets no rule."""

from __future__ import annotations

import json
import re

from standins.checks import Json


def question_in(prompt: str) -> str:
    """What stands between the last <question> and </question>; else the last line that is not blank."""
    marked = re.findall(r"<question>\s*(.*?)\s*</question>", prompt, re.DOTALL)
    lines = [line.strip() for line in prompt.splitlines() if line.strip()]
    return str((marked or lines or [""])[-1])


def passages_in(prompt: str) -> list[dict[str, str]]:
    """The passages that stand at the end of a grouped task, as JSON."""
    for start in re.finditer(r"\[\s*\{", prompt):
        try:
            passages = json.loads(prompt[start.start() :])
        except ValueError:
            continue
        return [dict(passage) for passage in passages]
    return []


def keys_in(prompt: str) -> list[str]:
    """The keys of those passages in order."""
    return [passage["key"] for passage in passages_in(prompt) if "key" in passage]


def default_answer(prompt: str) -> str:
    """One sentence for each of the first two passages."""
    said = [f"The passage says it [{key}]." for key in keys_in(prompt)[:2]]
    return " ".join(said) or "The passages do not say."


def default_expansion(prompt: str) -> Json:
    question = question_in(prompt)
    variants = [f"{question} ({name})" for name in ("first", "second", "third")]
    return {"standalone": question, "variants": variants, "language": "en", "works": [], "authors": []}
