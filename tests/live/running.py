"""`python -m rag` as a process of its own, with no setting but the ones a test gives."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from conftest import ROOT, scrubbed


def environment(settings: Mapping[str, str]) -> dict[str, str]:
    return {**scrubbed(dict(os.environ)), "PYTHONPATH": str(ROOT), **settings}


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, object]:
        """The one value on standard output."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


@dataclass(frozen=True)
class Rag:
    """Runs commands against one library, in an empty folder."""

    settings: Mapping[str, str]
    folder: Path

    def __call__(self, *arguments: str | bytes | Path, within_s: float = 120, **more: str) -> Done:
        done = subprocess.run(
            [sys.executable, "-m", "rag", *arguments],
            cwd=self.folder,
            env=environment({**self.settings, **more}),
            capture_output=True,
            timeout=within_s,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())
