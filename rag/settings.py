"""Settings are read once, into a frozen value; an error names the variable."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import SplitResult, urlsplit

from dotenv import dotenv_values

from rag.errors import BadSetting
from rag.types import STRATEGIES

ANSWER_MODEL = "claude-sonnet-4-6"
EXPAND_MODEL = "claude-haiku-5-5"


@dataclass(frozen=True, slots=True)
class Settings:
    """Addresses left as None are served by our own local servers."""

    weaviate_url: str | None = None
    weaviate_grpc_url: str | None = None
    weaviate_api_key: str | None = None
    inference_url: str | None = None
    anthropic_api_key: str | None = None
    anthropic_base_url: str | None = None
    answer_model: str = ANSWER_MODEL
    expand_model: str = EXPAND_MODEL
    answer_with: str = "weaviate"
    library_data: Path = Path(".data")
    vector_cache: Path | None = None
    admin_password: str | None = None
    collection_prefix: str = ""
    public_url: str | None = None
    strategy: str = "fusion"
    hybrid_alpha: float = 0.75
    answer_passages: int = 5
    expansions: int = 3
    search_deadline_s: float = 10.0
    expand_deadline_s: float = 10.0
    answer_deadline_s: float = 120.0

    @property
    def has_claude(self) -> bool:
        """Without a key or a gateway the local model server answers by quoting."""
        return bool(self.anthropic_api_key or self.anthropic_base_url)

    def __repr__(self) -> str:
        """Secrets never reach a log or a traceback."""
        return f"Settings(library_data={self.library_data!s}, has_claude={self.has_claude})"


def load_settings(environ: Mapping[str, str] | None = None, *, folder: Path | None = None) -> Settings:
    """The environment wins over `.env`, and that over `.streamlit/secrets.toml`; empty values count as unset."""
    folder = Path.cwd() if folder is None else folder
    found = {**_secrets(folder), **_dotenv(folder), **(os.environ if environ is None else environ)}
    read = _Reader({name: value.strip() for name, value in found.items() if value.strip()})
    return Settings(
        weaviate_url=read.url("WEAVIATE_URL"),
        weaviate_grpc_url=read.url("WEAVIATE_GRPC_URL"),
        weaviate_api_key=read.key("WEAVIATE_API_KEY"),
        inference_url=read.url("INFERENCE_URL"),
        anthropic_api_key=read.key("ANTHROPIC_API_KEY"),
        anthropic_base_url=read.url("ANTHROPIC_BASE_URL"),
        answer_model=read.get("ANSWER_MODEL") or ANSWER_MODEL,
        expand_model=read.get("EXPAND_MODEL") or EXPAND_MODEL,
        answer_with=read.choice("ANSWER_WITH", ("weaviate",), "weaviate"),
        library_data=read.path("LIBRARY_DATA") or (folder / ".data").resolve(),
        vector_cache=read.path("VECTOR_CACHE"),
        admin_password=read.get("ADMIN_PASSWORD"),
        collection_prefix=read.prefix("COLLECTION_PREFIX"),
        public_url=read.url("PUBLIC_URL"),
        strategy=read.choice("STRATEGY", STRATEGIES, "fusion"),
        hybrid_alpha=read.number("HYBRID_ALPHA", 0.75, low=0, high=1),
        answer_passages=int(read.number("ANSWER_PASSAGES", 5, low=1, high=30)),
        expansions=int(read.number("EXPANSIONS", 3, low=0, high=8)),
        search_deadline_s=read.number("SEARCH_DEADLINE", 10, low=1, high=120),
        expand_deadline_s=read.number("EXPAND_DEADLINE", 10, low=1, high=120),
        answer_deadline_s=read.number("ANSWER_DEADLINE", 120, low=5, high=600),
    )


def _dotenv(folder: Path) -> dict[str, str]:
    try:
        return {name: value for name, value in dotenv_values(folder / ".env").items() if value is not None}
    except (OSError, ValueError) as error:
        raise BadSetting(f".env cannot be read: {error}.", "Save it as UTF-8 text.") from error


def _secrets(folder: Path) -> dict[str, str]:
    path = folder / ".streamlit" / "secrets.toml"
    if not path.is_file():
        return {}
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BadSetting(f".streamlit/secrets.toml cannot be read: {error}.", "Mend the line it names.") from error
    return {name: str(value) for name, value in table.items() if isinstance(value, str | int | float)}


def _split(url: str) -> SplitResult | None:
    """None where the host or the port cannot be one."""
    try:
        parts = urlsplit(url)
        (parts.hostname or "").encode("idna")  # else the first look-up of the name fails with a traceback
        return parts if parts.port != 0 else None
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class _Reader:
    values: Mapping[str, str]

    def get(self, name: str) -> str | None:
        return self.values.get(name)

    def key(self, name: str) -> str | None:
        """A key with other characters cannot be sent, and the error of the attempt would show it."""
        value = self.get(name)
        if value and not (value.isascii() and value.isprintable()):
            raise BadSetting(f"{name} holds characters that no key has.", "Copy it anew.")
        return value

    def path(self, name: str) -> Path | None:
        value = self.get(name)
        try:
            return Path(value).expanduser().resolve() if value else None
        except (OSError, RuntimeError, ValueError) as error:  # ~name of nobody here, a name too long
            raise BadSetting(f"{name} is not a path.", "Write it in full.") from error

    def url(self, name: str) -> str | None:
        value = self.get(name)
        if value is None:
            return None
        parts = _split(value)
        if parts is None or parts.scheme not in ("http", "https", "grpc", "grpcs") or not parts.hostname:
            raise BadSetting(f"{name} is not an address.", f"Set it like {name}=http://localhost:8080.")
        if "@" in parts.netloc and name.startswith("WEAVIATE"):
            # the client would leave it out, and messages show the address
            raise BadSetting(f"{name} holds a name or a password.", "Weaviate takes a key: WEAVIATE_API_KEY.")
        return value.rstrip("/")

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        value = self.get(name) or default
        if value not in choices:
            raise BadSetting(f"{name} is {value!r}.", f"It can be {', '.join(choices)}.")
        return value

    def number(self, name: str, default: float, *, low: float, high: float) -> float:
        value = self.get(name)
        if value is None:
            return default
        try:
            number = float(value)
        except ValueError as error:
            raise BadSetting(
                f"{name} is {value!r}, not a number.", f"Unset it, or set it like {name}={default:g}."
            ) from error
        if not low <= number <= high:
            raise BadSetting(f"{name} is {value}.", f"It must lie between {low:g} and {high:g}.")
        return number

    def prefix(self, name: str) -> str:
        value = self.get(name) or ""
        if value and not (value.isidentifier() and value.isascii() and value[0].isalpha()):
            raise BadSetting(f"{name} is {value!r}.", "Letters, digits and underscores only, and a letter first.")
        return value[:1].upper() + value[1:]
