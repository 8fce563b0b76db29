"""The keeper of a data folder's servers: `python -m rag.local.keeper DATA`.

It starts what is wanted, watches it, and ends with it when nobody uses it any more. It lives in a session of its
own and holds no stream of whoever started it.
"""

import contextlib
import os
import secrets
import signal
import sys
import time
from dataclasses import replace
from pathlib import Path

from rag.local import ports
from rag.local.folder import DataFolder, Record, ServerState, Wanted
from rag.local.launch import WEAVIATE_PORTS, model_launch, weaviate_launch
from rag.local.locks import try_exclusive
from rag.local.process import Watched, accepts, answers, end_ours

_POLL_S = 0.2
_TAKE_LOCK_S = 3.0


class Keeper:
    """Runs in one thread, which is also the one whose end takes the servers along."""

    def __init__(self, folder: DataFolder) -> None:
        self._folder = folder
        self._wanted = Wanted()
        self._asked_to_end = False
        self._weaviate = Watched("Weaviate", is_ready=_weaviate_ready, log=folder.log("weaviate"))
        self._model = Watched("The model server", is_ready=_model_ready, log=folder.log("model"))
        self._record = self._written = folder.read_record()

    def run(self) -> None:
        """Until nobody is left, or it is asked to end, or its folder is gone."""
        end_ours((self._record.weaviate.pid, self._record.model.pid), self._folder.data)
        self._weaviate.port, self._model.port = self._record.weaviate.port, self._record.model.port
        key = self._record.api_key or secrets.token_hex(20)
        self._publish(Record(keeper=os.getpid(), api_key=key, version=self._record.version))
        while not self._asked_to_end and self._folder.users_lock.exists():
            self._follow()
            for server in (self._model, self._weaviate):
                server.tick()
            self._publish(replace(self._record, seen=self._wanted.number))
            if self._nobody_left() and self._end_unless_asked_again():
                return
            time.sleep(_POLL_S)
        self._end()

    def ask_to_end(self) -> None:
        self._asked_to_end = True

    def _follow(self) -> None:
        wanted = self._folder.read_wanted()
        again = wanted.number != self._wanted.number
        if not (again or self._model.needs_start or self._weaviate.needs_start):
            return
        self._wanted = wanted
        self._take_ports(self._model, 1)
        self._take_ports(self._weaviate, WEAVIATE_PORTS)
        if wanted.model:
            self._model.want(model_launch(self._folder, wanted, self._model.port), again=again)
        if wanted.weaviate:
            launch = weaviate_launch(
                self._folder, wanted, self._weaviate.port,
                model_port=self._model.port, api_key=self._record.api_key,
            )  # fmt: skip
            self._weaviate.want(launch, again=again)

    def _take_ports(self, server: Watched, count: int) -> None:
        """The same as before wherever they are still free: those who use the servers know them."""
        if server.pid == 0 and not (server.port and ports.are_free(server.port, count)):
            server.port = ports.free_run(count)

    def _publish(self, record: Record) -> None:
        shown = replace(
            record,
            version=self._wanted.version or record.version,
            weaviate=_shown(self._weaviate),
            model=_shown(self._model),
        )
        self._record = shown
        if shown != self._written or not self._folder.record.exists():
            # on a full disk the servers go on, and this is written once there is room
            with contextlib.suppress(OSError):
                self._folder.write_record(shown)
                self._written = shown

    def _nobody_left(self) -> bool:
        if time.time() < self._folder.keep_until():
            return False
        held = try_exclusive(self._folder.users_lock)
        if held is None:
            return False
        os.close(held)
        return True

    def _end_unless_asked_again(self) -> bool:
        """Ends under the start lock, so that who comes now starts a new keeper after this one."""
        start = try_exclusive(self._folder.start_lock)
        if start is None:
            return False
        try:
            if not self._nobody_left():
                return False
            self._end()
            return True
        finally:
            os.close(start)

    def _end(self) -> None:
        for server in (self._weaviate, self._model):
            server.ask_to_stop()
        for server in (self._weaviate, self._model):
            server.wait_stopped()
        self._publish(self._record)


def _shown(server: Watched) -> ServerState:
    return ServerState(state=server.state, pid=server.pid, port=server.port, error=server.error)


def _weaviate_ready(port: int) -> bool:
    # gRPC comes up beside the web address, not with it
    return answers(port, "/v1/.well-known/ready") and accepts(port + 1)


def _model_ready(port: int) -> bool:
    return answers(port, "/.well-known/ready")


def main(data: Path) -> int:
    """Returns in the process that was started; the keeper goes on in its child, which nobody has to wait for."""
    folder = DataFolder(data)
    held = _take_keeper_lock(folder)
    if held is None:
        return 3
    if os.fork() != 0:
        return 0
    keeper = Keeper(folder)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: keeper.ask_to_end())
    keeper.run()
    return 0


def _take_keeper_lock(folder: DataFolder) -> int | None:
    deadline = time.monotonic() + _TAKE_LOCK_S
    while (held := try_exclusive(folder.keeper_lock)) is None and time.monotonic() < deadline:
        # whoever looks whether a keeper lives holds the file for a moment
        time.sleep(0.02)
    return held


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
