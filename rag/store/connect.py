"""The one connection to Weaviate: made once, shared by all, probed before each question."""

import socket
from urllib.parse import urlsplit

import weaviate
from weaviate.classes.init import AdditionalConfig, Auth, GrpcConfig, Timeout

from rag.errors import BadSetting, RagError, WeaviateDown
from rag.store.calls import CLIENT_ERRORS, DOWN_HINT

_CONNECT_S = 2.0
_DEFAULT_PORTS = {"http": 80, "https": 443, "grpc": 50051, "grpcs": 50051}


def connect(
    url: str, grpc_url: str | None, *, api_key: str | None, claude_key: str | None, answer_deadline_s: float
) -> weaviate.WeaviateClient:
    """Checks of the client are skipped: one of them asks a package index for news. Raises WeaviateDown, BadSetting."""
    grpc_url = grpc_url or _grpc_beside(url)
    if grpc_url == url:
        raise BadSetting("WEAVIATE_GRPC_URL is the same as WEAVIATE_URL.", "Weaviate serves gRPC on a port of its own.")
    _check_listens(url)
    if not is_alive(grpc_url):
        raise WeaviateDown(f"Weaviate's gRPC port does not answer at {grpc_url}.", "Check WEAVIATE_GRPC_URL.")
    try:
        return _client(url, grpc_url, api_key=api_key, claude_key=claude_key, answer_deadline_s=answer_deadline_s)
    except CLIENT_ERRORS as error:
        raise _explained(error, url) from error
    except (KeyError, TypeError) as error:  # the client reads what comes as if it were Weaviate's
        raise BadSetting(f"What answers at {url} is not Weaviate.", "Check WEAVIATE_URL.") from error


def _client(
    url: str, grpc_url: str, *, api_key: str | None, claude_key: str | None, answer_deadline_s: float
) -> weaviate.WeaviateClient:
    web, grpc = urlsplit(url), urlsplit(grpc_url)
    return weaviate.connect_to_custom(
        http_host=web.hostname or "",
        http_port=web.port or _DEFAULT_PORTS.get(web.scheme, 8080),
        http_secure=web.scheme == "https",
        grpc_host=grpc.hostname or "",
        grpc_port=grpc.port or _DEFAULT_PORTS.get(grpc.scheme, 50051),
        grpc_secure=grpc.scheme in ("https", "grpcs"),
        auth_credentials=Auth.api_key(api_key) if api_key else None,
        # for generative search; without it the server uses a key of its own
        headers={"X-Anthropic-Api-Key": claude_key} if claude_key else None,
        skip_init_checks=True,
        additional_config=AdditionalConfig(
            # answers are written inside a query, so the client waits for the longest of them; searches are cut sooner
            timeout=Timeout(init=2, query=int(answer_deadline_s) + 5, insert=120),
            # gRPC's own pause between attempts grows to two minutes, long after the server is back
            grpc_config=GrpcConfig(
                channel_options=[("grpc.initial_reconnect_backoff_ms", 250), ("grpc.max_reconnect_backoff_ms", 1000)]
            ),
        ),
    )


def check_ready(client: weaviate.WeaviateClient, url: str) -> None:
    """Raises WeaviateDown at once where the client itself would try for 63 s."""
    _check_listens(url)
    try:
        client.get_meta()
    except CLIENT_ERRORS as error:
        raise _explained(error, url) from error


def _check_listens(url: str) -> None:
    if not is_alive(url):
        raise WeaviateDown(f"Weaviate does not answer at {url}.", DOWN_HINT)


def _explained(error: Exception, url: str) -> RagError:
    if "status code: 401" in str(error) or "status code: 403" in str(error):
        return BadSetting("Weaviate refuses the key.", "Check WEAVIATE_API_KEY.")
    return WeaviateDown(f"Weaviate at {url} is not ready.", "Wait a moment, then try again.")


def is_alive(url: str) -> bool:
    """Whether something accepts connections there."""
    parts = urlsplit(url)
    try:
        address = (parts.hostname or "", parts.port or _DEFAULT_PORTS[parts.scheme])
        socket.create_connection(address, timeout=_CONNECT_S).close()
    except OSError:
        return False
    return True


def _grpc_beside(url: str) -> str:
    """Weaviate Cloud serves gRPC on a host of its own; elsewhere it is port 50051 beside the web port."""
    parts = urlsplit(url)
    if parts.hostname and parts.hostname.endswith((".weaviate.cloud", ".weaviate.network")):
        return f"https://grpc-{parts.hostname}:443"
    scheme = "https" if parts.scheme == "https" else "http"
    return f"{scheme}://{parts.hostname}:50051"
