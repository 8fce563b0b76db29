"""Options and kinds of value that several commands share."""

import json
from collections.abc import Callable
from typing import TypeVar

import click

from rag.text import is_text
from rag.types import STRATEGIES

Command = TypeVar("Command", bound=Callable[..., object])


class Text(click.ParamType[str]):
    """Words: neither nothing nor bytes that no encoding explains."""

    name = "text"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        text = str(value)
        if not is_text(text):
            self.fail("this is not text in the terminal's encoding.", param, ctx)
        if not text.strip():
            self.fail("this is empty; leave the option out.", param, ctx)
        return text


class Texts(click.ParamType[tuple[str, ...]]):
    """A JSON list of texts."""

    name = "json list"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        try:
            texts = json.loads(str(value))
        except (ValueError, RecursionError) as error:
            self.fail(f'this is not JSON ({error}); write a list like ["virtue", "ἀρετή"].', param, ctx)
        if not isinstance(texts, list) or not all(isinstance(text, str) and is_text(text) for text in texts):
            self.fail('this is not a list of texts like ["virtue", "ἀρετή"].', param, ctx)
        return tuple(texts)


class Strategies(click.ParamType[tuple[str, ...]]):
    """Names of strategies with commas between them."""

    name = "a,b"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(name.strip() for name in str(value).split(",") if name.strip()))
        unknown = [name for name in names if name not in STRATEGIES]
        if unknown or not names:
            self.fail(
                f"{', '.join(unknown) or 'nothing'} is no strategy; known are {', '.join(STRATEGIES)}.", param, ctx
            )
        return names


json_option = click.option("--json", "as_json", is_flag=True, help="One JSON value on standard output, nothing else.")


def search_options(command: Command) -> Command:
    """How to search and where: the options of `search` that `ask` takes too; the scope comes as **scope."""
    options = [
        click.option("--strategy", type=click.Choice(STRATEGIES), help="The way of searching. [default: STRATEGY]"),
        click.option("--variants", type=Texts(), help="Search these texts too, in place of an expansion of our own."),
        click.option("--author", type=Text(), help="Only this author, by any name: Plato, Platon, Πλάτων."),
        click.option("--work", type=Text(), help="Only this work, by any name or abbreviation."),
        click.option("--language", type=Text(), help="Only texts in this language: en, fr, grc, la."),
        click.option("--source-id", type=Text(), help="Only this document."),
        click.option("--section", type=Text(), help="Only this section and those inside it, by its section_id."),
        click.option("--unit-type", type=Text(), help="Only this kind: argument, definition, objection ..."),
    ]
    for option in reversed(options):
        command = option(command)
    return command
