"""The Weaviate server built by `go install`, where a Go that is new enough can be had."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path

from rag.local.attempt import NoWay, Say, scratch_folder

MODULE = "github.com/weaviate/weaviate/cmd/weaviate-server"

_NEEDS = (1, 26)
_SWITCHES_ITSELF = (1, 21)  # since this version the go command fetches the toolchain that a module asks for
_NEEDS_FREE = 5_000_000_000
_SAY_EVERY_S = 20.0
_LONGEST_S = 3600.0  # seen: 21 minutes on two cores that were busy with much else
_USUAL_PLACES = ("/usr/local/go/bin/go", "/usr/lib/go/bin/go", "/opt/homebrew/bin/go", "~/go/bin/go", "~/sdk/go/bin/go")


def install_with_go(version: str, target: Path, say: Say) -> None:
    """Raises NoWay; whatever happens, Go's caches for this are gone afterwards."""
    go = find_go()
    if shutil.disk_usage(target.parent).free < _NEEDS_FREE:
        raise NoWay(f"needs 5 GB free for a while in {target.parent}.")
    say(
        f"Building Weaviate {version} with {go}. This takes 2 to 10 minutes, once; "
        "its 3.5 GB of Go caches are removed afterwards."
    )
    with scratch_folder(target.parent / f"build-{version}") as folder:
        _run(go, version, folder, say)
        built = folder / "bin" / "weaviate-server"
        if not built.is_file():
            raise NoWay("the build left no program.")
        os.replace(built, target)


def find_go() -> str:
    """The go command that can build it; raises NoWay."""
    go = shutil.which("go") or next(filter(os.path.exists, map(os.path.expanduser, _USUAL_PLACES)), None)
    if go is None:
        raise NoWay("no go command was found.")
    try:
        told = subprocess.run(
            [go, "env", "-json", "GOVERSION", "GOTOOLCHAIN"], capture_output=True, text=True, timeout=20, check=True
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise NoWay(f"{go} does not run.") from error
    known = json.loads(told.stdout)
    found = _numbers(known.get("GOVERSION", ""))
    switches = found >= _SWITCHES_ITSELF and "auto" in known.get("GOTOOLCHAIN", "")
    if found < _NEEDS and not switches:
        raise NoWay(f"{go} is {known.get('GOVERSION') or 'too old'}, 1.26 or newer is needed.")
    return go


def _numbers(go_version: str) -> tuple[int, ...]:
    found = re.search(r"go(\d+)\.(\d+)", go_version)
    return tuple(map(int, found.groups())) if found else (0,)


def _run(go: str, version: str, folder: Path, say: Say) -> None:
    log = folder / "go.log"
    command = [go, "install", "-ldflags", "-s -w", f"{MODULE}@v{version}"]
    with log.open("wb") as output:
        # a session of its own, so that the compilers end with it when this is interrupted
        process = subprocess.Popen(
            command, cwd=folder, env=_go_environment(folder), stdin=subprocess.DEVNULL, stdout=output, stderr=output,
            start_new_session=True,
        )  # fmt: skip
        try:
            status = _wait(process, f"Building Weaviate {version}", say)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
    if status != 0:
        lines = log.read_text(errors="replace").strip().splitlines() or ["no reason given"]
        raise NoWay(f"the build failed: {lines[-1]}.")


def _go_environment(folder: Path) -> dict[str, str]:
    places = {"GOPATH": "path", "GOCACHE": "cache", "GOMODCACHE": "modules", "GOBIN": "bin", "GOTMPDIR": "tmp"}
    (folder / "tmp").mkdir()
    return {**os.environ, **{name: str(folder / place) for name, place in places.items()}}


def _wait(process: subprocess.Popen[bytes], doing: str, say: Say) -> int:
    begun = time.monotonic()
    while (waited_s := time.monotonic() - begun) < _LONGEST_S:
        try:
            return process.wait(timeout=_SAY_EVERY_S)
        except subprocess.TimeoutExpired:
            say(f"{doing}: {waited_s + _SAY_EVERY_S:.0f} s so far.")
    raise NoWay(f"not built within {_LONGEST_S / 60:.0f} minutes.")
