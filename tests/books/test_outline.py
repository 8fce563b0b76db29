"""Outlines take the place of a file's divisions, and a wrong one says what is wrong, and where."""

import json
from pathlib import Path

import pytest

from books.made import made
from rag.books.values import Prepared
from rag.errors import BadManifest

TEXT = """[70a] {one} {one}

[70b] {two} [70c] {two}

[71a] {three}
"""
ONE, TWO, THREE = (f"{word} " + "word " * 40 + "end." for word in ("Alpha", "Beta", "Gamma"))


def row(level: int, first: str, last: str, title: str = "", **more: object) -> dict[str, object]:
    return {"level": level, "title": title or f"{first} to {last}", "from": first, "to": last, **more}


GOOD = [
    row(1, "70a", "70c", "Page 70", summary="All of it.", concepts=["word"]),
    row(2, "70a", "70a"),
    row(2, "70b", "70c"),
    row(1, "71a", "71a"),
]


def outlined(folder: Path, rows: list[dict[str, object]], text: str = TEXT, work: str = "Work") -> Prepared:
    (folder / "book.md").write_text(text.format(one=ONE, two=TWO, three=THREE), encoding="utf-8")
    outline = folder / "outline.jsonl"
    outline.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return made(folder / "book.md", source_id="src", author="Plato", work=work, language="en", outline=outline)


def test_sections_nest_and_the_innermost_hold_the_chunks(tmp_path: Path) -> None:
    book = outlined(tmp_path, GOOD[::-1])
    assert [(s.section_id, s.title, s.level, s.made_by, s.chunks_count) for s in book.summaries] == [
        ("src/1", "Page 70", 1, "given", 2),
        ("src/1/1", "70a to 70a", 2, "extract", 1),
        ("src/1/2", "70b to 70c", 2, "extract", 1),
        ("src/2", "71a to 71a", 1, "extract", 1),
    ]
    assert book.summaries[0].text == "All of it."
    assert book.summaries[0].concepts == ("word",)
    assert [chunk.section_id for chunk in book.chunks] == ["src/1/1", "src/1/2", "src/2"]
    assert [chunk.loci for chunk in book.chunks] == [("70a",), ("70b", "70c"), ("71a",)]


def test_titles_of_all_levels_stand_in_the_context(tmp_path: Path) -> None:
    chunk = outlined(tmp_path, GOOD).chunks[1]
    assert chunk.context == "Plato, Work, 70b-70c, Page 70, 70b to 70c"
    assert (chunk.section_path, chunk.chapter_title) == ("Page 70 > 70b to 70c", "Page 70")


def test_a_boundary_falls_on_the_nearest_beginning_of_a_sentence(tmp_path: Path) -> None:
    text = "[70a] Alpha one two. Beta [70b] three four five six seven eight nine ten. [71a] Gamma."
    book = outlined(tmp_path, [row(1, "70a", "70a"), row(1, "70b", "71a")], text)
    assert [chunk.text for chunk in book.chunks] == [
        "Alpha one two.",
        "Beta three four five six seven eight nine ten. Gamma.",
    ]
    assert [chunk.loci for chunk in book.chunks] == [("70a",), ("70a", "70b", "71a")]


def test_the_first_section_holds_what_stands_before_the_first_place(tmp_path: Path) -> None:
    book = outlined(tmp_path, [row(1, "70a", "71a")], "Before. [70a] One. [71a] Two.\n\nAfter.")
    assert [chunk.text for chunk in book.chunks] == ["Before. One. Two.\nAfter."]


def test_rows_of_another_work_are_left_to_it(tmp_path: Path) -> None:
    rows = [row(1, "17a", "18a", work="Apology"), row(1, "70a", "71a", work="Ménon")]
    assert len(outlined(tmp_path, rows, work="Meno").summaries) == 1


def test_a_section_that_an_edition_lacks_is_left_out_with_a_warning(tmp_path: Path) -> None:
    book = outlined(
        tmp_path, [row(1, "70a", "70b"), row(1, "70c", "70c"), row(1, "71a", "71a")], "[70a] Alpha. [71a] Beta."
    )
    assert [summary.title for summary in book.summaries] == ["70a to 70b", "71a to 71a"]
    assert book.warnings == ("outline.jsonl, line 2: “70c to 70c” (70c-70c) has no text in this edition.",)


@pytest.mark.parametrize(
    ("rows", "reason"),
    [
        (
            [row(1, "70a", "70b"), row(1, "71a", "71a")],
            "line 2: a gap between 70b and 71a: no section .* holds 70c",
        ),
        ([row(1, "70b", "71a")], "line 1: a gap between the beginning and 70b"),
        ([row(1, "70a", "70c")], "line 1: a gap between 70c and the end"),
        ([*GOOD[:2], GOOD[3]], "line 2: a gap between 70a and the end inside “Page 70”"),
        ([row(1, "70a", "70c"), row(1, "70c", "71a")], "line 2: .* overlaps .*: 70c and 70c"),
        ([*GOOD, row(2, "70c", "71a")], "line 5: .*overlaps|line 5: .* reaches beyond “Page 70”"),
        ([row(1, "70a", "71a"), row(3, "70a", "71a")], "no section of level 2"),
        ([row(1, "71a", "70a")], "line 1: it runs from 71a back to 70a"),
        ([row(1, "70a", "70f")], "line 1: 70f is no place of the scheme stephanus"),
        ([row(1, "70a", "99a")], "line 1: 99a is not in the file, which runs from 70a to 71a"),
        ([row(4, "70a", "71a")], "line 1: level is 4"),
        ([{"level": 1, "title": "x", "from": "70a"}], "line 1: to is missing"),
        ([row(1, "70a", "71a", tittle="x")], "line 1: unknown field 'tittle'. Did you mean title"),
        ([row(1, "70a", "71a", work="Apology")], "has no section of this work"),
        ([], "has no section of this work"),
    ],
)
def test_a_wrong_outline_names_the_line_and_the_places(
    tmp_path: Path, rows: list[dict[str, object]], reason: str
) -> None:
    with pytest.raises(BadManifest, match=reason):
        outlined(tmp_path, rows)


def test_an_outline_needs_a_text_with_places(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match=r"is an outline by reference, but book\.md marks no places"):
        outlined(tmp_path, GOOD, "No marks here.")


def test_a_missing_outline_and_one_that_is_not_json_say_so(tmp_path: Path) -> None:
    (tmp_path / "book.md").write_text("[70a] A. [70b] B.", encoding="utf-8")
    with pytest.raises(BadManifest, match=r"There is no file .*none\.jsonl"):
        made(tmp_path / "book.md", outline=tmp_path / "none.jsonl")
    (tmp_path / "bad.jsonl").write_text("{", encoding="utf-8")
    with pytest.raises(BadManifest, match=r"bad\.jsonl, line 1 is not JSON"):
        made(tmp_path / "book.md", outline=tmp_path / "bad.jsonl")
    (tmp_path / "bad.jsonl").write_text(f'{{"level": {"9" * 5000}}}', encoding="utf-8")
    with pytest.raises(BadManifest, match=r"bad\.jsonl, line 1 is not JSON"):
        made(tmp_path / "book.md", outline=tmp_path / "bad.jsonl")


def test_half_a_character_in_an_outline_is_refused_before_anything_is_stored(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match="line 1 holds half a character"):
        outlined(tmp_path, [row(1, "70a", "71a", summary="\ud800")])
