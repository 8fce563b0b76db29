"""One server process: started, watched, started again when it dies."""

import contextlib
import ctypes
import http.client
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import psutil

from rag.local.folder import OWNER, State, tail
from rag.local.launch import ROOT, Launch

_START_TRIES = 3
_START_S = 120.0
_LONGEST_PAUSE_S = 30.0
_STEADY_S = 60.0
_STOP_S = 20.0
_PROBE_S = 2.0
_POLL_S = 0.05
_LOG_BYTES = 5_000_000
_PR_SET_PDEATHSIG = 1  # linux/prctl.h

if sys.platform == "linux":
    _libc = ctypes.CDLL(None)

    def _end_with_parent() -> None:
        """Runs in the child: when the keeper is killed, the kernel asks its servers to end."""
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
else:

    def _end_with_parent() -> None:
        """Elsewhere the next start ends what the record names."""


class Watched:
    """A server that is to run while it has a launch. Used by one thread, which calls `tick` often."""

    def __init__(self, name: str, *, is_ready: Callable[[int], bool], log: Path) -> None:
        self.name = name
        self.port = 0
        self.state: State = "off"
        self.error = ""
        self._is_ready = is_ready
        self._log = log
        self._launch: Launch | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._deaths = 0
        self._begun = 0.0
        self._next_try = 0.0

    @property
    def pid(self) -> int:
        return self._process.pid if self._process else 0

    @property
    def needs_start(self) -> bool:
        """Whether the next tick starts a process, so that its ports must be free now."""
        return self.state == "starting" and self._process is None and time.monotonic() >= self._next_try

    def want(self, launch: Launch, *, again: bool) -> None:
        """Takes up another launch, or (`again`) the same one after it had failed."""
        if launch != self._launch:
            self.stop()
        elif self.state != "failed" or not again:
            return
        self._launch, self.state, self.error = launch, "starting", ""
        self._deaths, self._next_try = 0, 0.0

    def tick(self) -> None:
        if self.needs_start:
            self._start()
        elif self._process is None:
            return
        elif self._process.poll() is not None:
            self._died(f"{self.name} ended with status {self._process.returncode}.")
        elif self.state == "starting":
            self._check()
        elif self._deaths and time.monotonic() - self._begun > _STEADY_S:
            self._deaths = 0

    def stop(self) -> None:
        self.ask_to_stop()
        self.wait_stopped()

    def ask_to_stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()

    def wait_stopped(self) -> None:
        if self._process is not None:
            try:
                self._process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._process, self._launch, self.state = None, None, "off"

    def _start(self) -> None:
        assert self._launch is not None
        self._begun = time.monotonic()
        try:
            with self._log.open("ab" if _size(self._log) < _LOG_BYTES else "wb") as log:
                self._process = subprocess.Popen(
                    self._launch.command, cwd=ROOT, env=dict(self._launch.environment), stdin=subprocess.DEVNULL,
                    stdout=log, stderr=log, preexec_fn=_end_with_parent,
                )  # fmt: skip
        except OSError as error:
            self._died(f"{self.name} could not be started: {error}.")

    def _check(self) -> None:
        if self._is_ready(self.port):
            self.state = "ready"
        elif time.monotonic() - self._begun > _START_S and self._process is not None:
            self._process.kill()
            self._process.wait()
            self._died(f"{self.name} was not ready after {_START_S:.0f} s.")

    def _died(self, how: str) -> None:
        came_up = self.state == "ready"
        self._process, self.state = None, "starting"
        self._deaths += 1
        # the first restart is at once: a server that ran is needed now
        self._next_try = time.monotonic() + min(_LONGEST_PAUSE_S, 2.0 ** (self._deaths - 1) - 1)
        if not came_up and self._deaths >= _START_TRIES:
            self.state = "failed"
            self.error = f"{how} Its log ends: {tail(self._log)}"


def end_ours(pids: Sequence[int], data: Path, *, within_s: float = _STOP_S) -> bool:
    """Ends those that are this data folder's and leaves other processes alone; False when none was."""
    ours = [process for pid in pids if pid and (process := _process_of(pid, data)) is not None]
    for process in ours:
        _signal(process.terminate)
    for process in _still_there(ours, within_s):
        _signal(process.kill)
    _still_there(ours, _STOP_S)
    return bool(ours)


def _still_there(processes: Sequence[psutil.Process], within_s: float) -> list[psutil.Process]:
    """Those that have not ended after this time."""
    deadline = time.monotonic() + within_s
    while (left := [process for process in processes if _lives(process)]) and time.monotonic() < deadline:
        time.sleep(_POLL_S)
    return left


def _lives(process: psutil.Process) -> bool:
    """One that has ended stays as a zombie until its parent looks, and in a container that may be never."""
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def _process_of(pid: int, data: Path) -> psutil.Process | None:
    try:
        process = psutil.Process(pid)
        return process if process.environ().get(OWNER) == str(data) else None
    except psutil.Error:
        return None


def _signal(send: Callable[[], None]) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        send()


def answers(port: int, path: str) -> bool:
    """Whether a GET on loopback is answered with a 2xx status."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PROBE_S)
    try:
        connection.request("GET", path)
        return 200 <= connection.getresponse().status < 300
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def accepts(port: int) -> bool:
    """Whether something on loopback accepts connections."""
    try:
        socket.create_connection(("127.0.0.1", port), timeout=_PROBE_S).close()
    except OSError:
        return False
    return True


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
