"""A book's divisions become sections; its blocks become runs of text, each inside one section."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from rag.books.values import Block, Book, Division
from rag.types import Json

PATH_SEPARATOR = " > "
_LONGEST_TITLE = 200  # it stands in the context of every passage


@dataclass(frozen=True, slots=True)
class Given:
    """What an outline says of a section."""

    summary: str
    concepts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """`ids` are its ancestors' and its own; `titles` likewise. Parents stand before their children."""

    id: str
    title: str
    level: int
    parent: int | None
    ids: tuple[str, ...]
    titles: tuple[str, ...]
    given: Given | None = None

    @property
    def path(self) -> str:
        return PATH_SEPARATOR.join(self.titles)


@dataclass(frozen=True, slots=True)
class Run:
    """Text that is cut into chunks by itself. `locus` and `page` are those it begins in."""

    section: int
    blocks: tuple[Block, ...]
    locus: str
    page: str


@dataclass(frozen=True, slots=True)
class Layout:
    """Runs stand in reading order and hold all the text there is."""

    sections: tuple[Section, ...]
    runs: tuple[Run, ...]


def lay_sections(book: Book, source_id: str, work: str) -> Layout:
    """Innermost divisions hold the text; text directly under a division with others in it belongs to the division."""
    groups = [(division, list(blocks)) for division, blocks in groupby(book.blocks, key=lambda b: b.division)]
    kept = _with_text(book.divisions, {division for division, _ in groups})
    sections: list[Section] = []
    place: dict[int | None, int] = {}
    if None in {division for division, _ in groups}:
        place[None] = 0
        number = 0 if kept else 1
        sections.append(Section(f"{source_id}/{number}", work, 1, None, (f"{source_id}/{number}",), (work,)))
    siblings: Counter[int | None] = Counter()
    for index, division in enumerate(book.divisions):
        siblings[division.parent] += 1
        if index in kept:
            place[index] = len(sections)
            parent = None if division.parent is None else place[division.parent]
            sections.append(_section(division, siblings[division.parent], parent, sections, source_id))
    return Layout(tuple(sections), tuple(runs_of([(place[division], blocks) for division, blocks in groups])))


def _with_text(divisions: Sequence[Division], used: set[int | None]) -> set[int]:
    """The divisions that hold text, themselves or further in."""
    kept: set[int] = set()
    for index in used:
        while index is not None and index not in kept:
            kept.add(index)
            index = divisions[index].parent
    return kept


def _section(
    division: Division, number: int, parent: int | None, sections: Sequence[Section], source_id: str
) -> Section:
    title = division.title or division.label or str(number)
    return make_section(title, division.level, number, parent, sections, source_id=source_id)


def make_section(
    title: str,
    level: int,
    number: int,
    parent: int | None,
    sections: Sequence[Section],
    *,
    source_id: str,
    given: Given | None = None,
) -> Section:
    """A section that is the `number`th inside its parent."""
    above = None if parent is None else sections[parent]
    title = title if len(title) <= _LONGEST_TITLE else title[:_LONGEST_TITLE].rstrip() + "…"
    own_id = f"{above.id if above else source_id}/{number}"
    ids, titles = (above.ids, above.titles) if above else ((), ())
    return Section(own_id, title, level, parent, (*ids, own_id), (*titles, title), given)


def runs_of(groups: Sequence[tuple[int, Sequence[Block]]]) -> Iterator[Run]:
    """The place and the page carry on from one run into the next: a division may begin in the middle of 70c."""
    locus = page = ""
    for section, blocks in groups:
        page = blocks[0].page or page
        yield Run(section, tuple(blocks), locus, page)
        for block in blocks:
            locus = block.marks[-1].locus if block.marks else locus
            page = block.pages[-1].locus if block.pages else block.page or page


def table_of_contents(sections: Sequence[Section], references: Sequence[str]) -> tuple[Json, ...]:
    """One flat row a section, in order."""
    return tuple(
        {"section_id": section.id, "title": section.title, "level": section.level, "reference": reference}
        for section, reference in zip(sections, references, strict=True)
    )


def hierarchy(sections: Sequence[Section], parent: int | None = None) -> tuple[Json, ...]:
    """Sections inside sections."""
    inside: dict[int | None, list[int]] = {}
    for index, section in enumerate(sections):
        inside.setdefault(section.parent, []).append(index)

    def below(index: int) -> Json:
        section = sections[index]
        children = [below(child) for child in inside.get(index, ())]
        return {"section_id": section.id, "title": section.title, "level": section.level, "children": children}

    return tuple(below(index) for index in inside.get(parent, ()))
