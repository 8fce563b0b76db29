"""A document that is not there is answered with those that are."""

from dataclasses import dataclass

import pytest

from rag.corpora import remove
from rag.errors import NoSuchDocument
from rag.store.corpus import Corpus, DocumentRow


@dataclass(frozen=True)
class FakeStore:
    """Only what is listed."""

    count: int

    def corpus(self) -> Corpus:
        numbered = (f"book-{number:02}" for number in range(self.count))
        return Corpus(tuple(DocumentRow(one, "A", "W", "a w", "", "en", "", 1, 1, "ready") for one in numbered))


@pytest.mark.parametrize(
    ("count", "hint"),
    [
        (0, "The library has: none yet."),
        (2, "The library has: book-00, book-01."),
        (8, "The library has: " + ", ".join(f"book-0{number}" for number in range(8)) + "."),
        (11, "The library has: " + ", ".join(f"book-0{number}" for number in range(8)) + ", and 3 more."),
    ],
)
def test_a_cut_list_of_documents_says_how_many_are_left_out(count: int, hint: str) -> None:
    with pytest.raises(NoSuchDocument) as caught:
        remove("nothing", store=FakeStore(count))  # type: ignore[arg-type]  # the one method that is used
    assert caught.value.hint == hint
