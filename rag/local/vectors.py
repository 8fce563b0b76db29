"""Vectors on disk, so that nothing is embedded twice."""

import contextlib
import hashlib
import sqlite3
import threading
from pathlib import Path
from typing import Literal

import numpy as np
import numpy.typing as npt

Kind = Literal["query", "passage"]
Vector = npt.NDArray[np.float32]

_WAIT_S = 10.0


class VectorCache:
    """Keyed by model, kind and text; shared by threads, and by processes that name the same file."""

    def __init__(self, path: Path, *, model: str) -> None:
        self._model = model
        self._lock = threading.Lock()
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._database = _open(path)
        except sqlite3.DatabaseError:
            # a damaged cache is worth no error: it fills again
            for suffix in ("", "-wal", "-shm"):
                Path(f"{path}{suffix}").unlink(missing_ok=True)
            self._database = _open(path)

    def key(self, kind: Kind, text: str) -> bytes:
        return hashlib.blake2b("\0".join((self._model, kind, text)).encode(), digest_size=20).digest()

    def get(self, key: bytes) -> Vector | None:
        try:
            with self._lock:
                row = self._database.execute("SELECT vector FROM vectors WHERE key = ?", (key,)).fetchone()
        except sqlite3.DatabaseError:
            return None
        return None if row is None else np.frombuffer(row[0], dtype=np.float32)

    def put(self, key: bytes, vector: Vector) -> None:
        # a full disk, or damage while it is open, costs the next embedding and no more
        with self._lock, contextlib.suppress(sqlite3.DatabaseError):
            self._database.execute("INSERT OR IGNORE INTO vectors VALUES (?, ?)", (key, vector.tobytes()))

    def close(self) -> None:
        with self._lock:
            self._database.close()


def _open(path: Path) -> sqlite3.Connection:
    # each statement is a transaction of its own: what was written before a kill stays
    database = sqlite3.connect(path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = NORMAL")
        database.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID")
    except sqlite3.DatabaseError:
        database.close()
        raise
    return database
