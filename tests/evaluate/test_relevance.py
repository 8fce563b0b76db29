"""What counts as found."""

from dataclasses import replace

import pytest

from evaluate.made import passage
from rag.books.names import built_in_names
from rag.evaluate.questions import Place, WholeDocument, Wording
from rag.evaluate.relevance import answered
from rag.types import Parallel

NAMES = built_in_names()


@pytest.mark.parametrize(
    ("loci", "ref", "expected"),
    [
        (("79e", "80a", "80b"), "80a", True),
        (("79e", "80b"), "80a", True),  # between the first and the last
        (("79e", "80b"), "80c", False),
        (("100a",), "80a", False),
        ((), "80a", False),
    ],
)
def test_a_passage_answers_the_references_that_its_range_covers(
    loci: tuple[str, ...], ref: str, *, expected: bool
) -> None:
    assert (answered(passage(loci=loci), [Place("Meno", ref)], names=NAMES) == {0}) is expected


@pytest.mark.parametrize(
    ("author", "work", "expected"),
    [
        ("Plato", "Meno", True),
        ("Platon", "Ménon", True),
        ("Πλάτων", "Μένων", True),
        ("Plato", "Apology", False),
        ("Library RAG", "Guide to the Meno", False),
    ],
)
def test_the_work_is_known_by_any_of_its_names_and_a_guide_to_it_is_not_it(
    author: str, work: str, *, expected: bool
) -> None:
    at_80a = passage(loci=("80a",), author=author, work=work)
    assert (answered(at_80a, [Place("Meno", "80a")], names=NAMES) == {0}) is expected


def test_a_parallel_in_another_edition_answers_too() -> None:
    greek = Parallel("k1", "meno_grc", "grc", "80b", ("80b",), "…")
    both = replace(passage(loci=("80a",)), parallels=(greek,))
    gold = [Place("Meno", "80a"), Place("Meno", "80b"), Place("Meno", "80c")]
    assert answered(both, gold, names=NAMES) == {0, 1}


@pytest.mark.parametrize(
    ("source_id", "text", "expected"),
    [
        ("a", "L’âme, dit-il,\n est immortelle.", True),
        ("a", "L'AME, dit-il, est immortelle.", True),
        ("b", "L'âme, dit-il, est immortelle.", False),
        ("a", "L'âme est immortelle.", False),  # the answer's own words are not there
        # 4 of 8 words stand in the paragraph; then 4 of 9
        ("a", "Un deux trois quatre : l'âme, dit-il", True),
        ("a", "Zéro un deux trois quatre : l'âme, dit-il", False),
    ],
)
def test_a_wording_is_found_in_its_own_paragraph(source_id: str, text: str, *, expected: bool) -> None:
    gold = [Wording("a", "l'âme, dit-il", "On sait que l'âme, dit-il, est immortelle.")]
    assert (answered(passage(source_id, text), gold, names=NAMES) == {0}) is expected


def test_any_passage_of_a_document_finds_it() -> None:
    gold = [WholeDocument("a"), WholeDocument("b")]
    assert answered(passage("b"), gold, names=NAMES) == {1}
