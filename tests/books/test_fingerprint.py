"""The same words have the same fingerprint, and a copy with a preface is found by what it shares."""

from books.made import DATA, needs_data
from rag.books.fingerprint import fingerprint, shared, sketch
from rag.books.read.encoding import decode
from rag.books.read.gutenberg import cut

BOOK = [f"La vertu numéro {n} est une science qu'on enseigne." for n in range(400)]


def test_case_marks_breaks_and_division_do_not_count() -> None:
    assert fingerprint(["L'Âme,\nest", "IMMORTELLE."]) == fingerprint(["l’ame est immortelle"])
    assert fingerprint(["l'âme est mortelle"]) != fingerprint(["l'âme est immortelle"])
    assert fingerprint(["mortelle est l'âme"]) != fingerprint(["l'âme est mortelle"])


def test_nothing_has_no_fingerprint() -> None:
    assert (fingerprint([]), fingerprint(["… — !"]), sketch([])) == ("", "", frozenset())
    assert shared(sketch([]), sketch(["a b"])) == 0.0


def test_a_book_inside_another_is_shared_whole() -> None:
    preface = [f"Une préface tout autre, ligne {n}, parle d'autre chose ici." for n in range(200)]
    assert shared(sketch(BOOK), sketch([*preface, *BOOK])) == 1.0
    assert shared(sketch(BOOK), sketch(preface)) == 0.0


@needs_data
def test_one_book_in_two_encodings_has_one_fingerprint() -> None:
    files = [DATA / "books" / name for name in ("descartes-13846-0.txt", "descartes-13846-8.latin1.txt")]
    texts = [cut(decode(file.read_bytes(), file.name).text)[0] for file in files]
    assert fingerprint([texts[0]]) == fingerprint([texts[1]])
