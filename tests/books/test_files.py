"""Only plain files within the limit are opened: nothing that has no end, and nothing that nobody has."""

import os
from pathlib import Path

import pytest

from rag.books.files import MAX_BYTES, read_bytes, read_utf8
from rag.books.manifest import read_manifest
from rag.errors import BadBook, BadManifest


@pytest.mark.parametrize("read", [read_bytes, read_utf8])
def test_a_pipe_or_a_device_is_refused_before_it_is_opened(read, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "zero.txt").symlink_to("/dev/zero")
    for name in ("pipe.txt", "zero.txt"):
        with pytest.raises(BadBook, match=f"{name} is not a plain file"):
            read(tmp_path / name)


def test_a_name_that_no_file_can_have_is_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadBook, match="There is no file"):
        read_bytes(tmp_path / "a\0b")
    with pytest.raises(BadBook, match="cannot be read: File name too long"):
        read_bytes(tmp_path / ("a" * 5000))


def test_a_file_over_the_limit_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "long.txt").open("wb") as file:
        file.truncate(MAX_BYTES + 1)
    with pytest.raises(BadBook, match="the limit is 50 MB"):
        read_bytes(tmp_path / "long.txt")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (f"year = {'9' * 5000}", "is not valid TOML"),
        (f"year = {'[' * 5000}", "is not valid TOML"),
        ("year = 99999999999999999999", "year is 99999999999999999999"),
        ('author = "a\\u0000b"', "author is"),
        ('author = "a\\nb"', "author is"),
        (f'work = "{"a" * 1001}"', "work is"),
    ],
)
def test_values_that_no_book_has_are_refused_with_their_field(line: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "library.toml").write_text(f'[[document]]\npath = "a.md"\n{line}\n', encoding="utf-8")
    with pytest.raises(BadManifest, match=told):
        read_manifest(tmp_path / "library.toml")
