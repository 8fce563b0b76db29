"""Leases as processes take them. The model server alone is there in under a second, so most need no Weaviate."""

import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path

import httpx
import psutil
import pytest

from conftest import ROOT
from local.conftest import Home, lives, until
from rag.errors import LocalServerFailed
from rag.local.folder import OWNER, DataFolder
from rag.local.locks import is_held
from rag.local.servers import Servers, lease, stop

LEASES = """
import sys, time
from pathlib import Path
from rag.local.servers import lease
held = lease(Path(sys.argv[1]), weaviate=False, model=True, idle_s=float(sys.argv[2]), say=lambda text: None)
print(held.servers.model_url, flush=True)
time.sleep(float(sys.argv[3]))
held.release()
"""


def start(home: Home, *, idle_s: float, stays_s: float) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", LEASES, str(home.data), str(idle_s), str(stays_s)]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def is_there(url: str | None, path: str = "/.well-known/ready") -> bool:
    try:
        return httpx.get(f"{url}{path}", timeout=2).is_success
    except httpx.HTTPError:
        return False


def test_a_lease_starts_what_is_asked_for_and_its_end_ends_it(home: Home) -> None:
    with home.lease(model=True) as held:
        url = held.servers.model_url
        assert held.servers == Servers(None, None, url, None)
        assert is_there(url)
        assert home.said[:1] in ([], ["Starting the model server, some 5 s."])
        pid, keeper = home.record.model.pid, home.record.keeper
    until(lambda: not lives(pid) and not lives(keeper), within_s=5)
    assert not is_there(url)
    assert home.record.model.state == "off"


def test_a_second_lease_attaches_and_the_last_one_ends_the_servers(home: Home) -> None:
    first = home.lease(model=True)
    begun = time.monotonic()
    second = home.lease(model=True)
    assert time.monotonic() - begun < 0.5
    assert second.servers == first.servers
    pid = home.record.model.pid
    first.release()
    time.sleep(0.6)
    assert home.record.model.pid == pid
    assert is_there(second.servers.model_url)
    second.release()
    until(lambda: not lives(pid), within_s=5)


def test_a_release_is_once(home: Home) -> None:
    first, second = home.lease(model=True), home.lease(model=True)
    first.release()
    first.release()
    time.sleep(0.5)
    assert is_there(second.servers.model_url)


def test_a_command_keeps_them_for_the_next_one(home: Home) -> None:
    held = home.lease(model=True, idle_s=2)
    pid = home.record.model.pid
    held.release()
    time.sleep(1)
    assert lives(pid)
    again = home.lease(model=True, idle_s=0)
    assert home.record.model.pid == pid
    again.release()  # the last to leave decides
    until(lambda: not lives(pid), within_s=5)


def test_idle_servers_end_when_their_time_is_over(home: Home) -> None:
    held = home.lease(model=True, idle_s=1)
    pid = home.record.model.pid
    held.release()
    assert 0.5 < until(lambda: not lives(pid), within_s=5) < 4


def test_stop_ends_them_at_once_whoever_uses_them(home: Home) -> None:
    held = home.lease(model=True, idle_s=600)
    pid, keeper = home.record.model.pid, home.record.keeper
    assert stop(home.data) is True
    assert not lives(pid)
    assert not lives(keeper)
    assert stop(home.data) is False
    held.release()


def test_stopping_where_nothing_ever_ran_makes_nothing(tmp_path: Path) -> None:
    assert stop(tmp_path / "none") is False
    assert not (tmp_path / "none").exists()


def test_servers_keep_their_ports_from_one_time_to_the_next(home: Home) -> None:
    with home.lease(model=True) as held:
        url = held.servers.model_url
    until(lambda: not is_held(DataFolder(home.data).keeper_lock), within_s=5)
    assert home.lease(model=True).servers.model_url == url


def test_a_port_taken_meanwhile_is_replaced(home: Home) -> None:
    home.lease(model=True).release()
    until(lambda: not is_held(DataFolder(home.data).keeper_lock), within_s=5)
    port = home.record.model.port
    with socket.create_server(("127.0.0.1", port)):
        held = home.lease(model=True)
        assert held.servers.model_url != f"http://127.0.0.1:{port}"
        assert is_there(held.servers.model_url)


def test_two_processes_at_once_get_one_keeper_and_one_server(home: Home) -> None:
    both = [start(home, idle_s=0, stays_s=2) for _ in range(2)]
    urls = [process.stdout.readline() for process in both if process.stdout]
    keepers = [p for p in psutil.process_iter(["cmdline"]) if str(home.data) in (p.info["cmdline"] or [])
               and "rag.local.keeper" in p.info["cmdline"]]  # fmt: skip
    assert urls[0] == urls[1] != ""
    assert [keeper.pid for keeper in keepers] == [home.record.keeper]
    for process in both:
        assert process.wait(10) == 0
        process.communicate()
    until(lambda: not lives(home.record.keeper), within_s=5)


