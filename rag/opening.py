"""What a library stands on: servers of our own where no address is given, one connection, one embedder, one Claude."""

import threading
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from rag.claude import Claude
from rag.errors import RagError
from rag.local.servers import Lease, Servers, lease
from rag.settings import Settings
from rag.store.connect import connect
from rag.store.inference import InferenceEmbedder
from rag.store.schema import Stamp, ensure
from rag.store.store import Store

_NO_KEY = "none"  # the quoting responder asks for a key as the real service does, and takes any


@dataclass(frozen=True, slots=True)
class Opened:
    """`claude_url`: where Weaviate's module reaches Claude; None is the module's own default."""

    store: Store
    claude: Claude
    claude_url: str | None
    own_weaviate: bool
    revive: Callable[[], None]


def open_parts(settings: Settings, *, idle_s: float, say: Callable[[str], None], ends: ExitStack) -> Opened:
    """What is opened here is closed with `ends`, also when a later part fails."""
    held = _Held(settings, idle_s, say)
    ends.callback(held.release)
    embedder = _answering(settings.inference_url, ends) if settings.inference_url else None
    servers = held.take()
    claude_url = settings.anthropic_base_url if settings.has_claude else servers.model_url
    key = settings.anthropic_api_key or _NO_KEY
    url = settings.weaviate_url or servers.weaviate_url or ""
    embedder = embedder or _answering(servers.model_url or "", ends)
    client = connect(
        url,
        settings.weaviate_grpc_url or (None if settings.weaviate_url else servers.weaviate_grpc_url),
        api_key=settings.weaviate_api_key if settings.weaviate_url else servers.weaviate_api_key,
        claude_key=key,
        answer_deadline_s=settings.answer_deadline_s,
    )
    ends.callback(client.close)
    store = Store(
        client, url, settings.collection_prefix, embedder, settings.search_deadline_s, settings.answer_deadline_s
    )
    identity = embedder.identity()
    ensure(client, settings.collection_prefix, Stamp(identity.name, identity.dimensions))
    claude = Claude(api_key=key, base_url=claude_url)
    ends.callback(claude.close)
    return Opened(store, claude, claude_url, settings.weaviate_url is None, held.revive)


def _answering(url: str, ends: ExitStack) -> InferenceEmbedder:
    """Asked before a Weaviate is started that needs it, which waits for minutes where the embedder keeps silent."""
    embedder = InferenceEmbedder(url)
    ends.callback(embedder.close)
    embedder.identity()
    return embedder


class _Held:
    """The lease on our own servers for each address that is not set; without a Claude the model server quotes."""

    def __init__(self, settings: Settings, idle_s: float, say: Callable[[str], None]) -> None:
        self._settings = settings
        self._idle_s = idle_s
        self._say = say
        self._lease: Lease | None = None
        self._reviving = threading.Lock()

    def take(self) -> Servers:
        settings = self._settings
        needs_weaviate = settings.weaviate_url is None
        needs_model = settings.inference_url is None or not settings.has_claude
        if not (needs_weaviate or needs_model):
            return Servers(None, None, None)
        former, self._lease = (
            self._lease,
            lease(
                settings.library_data,
                weaviate=needs_weaviate,
                model=needs_model,
                idle_s=self._idle_s,
                vectors=settings.vector_cache,
                inference_url=settings.inference_url,
                say=self._say,
            ),
        )
        if former:
            former.release()
        return self._lease.servers

    def revive(self) -> None:
        """In the background: a keeper that was killed took its servers along, and a new lease brings them back on
        their ports. Where they run it costs a millisecond."""
        if self._lease is not None and self._reviving.acquire(blocking=False):
            threading.Thread(target=self._take_again, daemon=True, name="revive").start()

    def _take_again(self) -> None:
        try:
            self.take()
        except RagError as error:
            self._say(str(error))
        finally:
            self._reviving.release()

    def release(self) -> None:
        if self._lease is not None:
            self._lease.release()
