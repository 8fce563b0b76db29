"""The Weaviate server's program: from the per-user cache, the official release, or Go."""

import os
import re
import subprocess
import sys
from pathlib import Path

from rag.errors import LocalServerFailed
from rag.local.attempt import NoWay, Say, scratch_folder
from rag.local.golang import install_with_go
from rag.local.locks import exclusive

WEAVIATE_VERSION = "1.39.0"

_DOWNLOAD_S = 10.0
_VERSION = re.compile(r"\d+\.\d+\.\d+")
_ROOT = Path(__file__).parents[2]


def cache_folder() -> Path:
    """One a user, shared by all their libraries; not made here."""
    base = Path(os.environ.get("XDG_CACHE_HOME", ""))
    # the XDG specification has relative values ignored
    return (base if base.is_absolute() else Path.home() / ".cache") / "library-rag"


def weaviate_binary(version: str = WEAVIATE_VERSION, *, say: Say) -> Path:
    """The program of exactly this version; raises LocalServerFailed with the ways there are."""
    if not _VERSION.fullmatch(version):
        raise LocalServerFailed(f"{version!r} is not a version of Weaviate.", f"Give one like {WEAVIATE_VERSION}.")
    target = cache_folder() / f"weaviate-{version}"
    if _usable(target):
        return target
    try:
        return _get_once(version, target, say)
    except OSError as error:
        raise LocalServerFailed(
            f"The cache folder {target.parent} cannot be used: {error.strerror or error}.",
            "Make room there, or set XDG_CACHE_HOME to a folder of yours.",
        ) from error


def _usable(target: Path) -> bool:
    return target.is_file() and os.access(target, os.X_OK)


def _get_once(version: str, target: Path, say: Say) -> Path:
    def waiting(waited_s: float) -> None:
        say(f"Another launch is getting Weaviate {version}; waiting for it, {waited_s:.0f} s so far.")

    target.parent.mkdir(parents=True, exist_ok=True)
    with exclusive(target.parent / f"weaviate-{version}.lock", waiting=waiting):
        return target if _usable(target) else _get(version, target, say)


def _get(version: str, target: Path, say: Say) -> Path:
    reasons = []
    for name, way in (("Official release", _download), ("Go", install_with_go)):
        try:
            way(version, target, say)
        except NoWay as error:
            reasons.append(f"{name}: {error}")
            say(f"{name}: {error}")
        else:
            say(f"Weaviate {version} is there: {target}")
            return target
    raise LocalServerFailed(
        f"Weaviate {version} could not be had. {' '.join(reasons)}",
        "One of three is needed: WEAVIATE_URL set to a running server; a network that reaches Weaviate's official "
        "release; or Go 1.26 or newer, which builds it in 2 to 10 minutes.",
    )


def _download(version: str, target: Path, say: Say) -> None:
    say(f"Downloading Weaviate {version}, the official release; given up after {_DOWNLOAD_S:.0f} s.")
    with scratch_folder(target.parent / f"download-{version}") as folder:
        command = [sys.executable, "-m", "rag.local.download", version, str(folder)]
        try:
            done = subprocess.run(
                command, cwd=_ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_DOWNLOAD_S
            )
        except subprocess.TimeoutExpired:
            raise NoWay(f"not here within {_DOWNLOAD_S:.0f} s.") from None
        if done.returncode != 0:
            raise NoWay(f"{(done.stderr.strip().splitlines() or ['no reason given'])[-1].rstrip('.')}.")
        os.replace(done.stdout.strip().splitlines()[-1], target)
