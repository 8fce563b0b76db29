"""Passages and findings for these tests."""

from collections.abc import Sequence

from rag.types import Found, Passage, Query


def passage(
    source_id: str = "meno",
    text: str = "Virtue is knowledge.",
    *,
    loci: tuple[str, ...] = (),
    author: str = "Plato",
    work: str = "Meno",
) -> Passage:
    return Passage(
        key="k0000000",
        chunk_id="0",
        source_id=source_id,
        author=author,
        work=work,
        edition="",
        language="en",
        reference="",
        loci=loci,
        section_path="",
        text=text,
    )


def found(passages: Sequence[Passage], queries: Sequence[Query] = (Query("q", "question"),)) -> Found:
    return Found("q", "fusion", 1.0, tuple(queries), (), tuple(passages), {})
