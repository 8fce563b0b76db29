"""Files that people name: each is read whole, within a limit, or refused with the reason."""

from __future__ import annotations

import stat
from pathlib import Path

from rag.errors import BadBook, BadManifest

MAX_BYTES = 50_000_000


def read_bytes(path: Path) -> bytes:
    """Raises BadBook. A device or a pipe could go on for ever, so only plain files are opened."""
    try:
        found = path.stat()
        if stat.S_ISDIR(found.st_mode):
            raise BadBook(f"{path} is a folder.", "Name a file in it, or a library.toml.")
        if not stat.S_ISREG(found.st_mode):
            raise BadBook(f"{path} is not a plain file.", "Save what it gives as a file, and name that.")
        if found.st_size > MAX_BYTES:
            raise BadBook(
                f"{path.name} has {found.st_size // 1_000_000} MB; the limit is {MAX_BYTES // 1_000_000} MB.", ""
            )
        return path.read_bytes()
    except FileNotFoundError as error:
        raise BadBook(f"There is no file {path}.", "Check the path.") from error
    except OSError as error:
        raise BadBook(f"{path} cannot be read: {error.strerror or error}.", "Check its permissions.") from error
    except ValueError as error:  # a NUL in the name, which no file has
        raise BadBook(f"There is no file {str(path)!r}.", "Check the path.") from error


def read_utf8(path: Path) -> str:
    """A manifest's or an outline's text, without a byte order mark. Raises BadManifest."""
    try:
        return read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadManifest(f"{path} cannot be read: {error}.", "It must be a UTF-8 text file.") from error
    except BadBook as error:
        raise BadManifest(error.message, error.hint) from error
