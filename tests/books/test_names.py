"""An author or a work is found by any of its names."""

import pytest

from rag.books.names import built_in_names


@pytest.mark.parametrize("name", ["Platon", "Plato", "Πλάτων", "ΠΛΑΤΩΝ", "platon", "Pl."])
def test_an_author_has_one_key(name: str) -> None:
    assert built_in_names().resolve_author(name) == "plato"


@pytest.mark.parametrize("name", ["Meno", "Ménon", "menon", "Μένων", "Men.", "plato meno", "Plato, Meno"])
def test_a_work_has_one_key(name: str) -> None:
    assert built_in_names().resolve_work(name) == "plato meno"


def test_an_unknown_name_stands_for_itself_folded() -> None:
    names = built_in_names()
    assert names.resolve_author("Jean Dupont") == "iean dupont"
    assert names.resolve_work("L'Œuvre") == "l oeuure"
    assert names.resolve_work("L'Œuvre", "Jean Dupont") == "iean dupont l oeuure"


def test_the_author_decides_between_works_of_one_name() -> None:
    names = built_in_names()
    assert names.resolve_work("Rep.", "Cicero") == "cicero on the republic"
    assert names.resolve_work("Rep.", "Platon") == "plato republic"
    assert names.resolve_work("Ethics", "Spinoza") == "spinoza ethics"


@pytest.mark.parametrize(
    ("key", "language", "expected"),
    [
        ("plato meno", "fr", ("Ménon", "Ménon")),
        ("plato meno", "grc", ("Μένων", "Μένων")),
        ("aristotle nicomachean ethics", "en", ("Nicomachean Ethics", "EN")),
        ("cicero on duties", "la", ("De officiis", "Off.")),
        ("epictetus enchiridion", "fr", ("Manuel", "Manuel")),
        ("epictetus enchiridion", "en", ("Enchiridion", "Ench.")),
        ("peirce the fixation of belief", "fr", ("Comment se fixe la croyance", "CP")),
        ("nobody nothing", "fr", ("nobody nothing", "")),
    ],
)
def test_names_in_a_language(key: str, language: str, expected: tuple[str, str]) -> None:
    names = built_in_names()
    assert (names.display(key, language), names.cited(key, language)) == expected


def test_a_name_that_is_added_meets_the_entry_it_belongs_to() -> None:
    names = built_in_names().with_names("work", ["Meno", "Menón"], author="Platon")
    assert names.resolve_work("Menón") == "plato meno"


def test_a_new_work_of_a_new_author_is_known_by_all_its_names() -> None:
    names = built_in_names().with_names("author", ["Library RAG"])
    names = names.with_names(
        "work", ["Guide to the Meno"], author="Library RAG", by_language={"fr": "Guide du Ménon"}, scheme="stephanus"
    )
    key = names.resolve_work("guide du menon")
    assert key == "library rag guide to the meno"
    assert (names.display(key, "en"), names.display(key, "fr")) == ("Guide to the Meno", "Guide du Ménon")
    assert names.scheme(key) == "stephanus"
    assert names.resolve_work("Ménon") == "plato meno"
