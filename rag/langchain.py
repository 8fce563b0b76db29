"""The door for LangChain users: our search as a retriever, and the plain vector store as a baseline. Reading only."""

from __future__ import annotations

from langchain_core.callbacks import CallbackManagerForRetrieverRun
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.retrievers import BaseRetriever
from langchain_weaviate import WeaviateVectorStore
from pydantic import ConfigDict

from rag.library import Library
from rag.store.inference import InferenceEmbedder
from rag.types import Passage, Scope


class LibraryRetriever(BaseRetriever):
    """`Library.search` as a LangChain retriever; the metadata say where each passage stands."""

    model_config = ConfigDict(arbitrary_types_allowed=True)

    library: Library
    strategy: str | None = None
    scope: Scope = Scope()
    limit: int = 10

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        found = self.library.search(query, strategy=self.strategy, scope=self.scope, limit=self.limit)
        return [_document(passage) for passage in found.passages]


class _Embeds(Embeddings):
    """The library's embedder under LangChain's own base class."""

    def __init__(self, embedder: InferenceEmbedder) -> None:
        self._embedder = embedder

    def embed_query(self, text: str) -> list[float]:
        return self._embedder.embed_query(text)

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return self._embedder.embed_documents(texts)


def vector_store(library: Library) -> WeaviateVectorStore:
    """LangChain's own store over Chunk: hybrid search of one query. Never write through it: its `add_texts` only logs
    what was refused. The collection exists, so that its constructor makes none."""
    store = library.store
    return WeaviateVectorStore(
        client=store.client, index_name=f"{store.prefix}Chunk", text_key="text", embedding=_Embeds(store.embedder)
    )


def _document(passage: Passage) -> Document:
    place = {name: value for name, value in passage.to_json().items() if name not in ("text", "parallels")}
    return Document(id=passage.chunk_id, page_content=passage.text, metadata=place)
