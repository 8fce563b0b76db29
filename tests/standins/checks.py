"""What Claude's Messages API refuses, in the order in which it looks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Json = dict[str, object]

MODELS = (
    "claude-fable-5-2",
    "claude-mythos-5-2",
    "claude-haiku-5-5",
    "claude-sonnet-5-5",
    "claude-fable-5-1",
    "claude-opus-5-5",
    "claude-mythos-5-1",
    "claude-sonnet-5",
    "claude-fable-5",
    "claude-mythos-5",
    "claude-opus-5",
    "claude-opus-4-8",
    "claude-opus-4-7",
    "claude-mythos-preview",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-haiku-4-5",
    "claude-haiku-4-5-20251001",
    "claude-opus-4-5",
    "claude-opus-4-5-20251101",
    "claude-sonnet-4-5",
    "claude-sonnet-4-5-20250929",
)
VERSIONS = ("2023-06-01", "2026-10-21")
_OLDEST = ("claude-haiku-4-5", "claude-opus-4-5", "claude-sonnet-4-5")
_SAMPLING_ALLOWED = (*_OLDEST, "claude-opus-4-6", "claude-sonnet-4-6", "claude-mythos-preview")
_SAMPLING_DEFAULTS: Mapping[str, object] = {"temperature": 1, "top_p": 1, "top_k": None}
_FIELDS = {
    *("model", "max_tokens", "messages", "system", "stop_sequences", "stream", "metadata", "output_config"),
    *("thinking", "tools", "tool_choice", "service_tier", "cache_control", "container", "speed", "inference_geo"),
    *_SAMPLING_DEFAULTS,
}
# structured outputs know no bounds: they are for the caller to check
_NO_SUCH_BOUND = {"maxItems", "minLength", "maxLength", "minimum", "maximum", "uniqueItems", "multipleOf"}


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error reply, as the API words it."""

    status: int
    type: str
    message: str
    details: Mapping[str, object] | None = None


def refusal(headers: Mapping[str, str], body: object) -> Refusal | None:
    """None where the real API would take the request. Header names are in lower case."""
    if not (headers.get("x-api-key") or headers.get("authorization", "").removeprefix("Bearer ").strip()):
        return Refusal(401, "authentication_error", "x-api-key header is required")
    version = headers.get("anthropic-version")
    if version is None:
        return _bad("anthropic-version: header is required")
    if version not in VERSIONS:
        return _bad(f"anthropic-version: {version!r} is not a valid version")
    if not isinstance(body, dict):
        return _bad("The request body is not valid JSON")
    for message in _complaints(body, version):
        return _bad(message)
    if body["model"] not in MODELS:
        return Refusal(404, "not_found_error", f"model: {body['model']}")
    return None


def _bad(message: str) -> Refusal:
    return Refusal(400, "invalid_request_error", message)


def _complaints(body: Json, version: str) -> Iterator[str]:
    yield from (f"{name}: Field required" for name in ("model", "max_tokens", "messages") if name not in body)
    yield from (f"{name}: Extra inputs are not permitted" for name in body if name not in _FIELDS)
    yield from _scalar_complaints(body)
    yield from _message_complaints(body["messages"])
    if "system" in body and not text_of(body["system"]).strip():
        yield "system: text content blocks must be non-empty"
    if body["model"] in MODELS:
        yield from _model_complaints(body, str(body["model"]), version)
    yield from _output_complaints(body)
    if body.get("stream"):
        yield "stream: this stand-in does not stream"


def _scalar_complaints(body: Json) -> Iterator[str]:
    if not isinstance(body["model"], str) or not body["model"]:
        yield "model: Input should be a valid string"
    if type(body["max_tokens"]) is not int:
        yield "max_tokens: Input should be a valid integer"
    elif not 0 < body["max_tokens"] <= 128_000:
        yield f"max_tokens: {body['max_tokens']} is not between 1 and 128000"


def _message_complaints(messages: object) -> Iterator[str]:
    if not isinstance(messages, list) or not messages:
        yield "messages: at least one message is required"
        return
    for i, message in enumerate(messages):
        if not isinstance(message, dict) or message.get("role") not in ("user", "assistant"):
            yield f"messages.{i}.role: Input should be 'user' or 'assistant'"
            return
        if not text_of(message.get("content")).strip():
            yield f"messages.{i}: all messages must have non-empty content"
    if messages[0]["role"] != "user":
        yield "messages: first message must use the 'user' role"


def _model_complaints(body: Json, model: str, version: str) -> Iterator[str]:
    sampling = {name: body[name] for name in _SAMPLING_DEFAULTS if name in body}
    if not model.startswith(_SAMPLING_ALLOWED):
        for name, value in sampling.items():
            # the newer version of the API refuses even the defaults
            if version != "2023-06-01" or value != _SAMPLING_DEFAULTS[name]:
                yield f"{name}: sampling parameters are not supported by {model}"
    elif model.startswith(_OLDEST) and {"temperature", "top_p"} <= set(sampling):
        yield "`temperature` and `top_p` cannot both be specified for this model"
    messages = body["messages"]
    if isinstance(messages, list) and messages[-1]["role"] == "assistant" and not model.startswith(_OLDEST):
        yield "This model does not support assistant message prefill. The conversation must end with a user message."
    config = body.get("output_config")
    if isinstance(config, dict) and config.get("effort") and model.startswith(("claude-haiku-4", "claude-sonnet-4-5")):
        yield "output_config.effort: this model does not support the effort parameter"


def _output_complaints(body: Json) -> Iterator[str]:
    config = body.get("output_config", {})
    if not isinstance(config, dict) or set(config) - {"format", "effort"}:
        yield "output_config: Input should hold format and effort only"
        return
    if config.get("effort") not in (None, "low", "medium", "high", "xhigh", "max"):
        yield "output_config.effort: Input should be 'low', 'medium', 'high', 'xhigh' or 'max'"
    shape = config.get("format")
    if shape is None:
        return
    if not isinstance(shape, dict) or shape.get("type") != "json_schema" or not isinstance(shape.get("schema"), dict):
        yield "output_config.format: Input should be a json_schema with a schema"
        return
    yield from _schema_complaints(shape["schema"])
    if _asks_for_citations(body["messages"]):
        yield "output_config.format: cannot be used together with citations"


def _schema_complaints(schema: object) -> Iterator[str]:
    if isinstance(schema, list):
        for part in schema:
            yield from _schema_complaints(part)
    if not isinstance(schema, dict):
        return
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        yield "output_config.format.schema: For 'object' type, 'additionalProperties' must be explicitly set to false"
    for name in _NO_SUCH_BOUND & set(schema):
        yield f"output_config.format.schema: For '{schema.get('type')}' type, property '{name}' is not supported"
    for name, part in schema.items():
        # below `properties` the names are the caller's own
        yield from _schema_complaints(list(part.values()) if name == "properties" else part)


def _asks_for_citations(part: object) -> bool:
    if isinstance(part, list):
        return any(_asks_for_citations(item) for item in part)
    if not isinstance(part, dict):
        return False
    citations = part.get("citations")
    return (isinstance(citations, dict) and citations.get("enabled") is True) or _asks_for_citations(
        part.get("content")
    )


def text_of(content: object) -> str:
    """The text of a string, or of all text in a list of content blocks; other blocks count as their type."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    blocks = [block for block in content if isinstance(block, dict)]
    return "\n".join(
        str(block.get("text", "")) if block.get("type") == "text" else f"<{block.get('type')}>" for block in blocks
    )
