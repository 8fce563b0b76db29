import os
import stat
import threading
from pathlib import Path

import pytest

from rag.errors import LocalServerFailed
from rag.local import binary
from rag.local.binary import cache_folder, weaviate_binary

FAKE_GO = """#!/bin/sh
if [ "$1" = env ]; then
  echo '{{"GOVERSION": "{version}", "GOTOOLCHAIN": "{toolchain}"}}'
  exit 0
fi
echo "$@" >> "{seen}"
echo "$GOPATH $GOCACHE $GOMODCACHE $GOBIN" >> "{seen}"
mkdir -p "$GOMODCACHE/module" "$GOBIN"
echo code > "$GOMODCACHE/module/file.go"
chmod a-w "$GOMODCACHE/module/file.go" "$GOMODCACHE/module"
{work}
"""
BUILDS = 'printf "#!/bin/sh\\n" > "$GOBIN/weaviate-server"; chmod +x "$GOBIN/weaviate-server"'
FAILS = 'echo "go: module not reachable"; exit 1'
NO_RELEASE = 'echo "<urlopen error no network>" >&2; exit 1'
SLOW_RELEASE = "sleep 30"
RELEASE = 'printf "#!/bin/sh\\n" > "$4/weaviate-v1"; chmod +x "$4/weaviate-v1"; echo "$4/weaviate-v1"'


