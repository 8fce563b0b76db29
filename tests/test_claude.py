"""Claude's client against a real HTTP server that answers, stalls and fails as the API does."""

from __future__ import annotations

import socket
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor

import pytest

from rag import claude as room
from rag.claude import Claude, Reply
from rag.errors import ClaudeBusy, ClaudeRefusesKey, ClaudeUnavailable
from standins.messages import MessagesStandIn

KEY = "sk-ant-secret-0123456789"
SCHEMA = {
    "type": "object",
    "properties": {"standalone": {"type": "string"}, "variants": {"type": "array", "items": {"type": "string"}}},
    "required": ["standalone", "variants"],
    "additionalProperties": False,
}


@pytest.fixture
def api() -> Iterator[MessagesStandIn]:
    with MessagesStandIn() as standin:
        standin.answer = "Virtue is knowledge."
        standin.retry_after = None
        yield standin


@pytest.fixture
def claude(api: MessagesStandIn, monkeypatch: pytest.MonkeyPatch) -> Iterator[Claude]:
    monkeypatch.setattr(room, "FIRST_WAIT_S", 0.01)
    client = Claude(api_key=KEY, base_url=api.url)
    yield client
    client.close()


def ask(claude: Claude, **changes: object) -> Reply:
    limits: dict[str, object] = {"model": "claude-sonnet-4-6", "max_tokens": 100, "deadline_s": 10.0, **changes}
    return claude.complete("What is virtue?", **limits)  # type: ignore[arg-type]


def fault(claude: Claude, **changes: object) -> ClaudeUnavailable:
    with pytest.raises(ClaudeUnavailable) as caught:
        ask(claude, **changes)
    return caught.value


