"""`rag stats`, `rag passages` and `rag delete`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rag.cli.columns import columns
from rag.cli.opening import Opens
from rag.cli.options import Text, json_option
from rag.cli.output import counted, put, put_json, say
from rag.cli.texts import book_line

if TYPE_CHECKING:
    from rag.store.corpus import DocumentRow
    from rag.store.stats import Stats


@click.command(short_help="Count what the library holds.")
@json_option
@click.pass_obj
def stats(opens: Opens, *, as_json: bool) -> None:
    """Count what the library holds."""
    with opens() as library:
        counted = library.stats()
    if as_json:
        put_json(counted.to_json())
    else:
        put(_stats_text(counted))


@click.command(short_help="List a document's passages in order.")
@click.argument("source_id", type=Text())
@json_option
@click.pass_obj
def passages(opens: Opens, source_id: str, *, as_json: bool) -> None:
    """The passages of the document SOURCE_ID in their order; with --json one object a line."""
    with opens() as library:
        for passage in library.passages(source_id):
            if as_json:
                put_json(passage.book_json())
            else:
                put(book_line(passage))


@click.command(short_help="Remove a document.")
@click.argument("source_id", type=Text())
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
@click.pass_obj
def delete(opens: Opens, source_id: str, *, yes: bool, as_json: bool) -> None:
    """Remove the document SOURCE_ID with all its passages and summaries."""
    with opens() as library:
        row = next((row for row in library.documents(unfinished=True) if row.source_id == source_id), None)
        if row and not yes:
            _ask_first(row)
        deleted = library.delete(source_id)
    if as_json:
        put_json({"source_id": source_id, "chunks": deleted.chunks, "summaries": deleted.summaries})
    else:
        chunks = counted(deleted.chunks, "passage", "passages")
        put(f"Deleted {source_id}: {chunks}, {counted(deleted.summaries, 'summary', 'summaries')}.")


def _ask_first(row: DocumentRow) -> None:
    about = ", ".join(part for part in (row.author, row.work, row.language) if part)
    what = f"{row.source_id} ({about}): {counted(row.chunks, 'passage', 'passages')}"
    try:
        agreed = click.confirm(f"Delete {what}?", err=True)
    except click.Abort:
        say("")  # the prompt's line has no end yet
        agreed = False
    if not agreed:
        raise click.ClickException(f"{row.source_id} was not deleted.\nAnswer y, or add --yes.")


def _stats_text(counted: Stats) -> str:
    collections = [
        [one.name, f"{one.objects:,}", f"{one.vectors:,}", ", ".join(one.vectorized) or "-", _size(one.bytes)]
        for one in counted.collections
    ]
    documents = [
        [row.source_id, row.author, row.work, row.language, f"{row.chunks:,}", f"{row.summaries:,}", row.status]
        for row in counted.documents
    ]
    embedder = f"{counted.embedder.name} ({counted.embedder.dimensions} dimensions)"
    ratio = "-" if counted.summaries_per_chunk is None else f"{counted.summaries_per_chunk:g}"
    return "\n".join(
        [
            columns(["collection", "objects", "vectors", "vectorised by", "size"], collections),
            "",
            f"{counted.vectors:,} vectors, {ratio} summaries a chunk. Embedder {embedder}.",
            f"Weaviate {counted.weaviate_version}.",
            "",
            columns(["document", "author", "work", "language", "chunks", "summaries", "status"], documents),
        ]
    )


def _size(count: int) -> str:
    size = float(count)
    for unit in ("bytes", "kB", "MB"):
        if size < 1000:
            return f"{size:.0f} {unit}"
        size /= 1000
    return f"{size:.1f} GB"
