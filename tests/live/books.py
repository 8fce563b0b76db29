"""Books made for the tests of loading, and an embedder whose vectors cost nothing."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rag.books.ids import chunk_ids, chunk_key, summary_id
from rag.books.values import ChunkDraft, Prepared, SummaryDraft
from rag.store.inference import Identity
from rag.text import fold

DIMENSIONS = 8


@dataclass
class TinyEmbedder:
    """A vector follows from its text alone; `texts` is all that was ever embedded. `before` sees each text first, and
    may raise; a text that ends in "!" gets a vector that is too long."""

    texts: list[str] = field(default_factory=list)
    before: Callable[[str], None] = lambda text: None
    name: str = "tiny"

    def identity(self) -> Identity:
        return Identity(self.name, DIMENSIONS)

    def embed_query(self, text: str) -> list[float]:
        return vector(text)

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        for text in texts:
            self.before(text)
        self.texts += texts
        return [vector(text) + [0.5] * text.endswith("!") for text in texts]

    def take(self) -> list[str]:
        """What was embedded since the last time."""
        taken, self.texts = self.texts, []
        return taken


def vector(text: str) -> list[float]:
    digest = hashlib.sha256(text.encode()).digest()
    return [byte / 256 + 0.01 for byte in digest[:DIMENSIONS]]


def book(
    texts: Sequence[str],
    *,
    source_id: str = "book",
    sections: Sequence[str] = ("one",),
    edition: str = "first",
    work: str = "A Book",
    language: str = "en",
) -> Prepared:
    """All texts stand in the first section; a summary repeats its section's name."""
    return Prepared(
        path=Path(f"{source_id}.txt"),
        source_id=source_id,
        author="Nobody",
        work=work,
        work_key=f"nobody {work.lower()}",
        edition=edition,
        language=language,
        original_title="",
        year=None,
        genre="",
        scheme="",
        urn="",
        pages=0,
        toc=(),
        hierarchy=(),
        warnings=(),
        content_hash=hashlib.sha256(repr((texts, sections, edition)).encode()).hexdigest(),
        chunks=_chunks(source_id, texts, f"{source_id}/{sections[0]}" if sections else source_id, language),
        summaries=tuple(_summary(source_id, name) for name in sections),
    )


def _chunks(source_id: str, texts: Sequence[str], section_id: str, language: str) -> tuple[ChunkDraft, ...]:
    return tuple(
        ChunkDraft(
            id=chunk_id,
            key=chunk_key(chunk_id),
            text=text,
            keywords=(),
            section_path="One",
            section_level=1,
            chapter_title="One",
            canonical_reference="",
            reference="",
            unit_type="exposition",
            order_index=place,
            language=language,
            context="Nobody",
            folded=fold(text),
            loci=(),
            page="",
            section_id=section_id,
            section_ids=(section_id,),
            speaker="",
        )
        for place, (chunk_id, text) in enumerate(zip(chunk_ids(source_id, texts), texts, strict=True))
    )


def _summary(source_id: str, name: str) -> SummaryDraft:
    section_id = f"{source_id}/{name}"
    return SummaryDraft(
        id=summary_id(source_id, section_id),
        text=f"About {name}",
        concepts=(),
        section_path=name,
        title=name,
        level=1,
        chunks_count=1,
        section_id=section_id,
        loci=(),
        made_by="extract",
        folded=fold(name),
    )
