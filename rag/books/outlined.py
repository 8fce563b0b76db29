"""An outline's sections laid over a book's text: boundaries move to the nearest beginning of a sentence."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rag.books.loci import Locus, parse_locus
from rag.books.outline import Row, Tree, check_outline
from rag.books.sentences import sentences
from rag.books.structure import Given, Layout, Section, make_section, runs_of
from rag.books.values import Block, Book, Mark
from rag.errors import BadManifest

Place = tuple[int, int]  # a block and an offset in it


@dataclass(frozen=True, slots=True)
class _Text:
    """Distances are counted over all blocks together."""

    blocks: tuple[Block, ...]
    starts: tuple[int, ...]
    boundaries: tuple[int, ...]
    marks: tuple[tuple[int, Locus], ...]

    def place(self, position: int) -> Place:
        block = bisect_right(self.starts, position) - 1
        return block, position - self.starts[block]


def lay_outline(book: Book, rows: Sequence[Row], source_id: str, language: str) -> tuple[Layout, tuple[str, ...]]:
    """Sections, runs and warnings. The first section begins with the file and the last ends with it."""
    text = _text(book, language)
    tree = check_outline(rows, sorted((locus for _, locus in text.marks), key=lambda locus: locus.parts))
    leaves = [index for index in range(len(tree.rows)) if index not in tree.parents]
    cuts = _cuts(text, [tree.rows[leaf] for leaf in leaves])
    sections = _sections(tree, source_id)
    groups = [
        (leaf, _slice(text, start, end)) for leaf, (start, end) in zip(leaves, pairwise(cuts), strict=True)
    ]  # fmt: skip
    return Layout(sections, tuple(runs_of(groups))), tree.warnings


def _text(book: Book, language: str) -> _Text:
    starts: list[int] = []
    boundaries: list[int] = []
    marks: list[tuple[int, Locus]] = []
    position = 0
    for block in book.blocks:
        starts.append(position)
        boundaries.extend(position + start for start, _ in sentences(block.text, language))
        for mark in block.marks:
            locus = parse_locus(mark.locus, book.scheme)
            if locus:
                marks.append((position + mark.offset, locus))
        position += len(block.text) + 1
    return _Text(book.blocks, tuple(starts), (*boundaries, position), tuple(marks))


def _cuts(text: _Text, leaves: Sequence[Row]) -> list[int]:
    """Where each innermost section begins, and the end of the text."""
    cuts = [0]
    for row in leaves[1:]:
        mark = next(position for position, locus in text.marks if locus.parts >= row.first.parts)
        free = [boundary for boundary in text.boundaries[:-1] if boundary > cuts[-1]]
        if not free:
            raise BadManifest(
                f"{row.where}: no sentence of this edition begins after {row.first}.", "Join two sections."
            )
        cuts.append(min(free, key=lambda boundary: (abs(boundary - mark), boundary)))
    return [*cuts, text.boundaries[-1]]


def _sections(tree: Tree, source_id: str) -> tuple[Section, ...]:
    sections: list[Section] = []
    siblings: Counter[int | None] = Counter()
    for row, parent in zip(tree.rows, tree.parents, strict=True):
        siblings[parent] += 1
        given = Given(row.summary, row.concepts)
        sections.append(
            make_section(row.title, row.level, siblings[parent], parent, sections, source_id=source_id, given=given)
        )
    return tuple(sections)


def _slice(text: _Text, start: int, end: int) -> list[Block]:
    (first, begin), (last, finish) = text.place(start), text.place(end - 1)
    blocks = []
    for index in range(first, last + 1):
        block = text.blocks[index]
        stop = min(finish + 1, len(block.text)) if index == last else len(block.text)
        part = _part(block, begin if index == first else 0, stop)
        if part.text:
            blocks.append(part)
    return blocks


def _part(block: Block, start: int, end: int) -> Block:
    if (start, end) == (0, len(block.text)):
        return block
    pages = [mark.locus for mark in block.pages if mark.offset <= start]
    return replace(
        block,
        text=block.text[start:end].rstrip(),
        marks=tuple(Mark(m.offset - start, m.locus) for m in block.marks if start <= m.offset < end),
        pages=tuple(Mark(m.offset - start, m.locus) for m in block.pages if start < m.offset < end),
        page=pages[-1] if pages else block.page,
        continues=block.continues or start > 0,
    )
