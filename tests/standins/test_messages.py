"""Each mode is the reply or the fault of its name, over real HTTP."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator

import anthropic
import httpx
import pytest

from standins.checks import MODELS
from standins.messages import MessagesStandIn, keys_in, passages_in, question_in
from standins.replies import MODES

HEADERS = {"x-api-key": "secret", "anthropic-version": "2023-06-01"}
PASSAGES = [{"key": "k0000001", "text": "Learning is [only] recollection."}, {"key": "k0000002", "text": "{braces}"}]
PROMPT = f"Answer.\n<question>\nIs virtue taught?\n</question>\nCite [key].: {json.dumps(PASSAGES)}"
PLAIN = {
    "model": "claude-sonnet-4-6",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "Is virtue taught?"}],
}
SCHEMA = {"type": "object", "properties": {"maxItems": {"type": "string"}}, "additionalProperties": False}
EXPAND = {**PLAIN, "output_config": {"format": {"type": "json_schema", "schema": SCHEMA}}}


@pytest.fixture
def api() -> Iterator[MessagesStandIn]:
    with MessagesStandIn() as standin:
        yield standin


def post(api: MessagesStandIn, body: object = PLAIN, headers: dict[str, str] = HEADERS) -> httpx.Response:
    return httpx.post(f"{api.url}/v1/messages", json=body, headers=headers, timeout=10)


def turn(content: object) -> list[object]:
    return [{"role": "user", "content": content}]


def test_a_request_is_recorded_without_its_secret(api: MessagesStandIn) -> None:
    began = time.monotonic()
    post(api, EXPAND)
    request = api.requests[0]
    assert (request.method, request.path, request.kind, request.mode) == ("POST", "/v1/messages", "expand", "ok")
    assert (request.headers["x-api-key"], request.headers["anthropic-version"]) == ("set", "2023-06-01")
    assert (request.body, request.prompt) == (EXPAND, "Is virtue taught?")
    assert request.ended is not None
    assert began <= request.started <= request.ended <= time.monotonic()


def test_what_a_prompt_holds() -> None:
    assert question_in(PROMPT) == "Is virtue taught?"
    assert passages_in(PROMPT) == PASSAGES
    assert keys_in(PROMPT) == ["k0000001", "k0000002"]
    assert (question_in("No marks.\nWhy?\n"), passages_in("none [here]")) == ("Why?", [])


def test_the_default_answer_cites_the_keys_of_the_prompt(api: MessagesStandIn) -> None:
    message = post(api, {**PLAIN, "messages": turn(PROMPT)}).json()
    assert message["content"] == [
        {"type": "text", "text": "The passage says it [k0000001]. The passage says it [k0000002]."}
    ]
    assert (message["stop_reason"], message["usage"]["output_tokens"]) == ("end_turn", 10)


def test_the_default_expansion_varies_the_question(api: MessagesStandIn) -> None:
    assert json.loads(post(api, EXPAND).json()["content"][0]["text"]) == {
        "standalone": "Is virtue taught?",
        "variants": ["Is virtue taught? (first)", "Is virtue taught? (second)", "Is virtue taught? (third)"],
        "language": "en",
        "works": [],
        "authors": [],
    }


def test_rules_are_values_or_functions_of_the_prompt(api: MessagesStandIn) -> None:
    api.expansion = {"variants": ["ἀρετή"]}
    api.answer = lambda prompt: f"{question_in(prompt)} Yes."
    expansion = json.loads(post(api, EXPAND).json()["content"][0]["text"])
    assert (expansion["standalone"], expansion["variants"]) == ("Is virtue taught?", ["ἀρετή"])
    assert post(api).json()["content"][0]["text"] == "Is virtue taught? Yes."


def test_an_answer_longer_than_max_tokens_is_cut_there(api: MessagesStandIn) -> None:
    api.answer = "one two three four"
    message = post(api, {**PLAIN, "max_tokens": 3}).json()
    assert (message["content"][0]["text"], message["stop_reason"]) == ("one two three", "max_tokens")
    assert message["usage"] == {"input_tokens": 3, "output_tokens": 3}


@pytest.mark.parametrize(
    ("mode", "blocks", "stop_reason"),
    [
        ("empty", [], "end_turn"),
        ("thinking", ["thinking", "text"], "end_turn"),
        ("blocks", ["text", "text", "text"], "end_turn"),
        ("max_tokens", ["text"], "max_tokens"),
        ("refusal", [], "refusal"),
    ],
)
def test_the_modes_of_a_good_status(api: MessagesStandIn, mode: str, blocks: list[str], stop_reason: str) -> None:
    api.mode = mode
    message = post(api).json()
    assert ([block["type"] for block in message["content"]], message["stop_reason"]) == (blocks, stop_reason)


@pytest.mark.parametrize(
    ("mode", "status", "kind"),
    [
        ("400", 400, "invalid_request_error"),
        ("401", 401, "authentication_error"),
        ("403", 403, "permission_error"),
        ("404", 404, "not_found_error"),
        ("429", 429, "rate_limit_error"),
        ("spend_limit", 429, "rate_limit_error"),
        ("500", 500, "api_error"),
        ("529", 529, "overloaded_error"),
    ],
)
def test_the_modes_of_a_bad_status(api: MessagesStandIn, mode: str, status: int, kind: str) -> None:
    api.mode = mode
    response = post(api)
    assert (response.status_code, response.json()["type"], response.json()["error"]["type"]) == (status, "error", kind)


def test_a_rate_limit_says_how_long_to_wait_and_a_spend_limit_does_not(api: MessagesStandIn) -> None:
    api.faults, api.retry_after = ["429", "spend_limit"], 0.5
    limited, spent = post(api), post(api)
    assert (limited.headers["retry-after"], "retry-after" in spent.headers) == ("0.5", False)
    assert spent.json()["error"]["details"] == {"error_code": "enforced_spend_limit_reached"}


def test_an_html_page_comes_in_place_of_json(api: MessagesStandIn) -> None:
    api.faults = ["html_502", "html_200"]
    responses = [post(api), post(api)]
    assert [(response.status_code, response.headers["content-type"]) for response in responses] == [
        (502, "text/html"),
        (200, "text/html"),
    ]


def test_a_cut_connection_breaks_in_the_reply(api: MessagesStandIn) -> None:
    api.mode = "cut"
    with pytest.raises(httpx.RemoteProtocolError):
        post(api)
    assert (api.requests[0].status, api.requests[0].closed_early) == (None, False)


@pytest.mark.parametrize("mode", ["slow", "trickle"])
def test_a_slow_reply_comes_whole_or_notices_that_nobody_waits(api: MessagesStandIn, mode: str) -> None:
    api.mode, api.slow_s = mode, 0.2
    assert post(api).json()["stop_reason"] == "end_turn"
    api.slow_s = 30.0
    request = httpx.Request("POST", f"{api.url}/v1/messages", json=PLAIN, headers=HEADERS)
    head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
    with socket.create_connection((request.url.host, request.url.port or 0)) as connection:
        connection.sendall(f"POST /v1/messages HTTP/1.1\r\n{head}\r\n".encode() + request.content)
        time.sleep(0.2)
    time.sleep(0.1)
    ended, started = api.requests[1].ended, api.requests[1].started
    assert ended is not None
    assert (api.requests[1].closed_early, ended - started < 1) == (True, True)


@pytest.mark.parametrize(
    ("mode", "variants"),
    [
        ("many_variants", [f"variant {i}" for i in range(1, 51)]),
        ("no_variants", []),
        ("duplicate_variants", ["same", "same", "same"]),
    ],
)
def test_the_modes_of_an_expansion(api: MessagesStandIn, mode: str, variants: list[str]) -> None:
    api.mode, api.expansion, api.answer = mode, {"variants": ["same", "other"]}, "An answer."
    expansion = post(api, {**EXPAND, "max_tokens": 2000}).json()["content"][0]["text"]
    assert json.loads(expansion)["variants"] == variants
    assert post(api).json()["content"][0]["text"] == "An answer."


def test_an_expansion_may_be_no_json(api: MessagesStandIn) -> None:
    api.mode = "invalid_json"
    assert post(api, EXPAND).json()["content"][0]["text"] == '{"standalone": "What is'


def test_a_queue_goes_before_a_mode_and_one_of_a_kind_before_that_for_all(api: MessagesStandIn) -> None:
    api.faults, api.expand_faults, api.mode, api.answer_mode = ["429"], ["500"], "403", "ok"
    assert [post(api, body).status_code for body in (EXPAND, EXPAND, EXPAND, PLAIN)] == [500, 429, 403, 200]
    assert [request.mode for request in api.calls("expand")] == ["500", "429", "403"]


def test_a_delay_is_of_its_kind(api: MessagesStandIn) -> None:
    api.delay_expand_s = 0.2
    post(api)
    post(api, EXPAND)
    assert [round(request.ended - request.started, 1) for request in api.requests if request.ended] == [0.0, 0.2]


@pytest.mark.parametrize(("name", "value"), [("mode", "teapot"), ("answer_mode", "420"), ("faults", ["ok", "teapot"])])
def test_a_misspelled_mode_fails_where_it_is_set(api: MessagesStandIn, name: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"{name}: '(teapot|420)' is none of ok, empty"):
        setattr(api, name, value)


def test_every_mode_ends_for_both_kinds(api: MessagesStandIn) -> None:
    api.slow_s = 0.02
    for mode in MODES:
        api.mode = mode
        for body in (PLAIN, EXPAND):
            if mode == "cut":
                continue
            assert post(api, body).status_code in {200, 400, 401, 403, 404, 429, 500, 502, 529}


def test_the_sdk_lists_the_models(api: MessagesStandIn) -> None:
    with anthropic.Anthropic(api_key="secret", base_url=api.url) as client:
        assert [model.id for model in client.models.list()] == list(MODELS)


def test_another_path_is_not_found(api: MessagesStandIn) -> None:
    assert httpx.get(f"{api.url}/v1/complete").status_code == 404
    assert httpx.post(f"{api.url}/v1/v1/messages", json=PLAIN, headers=HEADERS).status_code == 404


def test_the_request_of_weaviates_module_is_accepted(api: MessagesStandIn) -> None:
    # generative-anthropic 1.39.0: Go's struct in its order, nothing that is unset, one user message, HTML escaped
    raw = (
        '{"messages":[{"role":"user","content":"Answer.\\n\\u003cquestion\\u003e\\nWhy?\\n\\u003c/question\\u003e: '
        '[{\\"key\\":\\"k0000001\\",\\"text\\":\\"Because.\\"}]"}],"model":"claude-sonnet-4-6","max_tokens":4096}'
    )
    headers = {**HEADERS, "content-type": "application/json", "request-source": "unspecified:weaviate"}
    response = httpx.post(f"{api.url}/v1/messages", content=raw, headers=headers)
    assert response.json()["content"] == [{"type": "text", "text": "The passage says it [k0000001]."}]
    assert (api.requests[0].kind, question_in(api.requests[0].prompt)) == ("answer", "Why?")