def test_a_process_that_is_killed_has_left(home: Home) -> None:
    process = start(home, idle_s=0, stays_s=60)
    assert process.stdout is not None
    process.stdout.readline()
    pid = home.record.model.pid
    process.kill()
    process.communicate()
    until(lambda: not lives(pid), within_s=5)


def test_a_command_whose_output_is_captured_ends_when_it_is_done(home: Home) -> None:
    process = start(home, idle_s=60, stays_s=0)
    told, _ = process.communicate(timeout=15)  # waits until nobody holds its output any more
    assert is_there(told.strip())


def test_a_killed_model_server_comes_back_on_its_port(home: Home) -> None:
    held = home.lease(model=True)
    url, pid = held.servers.model_url, home.record.model.pid
    os.kill(pid, signal.SIGKILL)
    until(lambda: home.record.model.pid not in (0, pid) and is_there(url))
    assert held.servers.model_url == url


def test_after_the_keeper_is_killed_nothing_is_left_and_the_next_lease_works(home: Home) -> None:
    held = home.lease(model=True)
    record = home.record
    home.kill_keeper()
    if sys.platform == "linux":
        until(lambda: not lives(record.model.pid), within_s=5)
    again = home.lease(model=True)
    assert is_there(again.servers.model_url)
    assert again.servers == held.servers
    assert home.record.keeper != record.keeper
    assert not lives(record.model.pid)


def test_a_recorded_process_id_that_is_now_anothers_is_left_alone(home: Home) -> None:
    with subprocess.Popen(["sleep", "60"], env={OWNER: "/another/folder"}) as other:
        folder = DataFolder(home.data)
        folder.create()
        (home.data / "servers.json").write_text(json.dumps({"model": {"state": "ready", "pid": other.pid}}))
        assert is_there(home.lease(model=True).servers.model_url)
        assert other.poll() is None
        other.kill()


@pytest.mark.parametrize("damaged", ["", "[]", "{", '{"model": {"unknown": 1}, "other": 2}', '{"model": 3}'])
def test_a_damaged_record_is_written_anew(home: Home, damaged: str) -> None:
    home.data.mkdir()
    (home.data / "servers.json").write_text(damaged)
    assert DataFolder(home.data).read_record().model.pid == 0
    assert DataFolder(home.data).read_wanted().number == 0


def test_servers_end_when_their_folder_is_removed(home: Home) -> None:
    held = home.lease(model=True, idle_s=600)
    pid, keeper = home.record.model.pid, home.record.keeper
    subprocess.run(["rm", "-rf", str(home.data)], check=True)
    until(lambda: not lives(pid) and not lives(keeper), within_s=5)
    assert not home.data.exists()
    held.release()


def test_a_server_that_cannot_start_is_reported_with_the_end_of_its_log(
    home: Home, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken = tmp_path / "cache" / "library-rag" / "weaviate-9.9.9"
    broken.parent.mkdir(parents=True)
    broken.write_text("#!/bin/sh\necho 'no room for it'\nexit 7\n")
    broken.chmod(0o755)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with pytest.raises(LocalServerFailed) as caught:
        home.lease(weaviate=True, version="9.9.9")
    three_starts = "\n".join(["no room for it"] * 3)
    assert caught.value.message == f"Weaviate ended with status 7. Its log ends: {three_starts}"
    assert caught.value.hint == f"Its whole log is {home.data}/servers/weaviate.log."
    until(lambda: not is_held(DataFolder(home.data).keeper_lock), within_s=5)


def test_the_folder_of_a_newer_weaviate_is_refused(home: Home) -> None:
    home.data.mkdir()
    (home.data / "servers.json").write_text('{"version": "99.0.0"}')
    with pytest.raises(LocalServerFailed, match=r"belongs to Weaviate 99\.0\.0"):
        home.lease(weaviate=True)
    assert not is_held(DataFolder(home.data).keeper_lock)


def test_a_folder_that_cannot_be_used_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LocalServerFailed, match=r"The data folder .* cannot be used") as caught:
        lease(tmp_path / "file" / "data", weaviate=False, model=True, say=lambda text: None)
    assert "LIBRARY_DATA" in caught.value.hint


def test_the_key_is_for_its_owner_only(home: Home) -> None:
    home.lease(model=True)
    assert stat.S_IMODE((home.data / "servers.json").stat().st_mode) == 0o600


def test_no_secret_of_the_caller_reaches_the_servers(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "a-secret")
    monkeypatch.setenv("AUTHENTICATION_OIDC_ENABLED", "true")
    home.lease(model=True)
    for pid in (home.record.keeper, home.record.model.pid):
        assert {"ANTHROPIC_API_KEY", "AUTHENTICATION_OIDC_ENABLED"}.isdisjoint(psutil.Process(pid).environ())
