"""What a question may look at: the scope resolved against the library as it stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from weaviate.collections.classes.filters import _Filters

from rag.books.language import language_code
from rag.books.names import Names
from rag.store.corpus import Corpus, DocumentRow
from rag.store.store import Store
from rag.types import Passage, Scope


@dataclass(frozen=True, slots=True)
class Reach:
    """`documents` are the editions in scope; the filters hold for chunks and for summaries."""

    store: Store
    corpus: Corpus
    documents: tuple[DocumentRow, ...]
    chunk_filter: _Filters | None
    summary_filter: _Filters | None

    @property
    def languages(self) -> tuple[str, ...]:
        return tuple(sorted({row.language for row in self.documents}))


def resolve(scope: Scope, *, store: Store, corpus: Corpus, names: Names) -> Reach:
    """Author and work match by any of their names; nothing is dropped from a scope that matches nothing."""
    documents = tuple(row for row in corpus.live if _matches(row, scope, names))
    limited = len(documents) < len(corpus.live)
    sources = [row.source_id for row in documents] if limited else None
    # a summary knows neither unit types nor its ancestors: sections outside the scope simply add to nothing
    broad = Scope(source_id=scope.source_id)
    return Reach(store, corpus, documents, corpus.filters(sources, scope), corpus.filters(sources, broad))


def _matches(row: DocumentRow, scope: Scope, names: Names) -> bool:
    if scope.source_id and row.source_id != scope.source_id:
        return False
    if scope.language and row.language != language_code(scope.language):
        return False
    if scope.author and names.resolve_author(row.author) != names.resolve_author(scope.author):
        return False
    if not scope.work:
        return True
    return row.work_key in (scope.work, *names.work_keys(scope.work), names.resolve_work(scope.work, row.author))


def scope_notes(reach: Reach, passages: Sequence[Passage]) -> tuple[str, ...]:
    """A scope that matches nothing says so; it is never dropped."""
    if passages:
        return ()
    return ("Nothing in the library lies within this scope.",) if reach.chunk_filter else ("Nothing was found.",)
