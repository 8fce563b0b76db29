"""Places are read, ordered and compared as scholars number them."""

import pytest

from rag.books.loci import covers, format_range, overlap, parse_locus, parse_range, scheme_named, scheme_of, sort_key


@pytest.mark.parametrize(
    ("text", "scheme", "expected"),
    [
        ("80a", "stephanus", "80a"),
        ("80 A", "stephanus", "80a"),
        ("80f", "stephanus", None),
        ("80", "stephanus", "80"),
        ("1094a18", "bekker", "1094a18"),
        ("1094a", "bekker", "1094a"),
        ("1094a51", "bekker", None),
        ("1094c1", "bekker", None),
        ("I, 7", "book-chapter", "1.7"),
        ("1.2.3", "book-chapter", "1.2.3"),
        ("CP 5.375", "cp", "5.375"),
        ("9.1", "cp", None),
        ("12", "entry", "12"),
        ("§ 12", "entry", "12"),
        ("0", "entry", None),
        ("80a", "unheard of", None),
    ],
)
def test_parse_locus(text: str, scheme: str, expected: str | None) -> None:
    locus = parse_locus(text, scheme)
    assert (str(locus) if locus else None) == expected


@pytest.mark.parametrize(
    ("text", "scheme", "expected"),
    [
        ("80a", "stephanus", ("80a", "80a")),
        ("80a-b", "stephanus", ("80a", "80b")),
        ("79e–80b", "stephanus", ("79e", "80b")),
        ("80a1-3", "stephanus", ("80a1", "80a3")),
        ("1094a1-18", "bekker", ("1094a1", "1094a18")),
        ("1094a18-b2", "bekker", ("1094a18", "1094b2")),
        ("5.388-410", "cp", ("5.388", "5.410")),
        ("IV, 3", "book-chapter", ("4.3", "4.3")),
    ],
)
def test_parse_range(text: str, scheme: str, expected: tuple[str, str]) -> None:
    ends = parse_range(text, scheme)
    assert ends is not None
    assert (str(ends[0]), str(ends[1])) == expected


def test_a_range_that_runs_backwards_is_none() -> None:
    assert parse_range("79e-78a", "stephanus") is None


@pytest.mark.parametrize(
    ("loci", "reference", "expected"),
    [
        (["79e", "80a", "80b"], "80a", True),
        (["79e", "80a"], "80a-b", False),
        (["79e", "80a"], "80", True),
        (["79e"], "80", False),
        (["99e", "100a"], "100a", True),
        (["70a"], "100c", False),
        (["80a"], "80a3", True),
        (["80a"], "80b", False),
        (["1094a1", "1094a5"], "1094a8", True),
        (["1094a1", "1094a5"], "1094a10", False),
        (["1.4", "1.5"], "1.4-5", True),
        (["5.375"], "5.375", True),
        (["12"], "12", True),
        ([], "80a", False),
    ],
)
def test_covers(loci: list[str], reference: str, expected: bool) -> None:
    assert covers(loci, reference) is expected


def test_loci_sort_by_number_not_by_letter() -> None:
    assert sorted(["100c", "70a", "80b"], key=lambda locus: sort_key(locus, "stephanus")) == ["70a", "80b", "100c"]


def test_passages_overlap_when_one_place_is_in_both() -> None:
    assert overlap(["79e", "80a"], ["80a", "80b"], "stephanus")
    assert not overlap(["79e", "80a"], ["80b"], "stephanus")


def test_a_range_of_one_place_is_written_once() -> None:
    assert (format_range("80a", "80a"), format_range("79e", "80b")) == ("80a", "79e-80b")


def test_a_scheme_has_several_names_and_is_seen_from_a_place() -> None:
    assert [scheme_named(name) for name in ("CP", "Stephanus", "book-chapter-section", "pages")] == [
        "cp",
        "stephanus",
        "book-chapter",
        None,
    ]
    assert [scheme_of(locus) for locus in ("80a", "1094a18", "1.4", "12", "x")] == [
        "stephanus",
        "bekker",
        "book-chapter",
        "entry",
        "",
    ]
