"""The administrator's password: set by ADMIN_PASSWORD, or made once and kept as a hash in the data folder."""

import hmac
import json
import os
import secrets
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from rag.errors import BadSetting, RagError
from rag.settings import Settings

_TRIES = 5
_PAUSE_S = 60.0


def password_file(data: Path) -> Path:
    return data / "admin.json"


def ensure_admin_password(data: Path) -> str | None:
    """The new password where there was none; None where one exists. Only its hash is kept, so show it at once."""
    path = password_file(data)
    if path.exists():
        return None
    password = secrets.token_urlsafe(12)
    return password if _write_once(path, {"password_hash": PasswordHasher().hash(password)}) else None


def _write_once(path: Path, value: dict[str, str]) -> bool:
    """False where another process was first: a link, unlike a rename, never replaces."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(value, file)
        os.link(draft, path)
    except FileExistsError:
        return False
    finally:
        draft.unlink()
    return True


class Guard:
    """Checks passwords for the whole process: after five wrong ones in a row it pauses for a minute."""

    def __init__(self, settings: Settings, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._lock = Lock()
        self._wrong = 0
        self._shut_until = float("-inf")

    def opens(self, password: str) -> bool:
        with self._lock:  # one at a time: guesses cannot be tried side by side
            if self._clock() < self._shut_until:
                raise RagError("Too many wrong passwords.", "Wait a minute, then try again.")
            right = self._is_right(password)
            self._wrong = 0 if right else self._wrong + 1
            if self._wrong >= _TRIES:
                self._wrong, self._shut_until = 0, self._clock() + _PAUSE_S
            return right

    def _is_right(self, password: str) -> bool:
        if self._settings.admin_password is not None:
            return hmac.compare_digest(password.encode(), self._settings.admin_password.encode())
        path = password_file(self._settings.library_data)
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))["password_hash"]
            return PasswordHasher().verify(str(kept), password)
        except VerificationError:
            return False
        except (OSError, ValueError, KeyError, TypeError, InvalidHashError) as error:
            raise BadSetting(
                f"{path.name} in the data folder cannot be read.", "Delete it and restart: a new password is made."
            ) from error
