"""A data folder's files about its servers: what is wanted of them, what they are, who uses them."""

import contextlib
import json
import os
import time
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal

State = Literal["off", "starting", "ready", "failed"]

OWNER = "LIBRARY_RAG_DATA"  # set for our processes alone, so that a recorded process id can be told from a reused one


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the keeper is asked for; each change has a number of its own."""

    number: int = 0
    weaviate: bool = False
    model: bool = False
    binary: str = ""
    version: str = ""
    inference_url: str = ""
    vectors: str = ""


@dataclass(frozen=True, slots=True)
class ServerState:
    """One server as the keeper sees it; `error` says why it failed."""

    state: State = "off"
    pid: int = 0
    port: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """The keeper's word on its servers; `seen` is the number of the last wish it has taken up."""

    keeper: int = 0
    seen: int = 0
    version: str = ""
    api_key: str = ""
    weaviate: ServerState = ServerState()
    model: ServerState = ServerState()


@dataclass(frozen=True, slots=True)
class DataFolder:
    """Where the files are."""

    data: Path

    @property
    def own(self) -> Path:
        return self.data / "servers"

    @property
    def users_lock(self) -> Path:
        """Held together by all who use the servers."""
        return self.own / "users.lock"

    @property
    def start_lock(self) -> Path:
        """Held alone while servers are asked for, and while they end."""
        return self.own / "start.lock"

    @property
    def keeper_lock(self) -> Path:
        """Held alone by the keeper as long as it lives."""
        return self.own / "keeper.lock"

    def log(self, name: str) -> Path:
        return self.own / f"{name}.log"

    def create(self) -> None:
        self.own.mkdir(parents=True, exist_ok=True)

    @property
    def record(self) -> Path:
        """Beside the data: it outlives the servers, because it keeps their ports and their key."""
        return self.data / "servers.json"

    def read_record(self) -> Record:
        known = _read(self.record)
        servers = {name: ServerState(**_known(ServerState, known.get(name))) for name in ("weaviate", "model")}
        return Record(**{**_known(Record, known), **servers})

    def write_record(self, record: Record) -> None:
        _write(self.record, asdict(record))

    def read_wanted(self) -> Wanted:
        return Wanted(**_known(Wanted, _read(self.own / "wanted.json")))

    def write_wanted(self, wanted: Wanted) -> None:
        _write(self.own / "wanted.json", asdict(wanted))

    def keep_for(self, idle_s: float) -> None:
        """How long the servers stay once nobody uses them; the last to leave decides."""
        _write(self.own / "keep.json", {"until": time.time() + idle_s if idle_s > 0 else 0})

    def keep_until(self) -> float:
        return float(_read(self.own / "keep.json").get("until", 0))


def merged(old: Wanted, new: Wanted) -> Wanted:
    """What both want; `old` itself, number and all, where that is enough already."""
    both = replace(
        new,
        number=old.number,
        weaviate=old.weaviate or new.weaviate,
        model=old.model or new.model,
        # the same version from another cache is no reason to start it anew
        binary=old.binary if old.binary and new.version in ("", old.version) else new.binary,
        version=new.version or old.version,
        inference_url=new.inference_url or old.inference_url,
        vectors=new.vectors or old.vectors,
    )
    return old if both == old else replace(both, number=old.number + 1)


def tail(log: Path, lines: int = 5) -> str:
    """The last lines of a log, for an error message."""
    try:
        with log.open("rb") as file:
            file.seek(max(0, log.stat().st_size - 4000))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return ""
    return "\n".join(text.strip().splitlines()[-lines:])


def _known(kind: type[Wanted | Record | ServerState], found: Any) -> dict[str, Any]:
    """Without the fields of another version of this program, and without what is damaged."""
    values = found if isinstance(found, dict) else {}
    return {
        field.name: values[field.name]
        for field in fields(kind)
        if isinstance(values.get(field.name), type(field.default))
    }


def _read(path: Path) -> dict[str, Any]:
    # a file that was never written, or damaged from outside, is the same as none: it is written anew
    with contextlib.suppress(OSError, json.JSONDecodeError):
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return found
    return {}


def _write(path: Path, value: object) -> None:
    """Whole or not at all, and readable by its owner only: the key is in it."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        json.dump(value, file)
    os.replace(fresh, path)
