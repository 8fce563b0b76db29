"""The names of a library are the built-in ones, its manifests' and its documents'."""

import json
from collections.abc import Sequence

import pytest

from rag.ask.naming import known_names, named_authors, rows_to_keep
from rag.books.names import built_in_names
from rag.store.corpus import Corpus, DocumentRow


def document(author: str, work: str, source: str = "s", key: str = "") -> DocumentRow:
    return DocumentRow(source, author, work, key, "", "en", "", 1, 1, "ready", live_load="l")


def test_every_document_is_known_by_its_own_names() -> None:
    names = known_names(Corpus((document("Émilie du Châtelet", "Foundations of Physics"),)))
    assert names.resolve_author("emilie du chatelet") == "emilie du chatelet"
    assert names.resolve_work("Foundations of Physics") == "emilie du chatelet foundations of physics"


def test_the_names_a_manifest_added_survive_being_stored() -> None:
    names = built_in_names().with_names("author", ("Du Châtelet", "La Marquise"))
    names = names.with_names("work", ("Institutions de physique", "Foundations"), author="La Marquise")
    key = names.resolve_work("Foundations", "Du Châtelet")
    stored = json.dumps(rows_to_keep(names, "Du Châtelet", key))
    known = known_names(Corpus((document("Du Châtelet", "Foundations", key=key),), (stored,)))
    assert known.resolve_author("La Marquise") == "du chatelet"
    assert known.resolve_work("Institutions de physique", "La Marquise") == key


def test_two_libraries_with_the_same_documents_keep_their_own_names() -> None:
    names = built_in_names().with_names("author", ("Du Châtelet", "La Marquise"))
    documents = (document("Du Châtelet", "Foundations"),)
    table = json.dumps(rows_to_keep(names, "Du Châtelet", ""))
    assert known_names(Corpus(documents)).resolve_author("La Marquise") == "la marquise"
    assert known_names(Corpus(documents, (table,))).resolve_author("La Marquise") == "du chatelet"


DOCUMENTS = [document("Plato", "Meno", "a"), document("Sénèque", "Lettres", "b"), document("Kant", "Critique", "c")]


@pytest.mark.parametrize(
    ("question", "said", "named"),
    [
        ("What do Plato and Seneca say about death?", (), ("Plato", "Sénèque")),
        ("Que disent Platon et Sénèque ?", (), ("Plato", "Sénèque")),
        ("τί φησι Πλάτων;", (), ("Plato",)),
        ("What does he say?", ("Platon", "Aristote"), ("Plato",)),
        ("Is the platonic idea a kantian one?", (), ()),
        ("What of plato's cave?", (), ("Plato",)),
        ("pl. and sen. and al.", (), ()),
        ("", (), ()),
    ],
)
def test_a_question_names_the_librarys_authors_by_any_of_their_names(
    question: str, said: Sequence[str], named: tuple[str, ...]
) -> None:
    names = known_names(Corpus(tuple(DOCUMENTS)))
    assert named_authors(question, said, DOCUMENTS, names) == tuple(frozenset({name}) for name in named)


def test_an_author_whose_editions_write_the_name_differently_is_one() -> None:
    documents = [document("Plato", "Meno", "a"), document("Kant", "Kritik", "b"), document("Platon", "Ménon", "c")]
    names = known_names(Corpus(tuple(documents)))
    for question in ("Platon et Kant", "Plato and Kant", "Πλάτων, Kant"):
        assert named_authors(question, (), documents, names) == (frozenset({"Plato", "Platon"}), frozenset({"Kant"}))
