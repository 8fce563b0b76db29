"""The one home of the anthropic package: deadlines, retries, and faults in words a person can use."""

from __future__ import annotations

import asyncio
import email.utils
import random
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from rag.errors import ClaudeBusy, ClaudeRefusesKey, ClaudeUnavailable
from rag.text import squeeze

if TYPE_CHECKING:
    # loading the package takes 1.5 s of processor time, so it is loaded at the first call, not at import
    import anthropic

ADDRESS = "https://api.anthropic.com"
TRIES = 3  # where the API does not say how long to wait; an overload seldom ends within seconds
FIRST_WAIT_S = 0.5
CONNECT_S = 5.0
_SAID_LIMIT = 200
_LOOPBACK = ("127.", "localhost", "::1")


@dataclass(frozen=True, slots=True)
class Reply:
    """`text` is all text blocks in order, '' where there are none; a refusal is a reply too (`stop_reason`)."""

    text: str
    stop_reason: str
    model: str
    input_tokens: int
    output_tokens: int


@dataclass(frozen=True, slots=True)
class _Fault:
    """A try that failed; `wait_s` is what the API asked for before the next one."""

    error: ClaudeUnavailable
    again: bool = False
    wait_s: float | None = None


class Claude:
    """Calls block, from any thread; underneath, one SDK client lives on an event loop of its own.

    The loop is there for the deadline: the SDK's timeouts hold for one read and start anew with each byte, and a
    look-up of a name has none, while a task on a loop ends at its time and closes the connection.
    """

    def __init__(self, *, api_key: str, base_url: str | None) -> None:
        self._key = api_key.strip()
        self._address = base_url or ADDRESS
        self._host = urlsplit(self._address).hostname or self._address
        self._loading: asyncio.Future[anthropic.AsyncAnthropic] | None = None
        self._opened: list[anthropic.AsyncAnthropic] = []
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=_serve, args=(self._loop, self._opened), name="claude", daemon=True)
        self._thread.start()
        self._end = weakref.finalize(self, self._loop.call_soon_threadsafe, self._loop.stop)

    def close(self) -> None:
        """Ends the calls under way; without it the connections end with the object."""
        self._end()
        self._thread.join()

    def warm(self) -> None:
        """Starts loading the SDK in the background, so that the first call need not wait for it."""
        asyncio.run_coroutine_threadsafe(self._client(), self._loop)

    def complete(
        self,
        prompt: str,
        *,
        model: str,
        max_tokens: int,
        deadline_s: float,
        max_wait_s: float = 30.0,
        system: str | None = None,
        schema: Mapping[str, object] | None = None,
        effort: str | None = None,
        on_wait: Callable[[float], None] = lambda wait_s: None,
    ) -> Reply:
        """`deadline_s` holds for everything, at most `max_wait_s` of it between tries; `on_wait` hears of each wait."""
        ends = time.monotonic() + deadline_s
        self._check_key()
        request = _request(prompt, model, max_tokens, system) | _config(schema, effort)
        waited_s = 0.0
        tries = 0
        while isinstance(outcome := self._try(request, ends, deadline_s), _Fault):
            tries += 1
            wait_s = _wait_s(outcome, tries)
            if wait_s is None or waited_s + wait_s > max_wait_s or time.monotonic() + wait_s >= ends:
                raise outcome.error
            on_wait(wait_s)
            time.sleep(wait_s)
            waited_s += wait_s
        return outcome

    def _check_key(self) -> None:
        if not self._key and self._address == ADDRESS:
            raise ClaudeRefusesKey("No key for Claude is set.", "Set ANTHROPIC_API_KEY.")
        if not (self._key.isascii() and self._key.isprintable()) or " " in self._key:
            # such a key cannot even be sent, and the error of the attempt would show it
            raise ClaudeRefusesKey("The key for Claude holds characters no key has.", "Copy ANTHROPIC_API_KEY anew.")

    def _try(self, request: dict[str, Any], ends: float, deadline_s: float) -> Reply | _Fault:
        """Faults come back as values: raised later, they carry no SDK error, whose text may hold HTML or the key."""
        future = asyncio.run_coroutine_threadsafe(self._send(request, ends - time.monotonic()), self._loop)
        try:
            return future.result()
        except TimeoutError:
            return _Fault(
                ClaudeBusy(
                    f"Claude did not answer within {deadline_s:g} s.",
                    "Ask again; if it stays so, choose a faster model or a longer deadline.",
                )
            )
        finally:
            future.cancel()  # an interrupt ends the request as well, so that nothing more is billed

    async def _send(self, request: dict[str, Any], left_s: float) -> Reply | _Fault:
        async with asyncio.timeout(left_s):
            client = await self._client()
            import anthropic

            # the loop's timeout above is the one that ends a slow reply, so this one is a little longer
            timeout = anthropic.Timeout(left_s + 1, connect=CONNECT_S)
            try:
                message = await client.messages.create(**request, timeout=timeout)
            except anthropic.APIConnectionError:
                return _Fault(self._unreachable(), again=True)
            except anthropic.APIStatusError as error:
                return self._judge(error, str(request["model"]))
            except ValueError:  # the body of a good status is not JSON after all
                return _Fault(self._not_claude())
            return _reply(message) or _Fault(self._not_claude())

    async def _client(self) -> anthropic.AsyncAnthropic:
        if self._loading is None:
            self._loading = asyncio.ensure_future(asyncio.to_thread(self._load))
        return await asyncio.shield(self._loading)

    def _load(self) -> anthropic.AsyncAnthropic:
        import anthropic

        client = anthropic.AsyncAnthropic(
            api_key=self._key or "none",  # a gateway may need no key, but the SDK insists on one
            base_url=self._address,
            max_retries=0,  # the SDK's own retries know no deadline
            # our own server on loopback must not be looked for through a proxy
            http_client=anthropic.DefaultAsyncHttpxClient(trust_env=not self._host.startswith(_LOOPBACK)),
        )
        self._opened.append(client)
        return client

    def _judge(self, error: anthropic.APIStatusError, model: str) -> _Fault:
        status, said = error.status_code, self._said(error)
        if status == 402 or (error.error_code or "").endswith("spend_limit_reached"):
            return _Fault(_out_of_money(said))
        if status in (401, 403):
            return _Fault(_refused_key(status, said))
        if status == 404:
            # "Not Found" alone is about the path
            return _Fault(self._not_claude() if said.lower() in ("", "not found") else _unknown_model(model))
        if status in (408, 409, 429) or status >= 500:
            wait_s = _asked_wait_s(error.response.headers)
            again = error.response.headers.get("x-should-retry") != "false"
            return _Fault(_busy(status, wait_s), again=again, wait_s=wait_s)
        return _Fault(
            ClaudeUnavailable(
                f"Claude's API refused the request (status {status}). {said}".strip(),
                "Asking the same again will not help: shorten the question, or check the model's settings.",
            )
        )

    def _said(self, error: anthropic.APIStatusError) -> str:
        """What the API says about it; never a page of HTML, never the key."""
        said = squeeze(str(error.api_message or ""))
        if self._key:
            said = said.replace(self._key, "…")
        return "" if "<" in said else said[:_SAID_LIMIT]

    def _unreachable(self) -> ClaudeBusy:
        return ClaudeBusy(
            f"The connection to Claude ({self._host}) failed.",
            "Check the network or ANTHROPIC_BASE_URL, then ask again.",
        )

    def _not_claude(self) -> ClaudeUnavailable:
        return ClaudeUnavailable(
            f"What answers at {self._host} is not Claude's API.", "Check ANTHROPIC_BASE_URL: the address without /v1."
        )


