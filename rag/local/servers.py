"""Leases on a data folder's servers: they run while somebody uses them."""

import contextlib
import os
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType

from rag.errors import LocalServerFailed
from rag.local.attempt import Say
from rag.local.binary import WEAVIATE_VERSION, weaviate_binary
from rag.local.folder import DataFolder, Record, ServerState, Wanted, merged, tail
from rag.local.launch import ROOT, own_environment
from rag.local.locks import exclusive, hold_shared, is_held
from rag.local.process import end_ours

_POLL_S = 0.05
_READY_S = 400.0  # three starts of a server that gets 120 s each, and room
_SAY_EVERY_S = 5.0
_END_S = 45.0
_TRIES = 3


@dataclass(frozen=True, slots=True)
class Servers:
    """Addresses of what was asked for; None for the rest. The key is needed by web and gRPC alike."""

    weaviate_url: str | None
    weaviate_grpc_url: str | None
    model_url: str | None
    weaviate_api_key: str | None = None


class Lease:
    """Keeps the servers running until it is released; a process that dies has released its leases."""

    def __init__(self, folder: DataFolder, users: int, *, asked: Wanted, idle_s: float) -> None:
        self._folder = folder
        self._users: int | None = users
        self._asked = asked
        self._idle_s = idle_s

    @property
    def servers(self) -> Servers:
        """Read anew each time: a server comes back on its old ports, and on others only where these were taken."""
        record = self._folder.read_record()
        web, model = record.weaviate.port, record.model.port
        weaviate = self._asked.weaviate
        return Servers(
            weaviate_url=f"http://127.0.0.1:{web}" if weaviate else None,
            weaviate_grpc_url=f"http://127.0.0.1:{web + 1}" if weaviate else None,
            model_url=f"http://127.0.0.1:{model}" if self._asked.model else None,
            weaviate_api_key=record.api_key if weaviate else None,
        )

    def release(self) -> None:
        """Again is nothing. The servers end, or stay as long as `idle_s` says, when this was the last lease."""
        self._leave(self._idle_s)

    def give_up(self) -> None:
        """Nothing is kept for the next one."""
        self._leave(0)

    def _leave(self, idle_s: float) -> None:
        if self._users is None:
            return
        users, self._users = self._users, None
        # a folder that is gone or full must not keep anyone from leaving
        with contextlib.suppress(OSError):
            self._folder.keep_for(idle_s)
        os.close(users)

    def __enter__(self) -> "Lease":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def lease(
    data: Path,
    *,
    weaviate: bool,
    model: bool,
    idle_s: float = 600.0,
    vectors: Path | None = None,
    inference_url: str | None = None,
    version: str = WEAVIATE_VERSION,
    say: Say,
) -> Lease:
    """Start or attach to the servers of a data folder; returns when they answer. Raises LocalServerFailed.

    They end when the last lease is released: at once for idle_s=0, else after that time. Weaviate embeds with
    `inference_url`, or else with the model server. What another lease asked for stays.
    """
    folder = DataFolder(data.expanduser().resolve())
    asked = Wanted(
        weaviate=weaviate,
        model=model,
        binary=str(weaviate_binary(version, say=say)) if weaviate else "",
        version=version if weaviate else "",
        inference_url=inference_url or "",
        vectors=str(vectors.resolve()) if vectors else "",
    )
    for _ in range(_TRIES):
        users, number = _ask(folder, asked, idle_s, say)
        held = Lease(folder, users, asked=asked, idle_s=idle_s)
        try:
            if _await_ready(folder, asked, number, say):
                return held
        except BaseException:
            held.give_up()
            raise
        # the keeper had been told to end just as this lease came
        held.give_up()
    raise LocalServerFailed("The local servers were stopped while they started.", "Start again.")


def stop(data: Path) -> bool:
    """Ends the servers at once, whoever uses them; False when none ran."""
    folder = DataFolder(data.expanduser().resolve())
    record = folder.read_record()
    if not folder.keeper_lock.exists():
        return False
    ended = is_held(folder.keeper_lock) and end_ours((record.keeper,), folder.data, within_s=_END_S)
    return end_ours((record.weaviate.pid, record.model.pid), folder.data) or ended