class Machine:
    """A machine with a cache folder of its own, what `go` is on it, and how its download goes."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.cache = folder / "cache" / "library-rag"
        self.seen = folder / "seen"
        self.said: list[str] = []
        (folder / "bin").mkdir()
        monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        monkeypatch.setenv("PATH", f"{folder / 'bin'}{os.pathsep}/bin{os.pathsep}/usr/bin")
        # Go where people usually have it must not be found in its place
        monkeypatch.setattr("rag.local.golang._USUAL_PLACES", ())
        self.release(NO_RELEASE)

    def go(self, work: str, *, version: str = "go1.26.1", toolchain: str = "local") -> None:
        script = FAKE_GO.format(version=version, toolchain=toolchain, seen=self.seen, work=work)
        _script(self.folder / "bin" / "go", script)

    def release(self, work: str) -> None:
        _script(self.folder / "python", f"#!/bin/sh\n{work}\n")
        self.monkeypatch.setattr("sys.executable", str(self.folder / "python"))

    def get(self, version: str = "1.34.4") -> Path:
        return weaviate_binary(version, say=self.said.append)


def _script(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    return Machine(tmp_path, monkeypatch)


def test_the_cache_is_in_the_users_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "elsewhere"))
    assert cache_folder() == tmp_path / "elsewhere" / "library-rag"
    for ignored in ("", "relative"):
        monkeypatch.setenv("XDG_CACHE_HOME", ignored)
        assert cache_folder() == tmp_path / ".cache" / "library-rag"


def test_a_cached_program_is_taken_without_a_word(machine: Machine) -> None:
    machine.cache.mkdir(parents=True)
    _script(machine.cache / "weaviate-1.34.4", "#!/bin/sh\n")
    assert machine.get() == machine.cache / "weaviate-1.34.4"
    assert machine.said == []


def test_the_official_release_comes_first(machine: Machine) -> None:
    machine.go(BUILDS)
    machine.release(RELEASE)
    assert machine.get() == machine.cache / "weaviate-1.34.4"
    assert not machine.seen.exists()
    assert os.access(machine.cache / "weaviate-1.34.4", os.X_OK)
    assert not (machine.cache / "download-1.34.4").exists()


def test_go_builds_the_version_with_caches_of_its_own_that_are_gone_afterwards(machine: Machine) -> None:
    machine.go(BUILDS)
    assert machine.get("1.34.4") == machine.cache / "weaviate-1.34.4"
    command, places = machine.seen.read_text().splitlines()
    assert command == "install -ldflags -s -w github.com/weaviate/weaviate/cmd/weaviate-server@v1.34.4"
    build = machine.cache / "build-1.34.4"
    assert places == f"{build}/path {build}/cache {build}/modules {build}/bin"
    assert sorted(path.name for path in machine.cache.iterdir()) == ["weaviate-1.34.4", "weaviate-1.34.4.lock"]


def test_each_step_is_told_and_why_a_way_failed(machine: Machine) -> None:
    machine.go(BUILDS)
    machine.get()
    assert machine.said == [
        "Downloading Weaviate 1.34.4, the official release; given up after 10 s.",
        "Official release: <urlopen error no network>.",
        f"Building Weaviate 1.34.4 with {machine.folder}/bin/go. This takes 2 to 10 minutes, once; "
        "its 3.5 GB of Go caches are removed afterwards.",
        f"Weaviate 1.34.4 is there: {machine.cache}/weaviate-1.34.4",
    ]


def test_a_long_build_says_how_long_it_takes(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rag.local.golang._SAY_EVERY_S", 0.4)
    machine.go(f"sleep 1\n{BUILDS}")
    machine.get()
    assert "Building Weaviate 1.34.4: 0 s so far." in machine.said


def test_the_download_is_given_up(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binary, "_DOWNLOAD_S", 0.3)
    machine.release(SLOW_RELEASE)
    machine.go(BUILDS)
    machine.get()
    assert "Official release: not here within 0 s." in machine.said


def test_when_no_way_works_the_three_ways_are_named(machine: Machine) -> None:
    machine.go(FAILS)
    with pytest.raises(LocalServerFailed) as caught:
        machine.get()
    assert caught.value.message == (
        "Weaviate 1.34.4 could not be had. Official release: <urlopen error no network>. "
        "Go: the build failed: go: module not reachable."
    )
    assert all(way in caught.value.hint for way in ("WEAVIATE_URL", "official release", "Go 1.26"))
    assert [path.name for path in machine.cache.iterdir()] == ["weaviate-1.34.4.lock"]


@pytest.mark.parametrize(
    ("version", "toolchain", "reason"),
    [
        ("go1.24.3", "local", "Go: {go} is go1.24.3, 1.26 or newer is needed."),
        ("go1.20.1", "auto", "Go: {go} is go1.20.1, 1.26 or newer is needed."),
        ("go1.24.3", "auto", None),  # it fetches the toolchain that the module asks for
        ("go1.30", "local", None),
    ],
)
def test_go_must_be_new_enough(machine: Machine, version: str, toolchain: str, reason: str | None) -> None:
    machine.go(BUILDS, version=version, toolchain=toolchain)
    if reason is None:
        assert machine.get().exists()
        return
    with pytest.raises(LocalServerFailed):
        machine.get()
    assert reason.format(go=machine.folder / "bin" / "go") in machine.said


def test_without_go_that_is_said(machine: Machine) -> None:
    machine.monkeypatch.setenv("PATH", str(machine.folder / "bin"))
    with pytest.raises(LocalServerFailed, match=r"Go: no go command was found\."):
        machine.get()


def test_two_launches_at_once_build_once(machine: Machine) -> None:
    machine.go(f"sleep 0.5\n{BUILDS}")
    found: list[Path] = []
    launches = [threading.Thread(target=lambda: found.append(machine.get())) for _ in range(2)]
    for launch in launches:
        launch.start()
    for launch in launches:
        launch.join()
    assert found == [machine.cache / "weaviate-1.34.4"] * 2
    assert len(machine.seen.read_text().splitlines()) == 2  # a command and its places: one build


def test_what_a_killed_build_left_is_removed_by_the_next(machine: Machine) -> None:
    left = machine.cache / "build-1.34.4" / "modules"
    left.mkdir(parents=True)
    (left / "file").write_text("left")
    left.chmod(0o500)
    machine.go(BUILDS)
    machine.get()
    assert not left.exists()


@pytest.mark.parametrize("version", ["latest", "1.39", "1.39.0; rm -rf", "../1.39.0", ""])
def test_only_a_version_is_taken(machine: Machine, version: str) -> None:
    with pytest.raises(LocalServerFailed, match="is not a version"):
        machine.get(version)


def test_a_cache_that_cannot_be_written_is_said(machine: Machine) -> None:
    machine.cache.parent.mkdir()
    machine.cache.write_text("a file in its place")
    with pytest.raises(LocalServerFailed, match=r"The cache folder .* cannot be used"):
        machine.get()
