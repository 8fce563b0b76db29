"""How the stand-in answers: one maker a mode, each the reply or the fault of its name."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from standins.checks import Json, Refusal


@dataclass(frozen=True, slots=True)
class Asked:
    """What the makers need to know of a request."""

    model: str
    prompt: str
    max_tokens: int
    key: str
    expanding: bool
    text: str  # what the test's rules answer
    retry_after: str | None
    many: int


@dataclass(frozen=True, slots=True)
class Made:
    """A reply to send. `cut` breaks the connection in the middle of it; `drip` sends blanks ahead of it, slowly."""

    status: int
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = "application/json"
    cut: bool = False
    drip: bool = False


HTML = (
    b"<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1><script>1</script></body></html>"
)


def tokens(text: str) -> int:
    """Words stand for tokens here."""
    return len(text.split())


def made_error(refusal: Refusal, headers: Mapping[str, str] | None = None) -> Made:
    error: Json = {"type": refusal.type, "message": refusal.message}
    if refusal.details is not None:
        error["details"] = dict(refusal.details)
    body = {"type": "error", "error": error, "request_id": "req_standin"}
    return Made(refusal.status, _bytes(body), headers or {})


def _bytes(body: object) -> bytes:
    return json.dumps(body, ensure_ascii=False).encode()


def _message(asked: Asked, content: list[Json], *, stop_reason: str = "end_turn", used: int | None = None) -> Made:
    text = "".join(str(block.get("text", "")) for block in content)
    return Made(
        200,
        _bytes(
            {
                "id": "msg_standin",
                "type": "message",
                "role": "assistant",
                "model": asked.model,
                "content": content,
                "stop_reason": stop_reason,
                "stop_sequence": None,
                "stop_details": {"type": "refusal", "category": None} if stop_reason == "refusal" else None,
                "usage": {
                    "input_tokens": tokens(asked.prompt),
                    "output_tokens": tokens(text) if used is None else used,
                },
            }
        ),
    )


def _text(text: str) -> Json:
    return {"type": "text", "text": text}


def _ok(asked: Asked) -> Made:
    if tokens(asked.text) > asked.max_tokens:
        kept = " ".join(asked.text.split()[: asked.max_tokens])
        return _message(asked, [_text(kept)], stop_reason="max_tokens", used=asked.max_tokens)
    return _message(asked, [_text(asked.text)])


def _thinking(asked: Asked) -> Made:
    thought: Json = {"type": "thinking", "thinking": "Let me see what the passages say.", "signature": "c2ln"}
    return _message(asked, [thought, _text(asked.text)])


def _blocks(asked: Asked) -> Made:
    third = len(asked.text) // 3 + 1
    parts = [asked.text[i : i + third] for i in range(0, len(asked.text), third)]
    return _message(asked, [_text(part) for part in parts])


def _max_tokens(asked: Asked) -> Made:
    return _message(asked, [_text(asked.text[: len(asked.text) // 2])], stop_reason="max_tokens", used=asked.max_tokens)


def _expansion(change: Callable[[Asked], str]) -> Callable[[Asked], Made]:
    """A fault of expansions only: an answer in this mode is a good one."""
    return lambda asked: _ok(replace(asked, text=change(asked))) if asked.expanding else _ok(asked)


def _with_variants(asked: Asked, variants: list[str]) -> str:
    return json.dumps({**json.loads(asked.text), "variants": variants}, ensure_ascii=False)


def _first_variant(asked: Asked) -> str:
    variants = json.loads(asked.text)["variants"]
    return str(variants[0]) if variants else asked.prompt


def _error(status: int, kind: str, message: str) -> Callable[[Asked], Made]:
    return lambda asked: made_error(Refusal(status, kind, message.format(key=asked.key, model=asked.model)))


def _rate_limit(asked: Asked) -> Made:
    refusal = Refusal(429, "rate_limit_error", "This request would exceed your rate limit.")
    return made_error(refusal, _retry_after(asked))


def _overloaded(asked: Asked) -> Made:
    return made_error(Refusal(529, "overloaded_error", "Overloaded"), _retry_after(asked))


def _retry_after(asked: Asked) -> dict[str, str]:
    return {} if asked.retry_after is None else {"retry-after": asked.retry_after}


def _spend_limit(asked: Asked) -> Made:
    details = {"error_code": "enforced_spend_limit_reached"}
    refusal = Refusal(429, "rate_limit_error", "Raise it to go on.", details)
    return made_error(refusal, {"x-should-retry": "false"})


MODES: Mapping[str, Callable[[Asked], Made]] = {
    "ok": _ok,
    "empty": lambda asked: _message(asked, [], used=2),
    "thinking": _thinking,
    "blocks": _blocks,
    "max_tokens": _max_tokens,
    "refusal": lambda asked: _message(asked, [], stop_reason="refusal", used=1),
    "400": _error(400, "invalid_request_error", "prompt is too long"),
    "401": _error(401, "authentication_error", "invalid x-api-key"),
    "401_echo": _error(401, "authentication_error", "Incorrect API key provided: {key}"),  # as some gateways do
    "403": _error(403, "permission_error", "Not permitted."),
    "404": _error(404, "not_found_error", "model: {model}"),
    "429": _rate_limit,
    "spend_limit": _spend_limit,
    "500": _error(500, "api_error", "Internal server error"),
    "529": _overloaded,
    "html_502": lambda asked: Made(502, HTML, kind="text/html"),
    "html_200": lambda asked: Made(200, HTML, kind="text/html"),
    "cut": lambda asked: replace(_ok(asked), cut=True),
    "slow": _ok,  # the server waits `slow_s` before it
    "trickle": lambda asked: replace(_ok(asked), drip=True),
    "invalid_json": _expansion(lambda asked: '{"standalone": "What is'),
    "many_variants": _expansion(
        lambda asked: _with_variants(asked, [f"variant {i}" for i in range(1, asked.many + 1)])
    ),
    "no_variants": _expansion(lambda asked: _with_variants(asked, [])),
    "duplicate_variants": _expansion(lambda asked: _with_variants(asked, [_first_variant(asked)] * 3)),
}
