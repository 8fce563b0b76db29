"""What the ways to the server's program share: a folder that is always cleaned, and a reason when it fails."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

Say = Callable[[str], None]


class NoWay(Exception):
    """This way does not lead to a program; the next one may. Holds a sentence for the person."""


@contextmanager
def scratch_folder(folder: Path) -> Iterator[Path]:
    """Emptied before as well as after: an attempt that was killed has left its files."""
    remove_tree(folder)
    folder.mkdir(parents=True)
    try:
        yield folder
    finally:
        remove_tree(folder)


def remove_tree(folder: Path) -> None:
    """Go's module cache is read-only, folders too, so they are opened first."""
    for parent, folders, _ in os.walk(folder):
        for name in folders:
            path = os.path.join(parent, name)
            if not os.path.islink(path):
                os.chmod(path, 0o700)
    shutil.rmtree(folder, ignore_errors=True)
