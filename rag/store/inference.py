"""The embedder, reached over the text2vec-transformers inference contract (local model server or container)."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit, urlunsplit

import httpx

from rag.errors import EmbedderDown

Vector = tuple[float, ...]
_SIDE_BY_SIDE = 4
_PATIENCE_S = 60.0


@dataclass(frozen=True, slots=True)
class Identity:
    """Vectors of different identities must never meet in one index."""

    name: str
    dimensions: int


class InferenceEmbedder:
    """LangChain's two method names, so that it fits wherever an `Embeddings` does."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._client = httpx.Client(base_url=url, timeout=_PATIENCE_S, limits=httpx.Limits(max_connections=16))
        self._identity: Identity | None = None
        self._lock = threading.Lock()

    def embed_query(self, text: str) -> list[float]:
        return list(self._vector(text, "query"))

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """In the order of the texts; a few at a time, as the service embeds one text a request."""
        with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
            return [list(vector) for vector in pool.map(lambda text: self._vector(text, "passage"), texts)]

    def identity(self) -> Identity:
        """What the service says it is, and the length of the vectors it gives."""
        with self._lock:
            if self._identity is None:
                self._identity = Identity(_name(self._get_meta(), self._url), len(self._vector("dimension", "query")))
            return self._identity

    def close(self) -> None:
        self._client.close()

    def _get_meta(self) -> dict[str, object]:
        try:
            reply = self._client.get("/meta", timeout=5)
            reply.raise_for_status()
            meta = reply.json()
        except (httpx.HTTPError, ValueError) as error:
            raise self._down() from error
        return meta if isinstance(meta, dict) else {}

    def _vector(self, text: str, kind: Literal["query", "passage"]) -> Vector:
        try:
            reply = self._client.post("/vectors", json={"text": text, "config": {"task_type": kind}})
            reply.raise_for_status()
            return tuple(float(number) for number in reply.json()["vector"])
        except (httpx.HTTPError, ValueError, KeyError, TypeError) as error:
            raise self._down() from error

    def _down(self) -> EmbedderDown:
        return EmbedderDown(
            f"The embedding service does not answer at {without_login(self._url)}.",
            "Start it again (make run), or check INFERENCE_URL.",
        )


def without_login(url: str) -> str:
    """An address as it may be shown: a name and password in it stay out."""
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))


def _name(meta: dict[str, object], url: str) -> str:
    """Ours says `name`; the inference container shows its model's configuration."""
    for key in ("name", "model_name", "_name_or_path"):
        if isinstance(meta.get(key), str) and meta[key]:
            return str(meta[key])
    inner = meta.get("model")
    if isinstance(inner, dict):
        return _name(inner, url)
    kind = meta.get("model_type") or (meta.get("architectures") or ["embedder"])
    return str(kind if isinstance(kind, str) else kind[0]) if isinstance(kind, str | list) else "embedder"
