"""Where a command's words go: results on standard output, everything else on standard error."""

import json
import sys
import textwrap
import time
from collections.abc import Iterable
from types import TracebackType
from typing import TextIO

import click

from rag.errors import RagError

_WIDTH = 100
# a book's text may hold escape sequences, which a terminal would obey
_CONTROL = dict.fromkeys([*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0)], "\N{REPLACEMENT CHARACTER}")


def set_up_streams(*streams: TextIO) -> None:
    """A terminal that cannot show Greek shows escapes instead of a traceback."""
    for stream in streams:
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def say(text: str) -> None:
    """Progress and notes."""
    click.echo(text.translate(_CONTROL), err=True)


def notes(texts: Iterable[str]) -> None:
    for text in texts:
        say(f"Note: {text}")


def put(text: str) -> None:
    """A result for people."""
    _write(text.translate(_CONTROL))


def put_json(value: object) -> None:
    """A result for programs, on one line; escapes where the stream is not UTF-8, so that it stays JSON."""
    encoding = (sys.stdout.encoding or "ascii").lower().replace("-", "")
    _write(json.dumps(value, ensure_ascii=encoding != "utf8"))


def _write(text: str) -> None:
    try:
        click.echo(text)
    except BrokenPipeError:
        raise  # a reader that has seen enough; click ends quietly
    except OSError as error:
        raise RagError(
            f"The result could not be written: {error.strerror}.", "Make room, or write elsewhere."
        ) from error


def wrapped(text: str, indent: str = "   ") -> str:
    """A paragraph within the page's width; its own line breaks stay."""
    lines = (textwrap.fill(line, _WIDTH, initial_indent=indent, subsequent_indent=indent) for line in text.splitlines())
    return "\n".join(lines)


def counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


class Bar:
    """Progress on standard error: a bar redrawn in place on a terminal, a line now and then elsewhere."""

    _CELLS = 30
    _QUIET_S = 10.0

    def __enter__(self) -> "Bar":
        self._drawn = ""
        self._said_at = time.monotonic()
        return self

    def show(self, label: str, done: int, of: int, *, left_s: float | None = None) -> None:
        left = "" if left_s is None else f", {_duration(left_s)} left"
        if sys.stderr.isatty():
            full = self._CELLS * done // max(of, 1)
            self._draw(f"{label}  [{'#' * full}{'-' * (self._CELLS - full)}] {done}/{of}{left}")
        elif time.monotonic() - self._said_at >= self._QUIET_S:
            self._said_at = time.monotonic()
            say(f"{label}  {done}/{of}{left}")

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._draw("")

    def _draw(self, line: str) -> None:
        if line != self._drawn:
            click.echo("\r" + line.ljust(len(self._drawn)) + ("" if line else "\r"), err=True, nl=False)
            self._drawn = line


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