def taken_s(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def test_a_reply_holds_text_model_and_tokens(claude: Claude) -> None:
    assert ask(claude) == Reply("Virtue is knowledge.", "end_turn", "claude-sonnet-4-6", 3, 3)


def test_a_plain_request_holds_three_fields_and_no_sampling(claude: Claude, api: MessagesStandIn) -> None:
    ask(claude)
    assert api.requests[0].body == {
        "model": "claude-sonnet-4-6",
        "max_tokens": 100,
        "messages": [{"role": "user", "content": "What is virtue?"}],
    }


def test_system_schema_and_effort_are_sent_when_given(claude: Claude, api: MessagesStandIn) -> None:
    reply = ask(claude, model="claude-haiku-5-5", system="Be brief.", schema=SCHEMA, effort="low")
    body = api.calls("expand")[0].body
    assert (body["system"], body["output_config"]) == (
        "Be brief.",
        {"format": {"type": "json_schema", "schema": SCHEMA}, "effort": "low"},
    )
    assert reply.text.startswith('{"standalone": "What is virtue?"')


def test_effort_alone_asks_for_no_format(claude: Claude, api: MessagesStandIn) -> None:
    ask(claude, effort="low")
    assert api.calls("answer")[0].body["output_config"] == {"effort": "low"}


@pytest.mark.parametrize(
    ("mode", "text", "stop_reason"),
    [
        ("empty", "", "end_turn"),
        ("thinking", "Virtue is knowledge.", "end_turn"),
        ("blocks", "Virtue is knowledge.", "end_turn"),
        ("max_tokens", "Virtue is ", "max_tokens"),
        ("refusal", "", "refusal"),
    ],
)
def test_every_kind_of_good_reply(claude: Claude, api: MessagesStandIn, mode: str, text: str, stop_reason: str) -> None:
    api.mode = mode
    reply = ask(claude)
    assert (reply.text, reply.stop_reason, len(api.requests)) == (text, stop_reason, 1)


def test_a_cut_answer_used_all_its_tokens(claude: Claude, api: MessagesStandIn) -> None:
    api.mode = "max_tokens"
    assert ask(claude).output_tokens == 100


@pytest.mark.parametrize(
    ("mode", "tries", "kind", "message"),
    [
        ("401", 1, ClaudeRefusesKey, "Claude's API refuses the key (status 401). invalid x-api-key"),
        ("401_echo", 1, ClaudeRefusesKey, "Claude's API refuses the key (status 401). Incorrect API key provided: …"),
        ("403", 1, ClaudeRefusesKey, "Claude's API does not allow this key to do that (status 403). Not permitted."),
        ("404", 1, ClaudeUnavailable, "Claude's API has no model 'claude-sonnet-4-6' (any more)."),
        ("400", 1, ClaudeUnavailable, "Claude's API refused the request (status 400). prompt is too long"),
        ("spend_limit", 1, ClaudeUnavailable, "Claude's spending limit is reached. Raise it to go on."),
        ("429", 3, ClaudeBusy, "Claude's rate limit is reached (status 429)."),
        ("529", 3, ClaudeBusy, "Claude is overloaded (status 529)."),
        ("500", 3, ClaudeBusy, "Claude's API has a fault of its own (status 500)."),
        ("html_502", 3, ClaudeBusy, "Claude's API has a fault of its own (status 502)."),
        ("cut", 3, ClaudeBusy, "The connection to Claude (127.0.0.1) failed."),
        ("html_200", 1, ClaudeUnavailable, "What answers at 127.0.0.1 is not Claude's API."),
    ],
)
def test_every_fault_is_named_and_tried_again_only_where_it_helps(
    claude: Claude, api: MessagesStandIn, mode: str, tries: int, kind: type[ClaudeUnavailable], message: str
) -> None:
    api.mode = mode
    error = fault(claude)
    assert (type(error), error.message, len(api.requests)) == (kind, message, tries)
    assert error.hint.endswith(".")
    assert error.passing == (kind is ClaudeBusy)


@pytest.mark.parametrize("mode", ["401", "401_echo", "400", "529", "html_502", "html_200", "cut", "slow"])
def test_neither_the_key_nor_html_is_shown_anywhere(claude: Claude, api: MessagesStandIn, mode: str) -> None:
    api.mode = mode
    error = fault(claude, deadline_s=0.3)
    shown = "".join(traceback.format_exception(error)) + repr(error) + repr(claude)
    assert [word for word in (KEY, "<html", "<h1") if word in shown] == []
    assert (error.__cause__, error.__context__) == (None, None)  # what comes along is not shown by mistake either


@pytest.mark.parametrize("mode", ["429", "529", "500", "html_502", "cut"])
def test_a_passing_fault_is_followed_by_the_answer(claude: Claude, api: MessagesStandIn, mode: str) -> None:
    api.faults = [mode]
    assert ask(claude).text == "Virtue is knowledge."
    assert [request.mode for request in api.requests] == [mode, "ok"]


def test_the_wait_that_the_api_asks_for_is_kept_and_told(claude: Claude, api: MessagesStandIn) -> None:
    api.faults, api.retry_after = ["429"], 0.3
    waits: list[float] = []
    ask(claude, on_wait=waits.append)
    first, second = api.requests
    assert waits == [0.3]
    assert first.ended is not None
    assert 0.3 <= second.started - first.ended < 0.8


def test_waits_asked_for_may_be_many(claude: Claude, api: MessagesStandIn) -> None:
    api.faults, api.retry_after = ["429"] * 5, 0.02
    assert ask(claude).text == "Virtue is knowledge."
    assert len(api.requests) == 6


@pytest.mark.parametrize(
    ("retry_after", "limits", "hint"),
    [
        (3600, {}, "Ask again in 60 minutes."),
        (40, {}, "Ask again in 40 s."),  # beyond max_wait_s
        (5, {"deadline_s": 4.0}, "Ask again in 5 s."),
        ("Fri, 01 Jan 2100 00:00:00 GMT", {}, None),
    ],
)
def test_a_wait_that_does_not_fit_is_given_up_at_once(
    claude: Claude, api: MessagesStandIn, retry_after: float | str, limits: dict[str, object], hint: str | None
) -> None:
    api.mode, api.retry_after = "429", retry_after
    ask_once = time.monotonic()
    error = fault(claude, **{"deadline_s": 120.0, **limits})
    assert time.monotonic() - ask_once < 3
    assert (type(error), len(api.requests)) == (ClaudeBusy, 1)
    assert hint is None or error.hint == hint


def test_all_waits_together_stay_within_max_wait(claude: Claude, api: MessagesStandIn) -> None:
    api.mode, api.retry_after = "429", 0.2
    assert fault(claude, max_wait_s=0.5).passing is True
    assert len(api.requests) == 3  # two waits of 0.2 s fit into 0.5 s


@pytest.mark.parametrize("mode", ["slow", "trickle"])
def test_the_deadline_is_of_the_clock_and_closes_the_connection(
    claude: Claude, api: MessagesStandIn, mode: str
) -> None:
    ask(claude)  # the SDK is loaded now
    api.mode = mode
    errors: list[ClaudeUnavailable] = []
    assert 0.4 <= taken_s(lambda: errors.append(fault(claude, deadline_s=0.4))) < 0.9
    assert (type(errors[0]), errors[0].message) == (ClaudeBusy, "Claude did not answer within 0.4 s.")
    time.sleep(0.2)
    assert (api.requests[-1].closed_early, len(api.requests)) == (True, 2)


def test_the_deadline_holds_over_tries_and_waits(claude: Claude, api: MessagesStandIn) -> None:
    ask(claude)
    api.faults, api.retry_after, api.mode = ["429"], 0.2, "slow"
    assert 0.5 <= taken_s(lambda: fault(claude, deadline_s=0.5)) < 1.0
    assert [request.mode for request in api.requests] == ["ok", "429", "slow"]


def test_closing_ends_the_requests_under_way(api: MessagesStandIn) -> None:
    claude = Claude(api_key=KEY, base_url=api.url)
    api.mode = "slow"
    with ThreadPoolExecutor() as pool:
        asking = pool.submit(ask, claude, deadline_s=30.0)
        while not api.requests:
            time.sleep(0.01)
        claude.close()
        with pytest.raises(CancelledError):
            asking.result(timeout=5)
    time.sleep(0.1)
    assert api.requests[0].closed_early is True


def test_a_client_that_is_dropped_ends_its_thread(api: MessagesStandIn) -> None:
    others = set(threading.enumerate())
    claude = Claude(api_key=KEY, base_url=api.url)
    ask(claude)
    (thread,) = (one for one in threading.enumerate() if one.name == "claude" and one not in others)
    del claude
    thread.join(timeout=5)
    assert thread.is_alive() is False


def test_many_threads_share_one_client(claude: Claude, api: MessagesStandIn) -> None:
    ask(claude)
    api.delay_answer_s = 0.3
    with ThreadPoolExecutor(8) as pool:
        assert taken_s(lambda: list(pool.map(lambda _: ask(claude), range(8)))) < 1.5
    assert len(api.requests) == 9


def test_nobody_at_the_address_is_a_failed_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "FIRST_WAIT_S", 0.01)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound, and nobody listens
        claude = Claude(api_key=KEY, base_url=f"http://127.0.0.1:{taken.getsockname()[1]}")
        error = fault(claude)
        claude.close()
    assert error.message == "The connection to Claude (127.0.0.1) failed."


