"""The one rule of identity: the same content gets the same id, wherever it is written from."""

from collections import Counter
from collections.abc import Sequence
from uuid import UUID, uuid5

_LIBRARY = UUID("5d0f6a4e-2c1b-5e8e-9a53-0c6f3b7d9e21")  # any fixed value; changing it renames every object


def object_id(kind: str, *parts: str) -> str:
    """Document from its source id; chunk from source id, text and how often that text came before; summary from
    source id and section id; work from its key."""
    return str(uuid5(_LIBRARY, "\x1f".join((kind, *parts))))


def document_id(source_id: str) -> str:
    return object_id("document", source_id)


def work_id(work_key: str) -> str:
    return object_id("work", work_key)


def summary_id(source_id: str, section_id: str) -> str:
    return object_id("summary", source_id, section_id)


def chunk_ids(source_id: str, texts: Sequence[str]) -> list[str]:
    """In the order of the texts; a text that comes again gets an id of its own."""
    seen: Counter[str] = Counter()
    ids = []
    for text in texts:
        ids.append(object_id("chunk", source_id, text, str(seen[text])))
        seen[text] += 1
    return ids


def chunk_key(chunk_id: str) -> str:
    """What a model writes to cite the chunk."""
    return "k" + chunk_id.replace("-", "")[:7]
