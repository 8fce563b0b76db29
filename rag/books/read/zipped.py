"""EPUB, DOCX and ODT are archives: opened in memory, with limits, and nothing of them is ever written to disk."""

from __future__ import annotations

import io
import zipfile
import zlib

from rag.errors import BadBook

MAX_ENTRIES = 5_000
MAX_ENTRY = 30_000_000
MAX_TOTAL = 200_000_000
MAX_RATIO = 200  # of what is small packed; prose packs to a third
_RATIO_FROM = 1_000_000
_HINT = "Save it again from the program that made it."


class Zipped:
    """The files of an archive by their names in it."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name = name
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
            raise BadBook(f"{name} is a broken ZIP archive.", _HINT) from error
        infos = self._zip.infolist()
        if len(infos) > MAX_ENTRIES:
            raise BadBook(f"{name} holds {len(infos)} files; the limit is {MAX_ENTRIES}.", _HINT)
        if sum(info.file_size for info in infos) > MAX_TOTAL or any(map(_is_bomb, infos)):
            raise BadBook(f"{name} would unpack to far more than a book.", _HINT)
        self.names = frozenset(info.filename for info in infos)
        self._left = MAX_TOTAL

    def read(self, entry: str) -> bytes | None:
        """None where there is no such file. What an entry says of its size is not believed."""
        if entry not in self.names:
            return None
        info = self._zip.getinfo(entry)
        if info.flag_bits & 1:
            raise BadBook(f"{self._name} is locked with a password.", "Take the protection off, then load it.")
        try:
            with self._zip.open(info) as file:
                data = file.read(min(MAX_ENTRY, self._left) + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, OSError, NotImplementedError) as error:
            raise BadBook(f"{self._name} is damaged in its part {entry}.", _HINT) from error
        self._left -= len(data)
        if len(data) > MAX_ENTRY or self._left < 0:
            raise BadBook(f"{self._name} would unpack to far more than a book.", _HINT)
        return data


def _is_bomb(info: zipfile.ZipInfo) -> bool:
    return info.file_size > _RATIO_FROM and info.file_size > MAX_RATIO * max(info.compress_size, 1)
