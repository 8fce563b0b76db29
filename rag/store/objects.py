"""From drafts to stored objects and from stored objects to passages and sections."""

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from rag.books.values import ChunkDraft, Prepared, SummaryDraft
from rag.types import Passage, Section

PASSAGE_PROPERTIES = (
    "key",
    "text",
    "workTitle",
    "workAuthor",
    "workKey",
    "language",
    "reference",
    "canonicalReference",
    "loci",
    "sectionPath",
    "sectionId",
    "sectionIds",
    "documentSourceId",
    "page",
    "orderIndex",
    "unitType",
    "speaker",
)
BOOK_PROPERTIES = (*PASSAGE_PROPERTIES, "keywords", "context")
SECTION_PROPERTIES = ("sectionId", "documentSourceId", "title", "sectionPath", "level", "madeBy")


def work_properties(book: Prepared) -> dict[str, Any]:
    """Of the work, as this edition tells it."""
    year = {} if book.year is None else {"year": book.year}
    return {
        "title": book.work,
        "author": book.author,
        "originalTitle": book.original_title,
        "language": book.language,
        "genre": book.genre,
        "workKey": book.work_key,
        "urn": book.urn,
        **year,
    }


def document_properties(
    book: Prepared, *, embedder: str, created: datetime, names: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """Without `status`, `liveLoad` and `nextLoad`, which change while it is loaded. `names`: what its work and its
    author are called."""
    return {
        "sourceId": book.source_id,
        "edition": book.edition,
        "language": book.language,
        "pages": book.pages,
        "chunksCount": len(book.chunks),
        "summariesCount": len(book.summaries),
        "toc": json.dumps(book.toc, ensure_ascii=False),
        "hierarchy": json.dumps(book.hierarchy, ensure_ascii=False),
        "createdAt": created,
        "work": {"title": book.work, "author": book.author},
        "workKey": book.work_key,
        "workTitle": book.work,
        "workAuthor": book.author,
        "scheme": book.scheme,
        "warnings": list(book.warnings),
        "contentHash": book.content_hash,
        "embedder": embedder,
        "names": json.dumps(list(names), ensure_ascii=False),
    }


def chunk_properties(chunk: ChunkDraft, book: Prepared) -> dict[str, Any]:
    """Without `since` and `until`, which belong to a load."""
    return {
        "text": chunk.text,
        "keywords": list(chunk.keywords),
        "sectionPath": chunk.section_path,
        "sectionLevel": chunk.section_level,
        "chapterTitle": chunk.chapter_title,
        "canonicalReference": chunk.canonical_reference,
        "reference": chunk.reference,
        "unitType": chunk.unit_type,
        "orderIndex": chunk.order_index,
        "language": chunk.language,
        "work": {"title": book.work, "author": book.author},
        "document": {"sourceId": book.source_id, "edition": book.edition},
        "context": chunk.context,
        "folded": chunk.folded,
        "key": chunk.key,
        "loci": list(chunk.loci),
        "page": chunk.page,
        "sectionId": chunk.section_id,
        "sectionIds": list(chunk.section_ids),
        "speaker": chunk.speaker,
        **_work_of(book),
    }


def summary_properties(summary: SummaryDraft, book: Prepared) -> dict[str, Any]:
    return {
        "text": summary.text,
        "concepts": list(summary.concepts),
        "sectionPath": summary.section_path,
        "title": summary.title,
        "level": summary.level,
        "chunksCount": summary.chunks_count,
        "document": {"sourceId": book.source_id},
        "folded": summary.folded,
        "sectionId": summary.section_id,
        "loci": list(summary.loci),
        "madeBy": summary.made_by,
        "language": book.language,
        **_work_of(book),
    }


def _work_of(book: Prepared) -> dict[str, Any]:
    return {
        "workKey": book.work_key,
        "workTitle": book.work,
        "workAuthor": book.author,
        "documentSourceId": book.source_id,
    }


def chunk_vector_text(properties: Mapping[str, Any]) -> str:
    """What the server's own module would embed: the vectorized properties in the order of their names."""
    return " ".join([properties["context"], *properties["keywords"], properties["text"]])


def summary_vector_text(properties: Mapping[str, Any]) -> str:
    return " ".join([*properties["concepts"], properties["text"]])


def passage(uuid: UUID | str, properties: Mapping[str, Any], editions: Mapping[str, str]) -> Passage:
    """`editions`: source id to edition, so that no nested property has to be fetched."""
    source_id = _text(properties, "documentSourceId")
    return Passage(
        key=_text(properties, "key"),
        chunk_id=str(uuid),
        source_id=source_id,
        author=_text(properties, "workAuthor"),
        work=_text(properties, "workTitle"),
        edition=editions.get(source_id, ""),
        language=_text(properties, "language"),
        reference=_text(properties, "reference"),
        loci=_texts(properties, "loci"),
        section_path=_text(properties, "sectionPath"),
        text=_text(properties, "text"),
        page=_text(properties, "page"),
        canonical_reference=_text(properties, "canonicalReference"),
        work_key=_text(properties, "workKey"),
        section_id=_text(properties, "sectionId"),
        section_ids=_texts(properties, "sectionIds"),
        order_index=int(properties.get("orderIndex") or 0),
        unit_type=_text(properties, "unitType"),
        keywords=_texts(properties, "keywords"),
        context=_text(properties, "context"),
        speaker=_text(properties, "speaker"),
    )


def section(properties: Mapping[str, Any], score: float) -> Section:
    return Section(
        section_id=_text(properties, "sectionId"),
        source_id=_text(properties, "documentSourceId"),
        title=_text(properties, "title"),
        path=_text(properties, "sectionPath"),
        level=int(properties.get("level") or 1),
        made_by=_text(properties, "madeBy"),
        score=score,
    )


def _text(properties: Mapping[str, Any], name: str) -> str:
    return str(properties.get(name) or "")


def _texts(properties: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values: Sequence[Any] = properties.get(name) or ()
    return tuple(str(value) for value in values)
