"""The door for LangChain users: a search is a retriever's, with all that says where a passage stands."""

from collections.abc import Sequence

from langchain_core.retrievers import BaseRetriever

from ask.made import passage
from rag.langchain import LibraryRetriever
from rag.library import Library
from rag.types import Found, Query, Scope


class FakeLibrary(Library):
    """Opens nothing; finds one passage."""

    def __init__(self) -> None:
        self.asked: list[tuple[object, ...]] = []

    def search(
        self,
        question: str,
        *,
        strategy: str | None = None,
        variants: Sequence[str] | None = None,
        scope: Scope = Scope(),
        limit: int = 10,
    ) -> Found:
        self.asked.append((question, strategy, variants, scope, limit))
        return Found(question, "fusion", 0.9, (Query(question, "question"),), (), (passage("a"),), {})


def test_a_retriever_gives_the_passages_of_a_search_within_its_scope() -> None:
    library = FakeLibrary()
    retriever = LibraryRetriever(library=library, strategy="rrf", scope=Scope(author="Plato"), limit=3)
    assert isinstance(retriever, BaseRetriever)
    (document,) = retriever.invoke("What is virtue?")
    assert library.asked == [("What is virtue?", "rrf", None, Scope(author="Plato"), 3)]
    found = passage("a")
    assert (document.id, document.page_content) == (found.chunk_id, found.text)
    assert {name: document.metadata[name] for name in ("key", "source_id", "reference")} == {
        "key": found.key,
        "source_id": found.source_id,
        "reference": found.reference,
    }
    assert not {"text", "parallels"} & document.metadata.keys()
