"""Divisions become sections, and all text lies in exactly one of them."""

from books.made import REPOSITORY
from rag.books.structure import hierarchy, lay_sections
from rag.books.values import Block, Book, Division, Front, Mark

DIVISIONS = (Division("Part", 1), Division("Chapter", 2, 0), Division("Empty", 2, 0), Division("Last", 1))


def book(*blocks: Block, divisions: tuple[Division, ...] = DIVISIONS) -> Book:
    return Book(Front(), blocks, divisions)


def test_ids_hold_the_ancestors_and_paths_their_titles() -> None:
    layout = lay_sections(book(Block("a", division=1), Block("b", division=3)), "src", "Work")
    assert [(s.id, s.level, s.path) for s in layout.sections] == [
        ("src/1", 1, "Part"),
        ("src/1/1", 2, "Part > Chapter"),
        ("src/2", 1, "Last"),
    ]
    assert layout.sections[1].ids == ("src/1", "src/1/1")


def test_a_book_without_divisions_is_one_section_named_as_the_work() -> None:
    layout = lay_sections(book(Block("a"), divisions=()), "src", "Work")
    assert [(s.id, s.title, s.level) for s in layout.sections] == [("src/1", "Work", 1)]


def test_text_before_the_first_division_is_a_section_of_its_own() -> None:
    layout = lay_sections(book(Block("a"), Block("b", division=3)), "src", "Work")
    assert [(s.id, s.title) for s in layout.sections] == [("src/0", "Work"), ("src/2", "Last")]


def test_text_directly_under_a_division_stays_in_its_place() -> None:
    layout = lay_sections(book(*(Block(t, division=d) for t, d in [("a", 0), ("b", 1), ("c", 0)])), "src", "Work")
    assert [(run.section, run.blocks[0].text) for run in layout.runs] == [(0, "a"), (1, "b"), (0, "c")]


def test_the_place_carries_on_into_the_next_section() -> None:
    layout = lay_sections(book(Block("a", (Mark(0, "70c"),), division=1), Block("b", division=3)), "src", "Work")
    assert [run.locus for run in layout.runs] == ["", "70c"]


def test_the_hierarchy_nests_sections() -> None:
    layout = lay_sections(book(Block("a", division=1), Block("b", division=3)), "src", "Work")
    part, last = hierarchy(layout.sections)
    assert [part["title"], last["title"], last["children"]] == ["Part", "Last", []]
    assert part["children"] == [{"section_id": "src/1/1", "title": "Chapter", "level": 2, "children": []}]


def test_an_endless_title_is_cut() -> None:
    layout = lay_sections(book(Block("a", division=0), divisions=(Division("x" * 500, 1),)), "src", "Work")
    assert len(layout.sections[0].title) == 201


def test_the_repository_holds_its_name_tables() -> None:
    assert {path.name for path in (REPOSITORY / "rag" / "books").glob("*.toml")} == {"names.toml", "words.toml"}
