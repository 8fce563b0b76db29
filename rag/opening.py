"""What a library stands on: servers of our own where no address is given, one connection, one embedder, one Claude."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from rag.claude import Claude
from rag.local.servers import Servers, lease
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


def open_parts(settings: Settings, *, idle_s: float, say: Callable[[str], None], ends: ExitStack) -> Opened:
    """What is opened here is closed with `ends`, also when a later part fails."""
    servers = _servers(settings, idle_s=idle_s, say=say, ends=ends)
    claude_url = settings.anthropic_base_url if settings.has_claude else servers.model_url
    key = settings.anthropic_api_key or _NO_KEY
    url = settings.weaviate_url or servers.weaviate_url or ""
    embedder = InferenceEmbedder(settings.inference_url or servers.model_url or "")
    ends.callback(embedder.close)
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
    return Opened(store, claude, claude_url, own_weaviate=settings.weaviate_url is None)


def _servers(settings: Settings, *, idle_s: float, say: Callable[[str], None], ends: ExitStack) -> Servers:
    """Our own servers for each address that is not set; without a Claude the model server quotes."""
    needs_weaviate = settings.weaviate_url is None
    needs_model = settings.inference_url is None or not settings.has_claude
    if not (needs_weaviate or needs_model):
        return Servers(None, None, None)
    held = lease(
        settings.library_data,
        weaviate=needs_weaviate,
        model=needs_model,
        idle_s=idle_s,
        vectors=settings.vector_cache,
        inference_url=settings.inference_url,
        say=say,
    )
    ends.callback(held.release)
    return held.servers
