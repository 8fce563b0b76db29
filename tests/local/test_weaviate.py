"""The Weaviate process: what it was told, who may speak to it, and that its data outlive a kill."""

import os
import signal

import httpx
import pytest

from local.conftest import Home, until
from rag.local.servers import Servers

pytestmark = [pytest.mark.live, pytest.mark.usefixtures("binary")]

KEPT = {
    "class": "Kept",
    "vectorizer": "text2vec-transformers",
    "properties": [{"name": "text", "dataType": ["text"]}],
}
TORPEDO = {"class": "Kept", "properties": {"text": "The torpedo numbs whoever touches it."}}


def speak(servers: Servers, method: str, path: str, body: object = None) -> httpx.Response:
    headers = {"Authorization": f"Bearer {servers.weaviate_api_key}"}
    return httpx.request(method, f"{servers.weaviate_url}/v1/{path}", json=body, headers=headers, timeout=30)


def objects(servers: Servers) -> list[str]:
    found = speak(servers, "GET", "objects?class=Kept&include=vector").json()["objects"]
    assert all(len(one["vector"]) == 384 for one in found)
    return [one["properties"]["text"] for one in found]


def is_ready(servers: Servers) -> bool:
    try:
        return speak(servers, "GET", "schema").is_success
    except httpx.HTTPError:
        return False


def test_a_killed_weaviate_comes_back_on_its_port_with_its_data(home: Home) -> None:
    held = home.lease(weaviate=True, model=True)
    before = held.servers
    assert speak(before, "POST", "schema", KEPT).status_code == 200
    assert speak(before, "POST", "objects", TORPEDO).status_code == 200
    pid = home.record.weaviate.pid
    os.kill(pid, signal.SIGKILL)
    until(lambda: home.record.weaviate.pid not in (0, pid) and home.record.weaviate.state == "ready", within_s=30)
    assert held.servers == before
    assert objects(held.servers) == ["The torpedo numbs whoever touches it."]

    home.kill_keeper()
    again = home.lease(weaviate=True, model=True)
    assert again.servers == before
    assert objects(again.servers) == ["The torpedo numbs whoever touches it."]


def test_a_later_lease_may_want_more(home: Home) -> None:
    first = home.lease(model=True)
    assert first.servers.weaviate_url is None
    pid = home.record.model.pid
    second = home.lease(weaviate=True)
    assert home.record.model.pid == pid
    # the model server was there already, so Weaviate embeds with it
    assert speak(second.servers, "POST", "schema", KEPT).status_code == 200
    assert speak(second.servers, "POST", "objects", TORPEDO).status_code == 200
    assert (second.servers.model_url, objects(second.servers)) == (None, [TORPEDO["properties"]["text"]])


def test_weaviate_alone_embeds_with_the_service_it_is_given(home: Home) -> None:
    with home.lease(model=True) as model:
        given = model.servers.model_url or ""
        other = Home(home.data.parent / "other", home.ends)
        with other.lease(weaviate=True, inference_url=given) as held:
            assert other.record.model.state == "off"
            assert speak(held.servers, "POST", "schema", KEPT).status_code == 200
            assert speak(held.servers, "POST", "objects", TORPEDO).status_code == 200
            assert objects(held.servers) == [TORPEDO["properties"]["text"]]


def test_who_has_no_key_reads_nothing(home: Home) -> None:
    servers = home.lease(weaviate=True).servers
    assert servers.weaviate_api_key
    assert is_ready(servers)
    assert httpx.get(f"{servers.weaviate_url}/v1/schema").status_code == 401
    wrong = httpx.get(f"{servers.weaviate_url}/v1/schema", headers={"Authorization": "Bearer wrong"})
    assert wrong.status_code == 401