def _serve(loop: asyncio.AbstractEventLoop, opened: list[anthropic.AsyncAnthropic]) -> None:
    """Runs the loop until it is stopped, then ends what is left on it. Knows no `Claude`, which could not go else."""
    loop.run_forever()
    loop.run_until_complete(_wind_down(opened))
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


async def _wind_down(opened: list[anthropic.AsyncAnthropic]) -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for client in opened:
        await client.close()


def _request(prompt: str, model: str, max_tokens: int, system: str | None) -> dict[str, Any]:
    """No sampling parameters: most current models refuse them."""
    request = {"model": model, "max_tokens": max_tokens, "messages": [{"role": "user", "content": prompt}]}
    return request if system is None else {**request, "system": system}


def _config(schema: Mapping[str, object] | None, effort: str | None) -> dict[str, Any]:
    shape = {} if schema is None else {"format": {"type": "json_schema", "schema": dict(schema)}}
    config = shape if effort is None else {**shape, "effort": effort}
    return {"output_config": config} if config else {}


def _reply(message: object) -> Reply | None:
    """None where the body is no message: the SDK hands on whatever came with a good status, even a page of HTML."""
    content = getattr(message, "content", None)
    if not isinstance(content, list):
        return None
    # by type: a reply may begin with thinking, and citations cut the text into many blocks
    texts = [block.text for block in content if getattr(block, "type", None) == "text"]
    usage = getattr(message, "usage", None)
    return Reply(
        text="".join(texts),
        stop_reason=getattr(message, "stop_reason", None) or "",
        model=getattr(message, "model", None) or "",
        input_tokens=getattr(usage, "input_tokens", None) or 0,
        output_tokens=getattr(usage, "output_tokens", None) or 0,
    )


def _wait_s(fault: _Fault, tries: int) -> float | None:
    """How long to wait after so many tries; None is to give up."""
    if not fault.again:
        return None
    if fault.wait_s is not None:
        return fault.wait_s
    if tries >= TRIES:
        return None
    # up to a quarter less, so that those who were turned away together do not come back together
    return FIRST_WAIT_S * float(2 ** (tries - 1)) * random.uniform(0.75, 1.0)


def _asked_wait_s(headers: Mapping[str, str]) -> float | None:
    """The header's seconds or date; None where it asks for nothing."""
    asked = headers.get("retry-after", "")
    try:
        wait_s = float(asked)
    except ValueError:
        date = email.utils.parsedate_tz(asked)
        wait_s = email.utils.mktime_tz(date) - time.time() if date else 0.0
    return wait_s if wait_s > 0 else None


def _busy(status: int, wait_s: float | None) -> ClaudeBusy:
    reasons = {429: "Claude's rate limit is reached", 529: "Claude is overloaded"}
    reason = reasons.get(status, "Claude's API has a fault of its own")
    if wait_s is None:
        when = "in a moment"
    elif wait_s < 90:
        when = f"in {wait_s:.0f} s"
    else:
        when = f"in {wait_s / 60:.0f} minutes"
    return ClaudeBusy(f"{reason} (status {status}).", f"Ask again {when}.")


def _out_of_money(said: str) -> ClaudeUnavailable:
    return ClaudeUnavailable(
        f"Claude's spending limit is reached. {said}".strip(), "An administrator can raise it in Claude's console."
    )


def _refused_key(status: int, said: str) -> ClaudeRefusesKey:
    reason = "refuses the key" if status == 401 else "does not allow this key to do that"
    return ClaudeRefusesKey(
        f"Claude's API {reason} (status {status}). {said}".strip(), "An administrator should check ANTHROPIC_API_KEY."
    )


def _unknown_model(model: str) -> ClaudeUnavailable:
    return ClaudeUnavailable(
        f"Claude's API has no model {model!r} (any more).", "Set ANSWER_MODEL or EXPAND_MODEL to one that it offers."
    )
