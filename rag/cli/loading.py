"""`rag ingest`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rag.books.manifest import Entry, Manifest, read_manifest, with_entry, with_source_ids
from rag.books.names import built_in_names
from rag.cli.opening import Opens
from rag.cli.options import Text, json_option
from rag.cli.output import Bar, counted, put, put_json, say

if TYPE_CHECKING:
    from rag.books.ingest import IngestReport, Progress

_DONE = ("loaded", "unchanged")


@click.command(short_help="Load books.")
@click.argument("paths", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--source-id", type=Text(), help="The document's id. [default: the file's name without its ending]")
@click.option("--author", type=Text(), help="Where the file does not say it, or says it wrongly.")
@click.option("--work", type=Text(), help="The work's title, likewise.")
@click.option("--edition", type=Text(), help="Whose text or translation it is, likewise.")
@click.option("--language", type=Text(), help="en, fr, grc, la ..., likewise.")
@click.option("--dry-run", is_flag=True, help="Read, structure and split, show the result; store nothing.")
@json_option
@click.pass_obj
def ingest(
    opens: Opens,
    /,
    paths: tuple[Path, ...],
    *,
    dry_run: bool,
    as_json: bool,
    source_id: str | None,
    **said: str | None,
) -> None:
    """Load books: texts, or library.toml manifests that list them with what is known of each.

    A book that is loaded again takes the place of what it was. Exit status 1 where any of them could not be loaded.
    """
    known = {name: value for name, value in {"source_id": source_id, **said}.items() if value}
    batches = [_with(batch, known) for batch in _batches(paths)]
    if source_id and sum(len(batch.entries) for batch in batches) > 1:
        raise click.UsageError("--source-id names one document, and here are several.")
    with opens() as library, Bar() as bar:
        reports = [
            report
            for batch in batches
            for report in library.ingest(
                batch.entries, names=batch.names, dry_run=dry_run, on_progress=partial(_show, bar)
            )
        ]
    if as_json:
        put_json({"documents": [report.to_json() for report in reports]})
    for report in reports:
        (say if as_json else put)(_report_text(report, dry_run=dry_run))
    if any(report.status not in _DONE for report in reports):
        click.get_current_context().exit(1)


def _batches(paths: Sequence[Path]) -> list[Manifest]:
    """Each manifest with its own names, and the other files together."""
    once: dict[Path, Path] = {}
    for path in paths:
        once.setdefault(path.resolve(), path)  # one that is named twice is one document
    listed = [path for path in once.values() if path.suffix == ".toml"]
    files = with_source_ids(Entry(path) for path in once.values() if path.suffix != ".toml")
    return [*map(read_manifest, listed), *([Manifest(files, built_in_names())] if files else [])]


def _with(batch: Manifest, said: Mapping[str, str]) -> Manifest:
    """What the command line says wins over the manifest and the file, and its names are known by."""
    entries = tuple(replace(entry, **said) for entry in batch.entries)  # type: ignore[arg-type]  # fields of text
    return Manifest(entries, reduce(with_entry, entries, batch.names) if said else batch.names)


def _show(bar: Bar, now: Progress) -> None:
    bar.show(f"{now.source_id}: {now.stage}", now.done, now.of, left_s=now.left_s)


def _report_text(report: IngestReport, *, dry_run: bool) -> str:
    """A line a book, and what a reader should know of it indented below."""
    if report.status in _DONE:
        status = f"would be {report.status}" if dry_run else report.status
        chunks = counted(report.chunks, "passage", "passages")
        what = f"{chunks}, {counted(report.summaries, 'summary', 'summaries')}, {report.seconds:.1f} s"
        head = f"{status}: {report.source_id} ({what})"
    else:
        head = f"{report.status}: {report.path}: {report.reason} {report.hint}".rstrip()
    return "\n".join([head, *(f"  warning: {warning}" for warning in report.warnings)])
