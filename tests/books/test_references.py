"""References are found as people write them, and nothing else is taken for one."""

import pytest

from rag.books.names import built_in_names
from rag.books.references import find_references


@pytest.mark.parametrize(
    ("text", "written", "work", "loci"),
    [
        ("Voir Ménon 80 a et la suite.", "Ménon 80 a", "plato meno", ("80a", "80a")),
        ("Men. 80a", "Men. 80a", "plato meno", ("80a", "80a")),
        ("(Plat. Men. 80a-b)", "Plat. Men. 80a-b", "plato meno", ("80a", "80b")),
        ("the *Meno* (80a)", "Meno 80a", "plato meno", ("80a", "80a")),
        ("Plato's Meno at 79e–80b.", "Meno at 79e–80b", "plato meno", ("79e", "80b")),
        ("Μένων 80a", "Μένων 80a", "plato meno", ("80a", "80a")),
        ("République VII, 514a", "République VII, 514a", "plato republic", ("514a", "514a")),
        ("EN I, 1, 1094a8", "EN I, 1, 1094a8", "aristotle nicomachean ethics", ("1094a8", "1094a8")),
        ("EN 1094a1-18", "EN 1094a1-18", "aristotle nicomachean ethics", ("1094a1", "1094a18")),
        ("CP 5.628", "CP 5.628", None, ("5.628", "5.628")),
        ("Manuel 5", "Manuel 5", "epictetus enchiridion", ("5", "5")),
        ("Off. 1.4", "Off. 1.4", "cicero on duties", ("1.4", "1.4")),
        ("Pensées IV, 3", "Pensées IV, 3", "marcus aurelius meditations", ("4.3", "4.3")),
        ("as he says (80a)", "80a", None, ("80a", "80a")),
        ("as he says (80e)", "80e", None, ("80e", "80e")),
        ("at 1094a8", "1094a8", None, ("1094a8", "1094a8")),
    ],
)
def test_a_reference_is_found(text: str, written: str, work: str | None, loci: tuple[str, str]) -> None:
    (found,) = find_references(text)
    assert (found.text, found.work, found.loci) == (written, work, loci)


@pytest.mark.parametrize(
    "text",
    [
        "in 1094 and 1998a",
        "2a) a list\n80a) goes on",
        "- 80b. an item",
        "$80a, €20b, 80 euros",
        "au 12e siècle, le 80e anniversaire, il arrive 45e.",
        "Le Manuel [2] dit 3.5 %",
        "the Meno 80 years later",
        "the key [k80a1b2c]",
        "la 5",
        "Meno 80f",
    ],
)
def test_nothing_is_taken_for_a_reference(text: str) -> None:
    assert find_references(text) == ()


def test_a_second_place_has_the_first_ones_work() -> None:
    found = find_references("Meno 80a and 81b, then 85c")
    assert [(one.work, one.reference) for one in found] == [
        ("plato meno", "80a"),
        ("plato meno", "81b"),
        (None, "85c"),
    ]


def test_a_guide_is_not_taken_for_the_work_it_guides_through() -> None:
    names = built_in_names().with_document(
        "Library RAG", "Guide to the Meno", language="en", cited_as="Guide, on Meno", scheme="stephanus"
    )
    (found,) = find_references("Guide, on Meno 80a", names)
    assert (found.text, found.work) == ("Guide, on Meno 80a", "library rag guide to the meno")


def test_offsets_mark_the_reference_in_the_text() -> None:
    text = "He says so (*Meno* 80a)."
    (found,) = find_references(text)
    assert text[found.start : found.end] == "Meno* 80a"