def _ask(folder: DataFolder, asked: Wanted, idle_s: float, say: Say) -> tuple[int, int]:
    """The descriptor that makes us a user, and the number to look for in the record."""

    def waiting(waited_s: float) -> None:
        say(f"Waiting for the servers of an earlier start to end, {waited_s:.0f} s so far.")

    try:
        folder.create()
        with exclusive(folder.start_lock, waiting=waiting):
            users = hold_shared(folder.users_lock)
            try:
                _refuse_older(folder.read_record(), asked)
                if idle_s > 0:
                    # for a command that is killed; one that ends says it again
                    folder.keep_for(idle_s)
                return users, _pass_on(folder, asked)
            except BaseException:
                os.close(users)
                raise
    except OSError as error:
        raise LocalServerFailed(
            f"The data folder {folder.data} cannot be used: {error.strerror or error}.",
            "Make it writable, or set LIBRARY_DATA to a folder of yours.",
        ) from error


def _refuse_older(record: Record, asked: Wanted) -> None:
    if asked.weaviate and record.version and _numbers(asked.version) < _numbers(record.version):
        raise LocalServerFailed(
            f"The data folder belongs to Weaviate {record.version}; {asked.version} is older and cannot read it.",
            "Set LIBRARY_DATA to another folder.",
        )


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def _pass_on(folder: DataFolder, asked: Wanted) -> int:
    old = folder.read_wanted()
    if is_held(folder.keeper_lock):
        record = folder.read_record()
        wanted = merged(old, asked)
        if "failed" in (record.weaviate.state, record.model.state):
            wanted = replace(wanted, number=old.number + 1)
        if wanted != old:
            folder.write_wanted(wanted)
        return wanted.number
    # a new number, so that the record of an earlier keeper is not taken for this one's
    folder.write_wanted(replace(asked, number=old.number + 1))
    _start_keeper(folder)
    return old.number + 1


def _start_keeper(folder: DataFolder) -> None:
    with folder.log("keeper").open("wb") as log:
        started = subprocess.run(
            [sys.executable, "-m", "rag.local.keeper", str(folder.data)], cwd=ROOT, start_new_session=True,
            env=own_environment(folder.data, os.environ), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        )  # fmt: skip
    if started.returncode != 0:
        raise LocalServerFailed(
            f"The keeper of the local servers did not start. {tail(folder.log('keeper'))}",
            f"Its log is {folder.log('keeper')}.",
        )


def _await_ready(folder: DataFolder, asked: Wanted, number: int, say: Say) -> bool:
    """False when the keeper ended first; raises LocalServerFailed when a server cannot start."""
    begun = time.monotonic()
    next_notice = 0.3  # a start that attaches says nothing
    while (waited_s := time.monotonic() - begun) < _READY_S:
        record = folder.read_record()
        if record.seen >= number:
            states = _asked_states(record, asked)
            _raise_failed(folder, states)
            if all(state.state == "ready" for state in states.values()):
                return True
        if not is_held(folder.keeper_lock):
            return False
        if waited_s >= next_notice:
            say(_progress(record, asked, waited_s))
            next_notice = waited_s + _SAY_EVERY_S
        time.sleep(_POLL_S)
    raise LocalServerFailed(f"The local servers were not ready after {_READY_S:.0f} s.", f"See {folder.own}.")


def _asked_states(record: Record, asked: Wanted) -> dict[str, ServerState]:
    both = {"weaviate": (asked.weaviate, record.weaviate), "model": (asked.model, record.model)}
    return {name: state for name, (is_asked, state) in both.items() if is_asked}


def _raise_failed(folder: DataFolder, states: dict[str, ServerState]) -> None:
    for name, state in states.items():
        if state.state == "failed":
            raise LocalServerFailed(state.error, f"Its whole log is {folder.log(name)}.")


def _progress(record: Record, asked: Wanted, waited_s: float) -> str:
    names = {"weaviate": f"Weaviate {asked.version}", "model": "the model server"}
    missing = [names[name] for name, state in _asked_states(record, asked).items() if state.state != "ready"]
    told = " and ".join(missing) or "the local servers"
    return f"Still starting {told}: {waited_s:.0f} s so far." if waited_s > 1 else f"Starting {told}, some 5 s."
