"""How each server is started: its command and its environment."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from rag.local.folder import OWNER, DataFolder, Wanted

ROOT = Path(__file__).parents[2]
WEAVIATE_PORTS = 7  # http, grpc, gossip, data, raft, raft rpc, profiling: consecutive, in this order
USER = "library"

# what a server may inherit; all else stays out, so that a variable meant for another Weaviate, or a key, does not
_INHERITED = (
    "PATH", "HOME", "USER", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV",
    "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Launch:
    """One way to start a server; a different one means that the server must be started anew."""

    command: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]


def own_environment(data: Path, environ: Mapping[str, str]) -> dict[str, str]:
    """What every process of ours gets: the little it needs, and whose it is."""
    kept = {name: environ[name] for name in _INHERITED if name in environ}
    return {**kept, OWNER: str(data)}


def model_launch(folder: DataFolder, wanted: Wanted, port: int) -> Launch:
    vectors = wanted.vectors or str(folder.data / "vectors.sqlite")
    command = (sys.executable, "-m", "rag.local.model", "--port", str(port), "--vectors", vectors)
    environment = {
        **own_environment(folder.data, os.environ),
        # else the engine's threads spin while they wait, on the cores that Weaviate searches with
        "OMP_WAIT_POLICY": "passive",
    }
    return Launch(command, tuple(environment.items()))


def weaviate_launch(folder: DataFolder, wanted: Wanted, port: int, *, model_port: int, api_key: str) -> Launch:
    """Its web address on loopback alone; the listeners that cannot be held there (gRPC) ask for the key."""
    command = (
        wanted.binary, "--host", "127.0.0.1", "--port", str(port), "--scheme", "http",
        "--read-timeout", "600s", "--write-timeout", "600s",
    )  # fmt: skip
    inference = wanted.inference_url or (f"http://127.0.0.1:{model_port}" if wanted.model else "")
    environment = {
        **own_environment(folder.data, os.environ),
        **_addresses(port),
        **_access(api_key),
        **_modules(inference),
        "PERSISTENCE_DATA_PATH": str(folder.data / "weaviate"),
        "AUTOSCHEMA_ENABLED": "false",
        "DISABLE_TELEMETRY": "true",
        "LOG_LEVEL": "warning",
        "LOG_FORMAT": "text",
        "QUERY_HYBRID_MAXIMUM_RESULTS": "50",
        # listing a whole book reads past the default of 10,000
        "QUERY_MAXIMUM_RESULTS": "100000",
        # a disk that is 90 % full, as many are, would turn the library read-only; a full one fails by itself
        "DISK_USE_READONLY_PERCENTAGE": "0",
        "DISK_USE_WARNING_PERCENTAGE": "95",
        # Go's collector works harder from here on; no hard limit
        "GOMEMLIMIT": str(psutil.virtual_memory().total // 2),
    }
    return Launch(command, tuple(environment.items()))


def _addresses(http: int) -> dict[str, str]:
    grpc, gossip, data, raft, raft_rpc, profiling = range(http + 1, http + WEAVIATE_PORTS)
    return {
        "GRPC_PORT": str(grpc),
        "CLUSTER_HOSTNAME": "library",
        "CLUSTER_IN_LOCALHOST": "true",
        # else the first address of the host is taken, which may be IPv6 and then stops the server
        "CLUSTER_ADVERTISE_ADDR": "127.0.0.1",
        "CLUSTER_BIND_ADDR": "127.0.0.1",
        "CLUSTER_GOSSIP_BIND_PORT": str(gossip),
        "CLUSTER_DATA_BIND_PORT": str(data),
        "RAFT_PORT": str(raft),
        "RAFT_INTERNAL_RPC_PORT": str(raft_rpc),
        "RAFT_JOIN": f"library:{raft}",
        "RAFT_BOOTSTRAP_EXPECT": "1",
        # the default of 5 has a lone node wait 5 s for leaders that do not exist
        "RAFT_TIMEOUTS_MULTIPLIER": "1",
        "GO_PROFILING_PORT": str(profiling),
        "GO_PROFILING_DISABLE": "true",
    }


def _access(api_key: str) -> dict[str, str]:
    return {
        "AUTHENTICATION_ANONYMOUS_ACCESS_ENABLED": "false",
        "AUTHENTICATION_APIKEY_ENABLED": "true",
        "AUTHENTICATION_APIKEY_ALLOWED_KEYS": api_key,
        "AUTHENTICATION_APIKEY_USERS": USER,
        "CLUSTER_BASIC_AUTH_USERNAME": USER,
        "CLUSTER_BASIC_AUTH_PASSWORD": api_key,
        # by default any web page may read from it
        "CORS_ALLOW_ORIGIN": "http://127.0.0.1",
    }


def _modules(inference: str) -> dict[str, str]:
    # answers are written inside a query, and may take two minutes
    common = {"MODULES_CLIENT_TIMEOUT": "150s", "API_BASED_MODULES_DISABLED": "true"}
    if not inference:
        # text2vec-transformers without an address stops the server
        return {**common, "ENABLE_MODULES": "generative-anthropic"}
    return {
        **common,
        "ENABLE_MODULES": "text2vec-transformers,generative-anthropic",
        "TRANSFORMERS_INFERENCE_API": inference,
        "TRANSFORMERS_WAIT_FOR_STARTUP": "false",
    }
