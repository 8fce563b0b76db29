"""The store: one connection, one prefix, one embedder, handed to every step."""

import math
from dataclasses import dataclass
from typing import Any, TypeAlias

import weaviate
from weaviate.collections import Collection

from rag.store.calls import Watch, side_by_side
from rag.store.connect import check_ready, is_alive
from rag.store.corpus import Corpus, read_corpus
from rag.store.inference import InferenceEmbedder

Objects: TypeAlias = "Collection[Any, Any]"


@dataclass(frozen=True, slots=True)
class Store:
    """Safe to share between threads: reading keeps no state."""

    client: weaviate.WeaviateClient
    url: str
    prefix: str
    embedder: InferenceEmbedder
    search_deadline_s: float
    answer_deadline_s: float

    def collection(self, name: str) -> Objects:
        return self.client.collections.get(self.prefix + name)

    def probe(self) -> None:
        """Raises WeaviateDown within a few seconds where a query would hang for a minute."""
        check_ready(self.client, self.url)

    def alive(self) -> bool:
        return is_alive(self.url)

    def searching(self) -> Watch:
        return Watch(self.alive, self.search_deadline_s)

    def answering(self) -> Watch:
        return Watch(self.alive, self.answer_deadline_s, raw=True)

    def watching(self) -> Watch:
        """For what ends by itself, but is worth nothing once the server is gone."""
        return Watch(self.alive, math.inf)

    def corpus(self) -> Corpus:
        """Raises WeaviateDown in time also where the server died a moment ago or is just coming back."""
        return side_by_side([lambda: read_corpus(self.client, self.prefix)], self.searching())[0]
