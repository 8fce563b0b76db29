"""What the API refuses, the stand-in refuses."""

from __future__ import annotations

import pytest

from standins.checks import refusal

HEADERS = {"x-api-key": "secret", "anthropic-version": "2023-06-01"}
PLAIN = {
    "model": "claude-sonnet-4-6",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "Is virtue taught?"}],
}
SCHEMA = {"type": "object", "properties": {"maxItems": {"type": "string"}}, "additionalProperties": False}


def status_and_message(body: object, headers: dict[str, str] = HEADERS) -> tuple[int, str]:
    refused = refusal(headers, body)
    return (200, "") if refused is None else (refused.status, refused.message)


def with_format(schema: object, **more: object) -> dict[str, object]:
    return {**PLAIN, "output_config": {"format": {"type": "json_schema", "schema": schema}}, **more}


def turn(content: object, role: str = "user") -> list[object]:
    return [{"role": role, "content": content}]


CITED = [{"type": "document", "source": {}, "citations": {"enabled": True}}, {"type": "text", "text": "Why?"}]
PREFILLED = [*turn("Why?"), *turn("Because", "assistant")]


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (PLAIN, 200),
        (with_format(SCHEMA), 200),
        ({**PLAIN, "messages": turn([{"type": "text", "text": "Why?"}]), "system": "Be brief."}, 200),
        ({name: PLAIN[name] for name in ("max_tokens", "messages")}, 400),
        ({name: PLAIN[name] for name in ("model", "messages")}, 400),
        ({name: PLAIN[name] for name in ("model", "max_tokens")}, 400),
        ([], 400),
        ({**PLAIN, "colour": "red"}, 400),
        ({**PLAIN, "model": "claude-3-5-sonnet-20240620"}, 404),
        ({**PLAIN, "model": ["claude-sonnet-4-6"]}, 400),
        ({**PLAIN, "max_tokens": 0}, 400),
        ({**PLAIN, "max_tokens": 1.5}, 400),
        ({**PLAIN, "max_tokens": True}, 400),
        ({**PLAIN, "max_tokens": 128_001}, 400),
        ({**PLAIN, "messages": []}, 400),
        ({**PLAIN, "messages": turn("")}, 400),
        ({**PLAIN, "messages": turn([])}, 400),
        ({**PLAIN, "messages": turn("Why?", "system")}, 400),
        ({**PLAIN, "messages": turn("Why?", "assistant")}, 400),
        ({**PLAIN, "system": ""}, 400),
        ({**PLAIN, "stream": True}, 400),
        # sampling: free for 4.6, one of the two for 4.5, defaults alone for the newer ones
        ({**PLAIN, "temperature": 0.2, "top_p": 0.9}, 200),
        ({**PLAIN, "model": "claude-haiku-4-5", "temperature": 0.2}, 200),
        ({**PLAIN, "model": "claude-haiku-4-5", "temperature": 0.2, "top_p": 0.9}, 400),
        ({**PLAIN, "model": "claude-sonnet-5-5", "temperature": 1}, 200),
        ({**PLAIN, "model": "claude-sonnet-5-5", "temperature": 0.2}, 400),
        ({**PLAIN, "model": "claude-opus-4-7", "top_k": 5}, 400),
        ({**PLAIN, "messages": PREFILLED}, 400),
        ({**PLAIN, "messages": PREFILLED, "model": "claude-haiku-4-5"}, 200),
        ({**PLAIN, "output_config": {"effort": "low"}}, 200),
        ({**PLAIN, "output_config": {"effort": "tiny"}}, 400),
        ({**PLAIN, "output_config": {"effort": "low"}, "model": "claude-haiku-4-5"}, 400),
        ({**PLAIN, "output_config": {"shape": 1}}, 400),
        ({**PLAIN, "output_config": {"format": {"type": "json"}}}, 400),
        (with_format({"type": "object", "properties": {}}), 400),
        (with_format({"type": "array", "maxItems": 3, "items": {"type": "string"}}), 400),
        (with_format(SCHEMA, messages=turn(CITED)), 400),
        ({**PLAIN, "messages": turn(CITED)}, 200),
    ],
)
def test_requests_are_checked_as_the_api_checks_them(body: object, status: int) -> None:
    assert status_and_message(body)[0] == status, status_and_message(body)


def test_the_newer_version_refuses_even_default_sampling() -> None:
    body = {**PLAIN, "model": "claude-sonnet-5-5", "temperature": 1}
    assert status_and_message(body, {**HEADERS, "anthropic-version": "2026-10-21"}) == (
        400,
        "temperature: sampling parameters are not supported by claude-sonnet-5-5",
    )


def test_a_retired_model_is_named() -> None:
    body = {**PLAIN, "model": "claude-3-5-sonnet-20240620"}
    assert status_and_message(body) == (404, "model: claude-3-5-sonnet-20240620")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"x-api-key": "secret"}, 400),
        ({"x-api-key": "secret", "anthropic-version": "1999-01-01"}, 400),
        ({"anthropic-version": "2023-06-01"}, 401),
        ({"anthropic-version": "2023-06-01", "authorization": "Bearer secret"}, 200),
        ({"anthropic-version": "2026-10-21", "x-api-key": "secret"}, 200),
    ],
)
def test_key_and_version_are_demanded(headers: dict[str, str], status: int) -> None:
    assert status_and_message(PLAIN, headers)[0] == status
