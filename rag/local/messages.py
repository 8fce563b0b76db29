"""The part of Claude's Messages API that the quoting responder speaks."""

import uuid
from typing import Any

from rag.text import is_text
from rag.types import Json

MODEL = "quotes"


class BadMessage(Exception):
    """The request is not one that the API, or this responder, takes."""


def prompt_of(body: Any) -> str:
    """The text of the last user turn; raises BadMessage where the API would refuse the request."""
    if not isinstance(body, dict):
        raise BadMessage("the body must be an object")
    if not isinstance(body.get("model"), str) or not body["model"]:
        raise BadMessage("model: a name is required")
    most = body.get("max_tokens")
    if not isinstance(most, int) or isinstance(most, bool) or most < 1:
        raise BadMessage("max_tokens: a positive integer is required")
    wanted = body.get("output_config")
    if isinstance(wanted, dict) and wanted.get("format"):
        raise BadMessage("output_config.format: this responder quotes and cannot fill a form")
    if body.get("stream"):
        raise BadMessage("stream: this responder does not stream")
    return _last_text(body.get("messages"))


def _last_text(messages: Any) -> str:
    if not isinstance(messages, list) or not messages:
        raise BadMessage("messages: at least one message is required")
    for message in messages:
        if not isinstance(message, dict) or message.get("role") not in ("user", "assistant"):
            raise BadMessage("messages.role: must be user or assistant")
    if messages[-1]["role"] != "user":
        raise BadMessage("messages: the last message must be the user's")
    text = _text(messages[-1].get("content"))
    if not text.strip() or not is_text(text):
        raise BadMessage("messages.content: text is required")
    return text


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    texts = [block.get("text") for block in blocks if isinstance(block, dict) and block.get("type") == "text"]
    return "\n".join(text for text in texts if isinstance(text, str))


def reply(prompt: str, text: str) -> Json:
    """A message as the API sends it. Tokens are estimated, at four characters each."""
    return {
        "id": f"msg_{uuid.uuid4().hex[:24]}",
        "type": "message",
        "role": "assistant",
        "model": MODEL,
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": _tokens(prompt), "output_tokens": _tokens(text)},
    }


def fault(kind: str, message: str) -> Json:
    return {"type": "error", "error": {"type": kind, "message": message}}


def _tokens(text: str) -> int:
    return max(1, len(text) // 4)