def test_an_address_with_v1_is_found_out(api: MessagesStandIn) -> None:
    claude = Claude(api_key=KEY, base_url=f"{api.url}/v1")
    error = fault(claude)
    claude.close()
    assert (error.message, error.hint) == (
        "What answers at 127.0.0.1 is not Claude's API.",
        "Check ANTHROPIC_BASE_URL: the address without /v1.",
    )


def test_a_proxy_in_the_environment_is_not_asked_for_loopback(
    api: MessagesStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    claude = Claude(api_key=KEY, base_url=api.url)
    assert ask(claude).text == "Virtue is knowledge."
    claude.close()


def test_a_gateway_may_need_no_key(api: MessagesStandIn) -> None:
    claude = Claude(api_key="", base_url=api.url)
    assert ask(claude).text == "Virtue is knowledge."
    claude.close()


@pytest.mark.parametrize(
    ("key", "message"),
    [
        ("  ", "No key for Claude is set."),
        ("sk-ant-é", "The key for Claude holds characters no key has."),
        ("sk-ant a", "The key for Claude holds characters no key has."),
        ("sk-ant\nx", "The key for Claude holds characters no key has."),
    ],
)
def test_a_key_that_cannot_be_one_is_refused_without_a_request(key: str, message: str) -> None:
    claude = Claude(api_key=key, base_url=None)
    error = fault(claude)
    claude.close()
    assert (type(error), error.message) == (ClaudeRefusesKey, message)
