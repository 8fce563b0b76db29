"""Book text and models' output are untrusted: what may become markup is listed here, all else stays text."""

import re
from collections.abc import Collection, Mapping, MutableMapping, Sequence
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict

# "zero" knows paragraphs only; nothing that can load or lead anywhere (images, links, HTML) is ever added
_ALLOWED = ["emphasis", "list", "blockquote", "backticks", "newline", "escape"]
_NUMBER = re.compile(r"\[(\d{1,4})\]")
_PUNCTUATION = re.compile(r"([!#$&()*+\-./:<=>@\[\\\]^_`{|}~])")
# Streamlit reads :name: and bare addresses in the text that is left after escaping: a word joiner parts them
_PARTED = re.compile(r"(\\[:@](?=\S)|\bwww(?=\\\.))", re.IGNORECASE)
_SPACES = re.compile(r"[^\S\u00a0\u202f]+")  # those that do not break, as French and numbers have them, stay
_DIRECTIONS = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])

# a word longer than a phone is wide breaks instead of widening the page
_BREAKS = 'dir="auto" style="overflow-wrap:anywhere"'
_LEFT = "text-align:left;min-width:6rem"


def _text(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    return _NUMBER.sub(
        lambda number: f"<sup>{number[0]}</sup>" if int(number[1]) in env["numbers"] else number[0],
        escape(tokens[index].content),
    )


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("zero").enable(_ALLOWED)
    markdown.add_render_rule("text", _text)
    return markdown


_MARKDOWN = _markdown()


def answer_html(text: str, *, numbers: Collection[int]) -> str:
    """An answer's Markdown as HTML; only the numbers of its own citations are raised."""
    return f"<div {_BREAKS}>{_MARKDOWN.render(text, {'numbers': numbers})}</div>"


def text_html(text: str, *, language: str = "") -> str:
    """Plain text with its line breaks, and its language for screen readers and fonts."""
    attribute = f' lang="{escape(language)}"' if language else ""
    lines = "<br>".join(escape(line) for line in text.splitlines())
    return f"<div{attribute} {_BREAKS}>{lines}</div>"


def quote_html(text: str, *, language: str = "") -> str:
    """A passage, set apart from what is said about it."""
    style = "border-left:3px solid rgba(128,128,128,.5);margin:.5rem 0;padding-left:1rem"
    return f'<blockquote style="{style}">{text_html(text, language=language)}</blockquote>'


def list_html(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li {_BREAKS}>{escape(item)}</li>" for item in items) + "</ul>"


def pairs_html(pairs: Mapping[str, str]) -> str:
    """Names with their colons and values, a line each; those without a value are left out."""
    lines = (f"{escape(name)} <bdi>{escape(value)}</bdi>" for name, value in pairs.items() if value)
    return f"<div {_BREAKS}>{'<br>'.join(lines)}</div>"


def table_html(head: Sequence[str], rows: Sequence[Sequence[str]], *, numeric: Collection[int] = ()) -> str:
    """A table that scrolls by itself on a narrow screen; the columns in `numeric` are set to the right."""

    def line(cells: Sequence[str], tag: str) -> str:
        sides = ("text-align:right" if column in numeric else _LEFT for column in range(len(cells)))
        return (
            "<tr>"
            + "".join(
                f'<{tag} style="{side};padding:.2rem .6rem">{escape(cell)}</{tag}>'
                for cell, side in zip(cells, sides, strict=True)
            )
            + "</tr>"
        )

    body = "".join(line(row, "td") for row in rows)
    return (
        '<div style="overflow-x:auto" tabindex="0"><table style="border-collapse:collapse">'
        f"<thead>{line(head, 'th')}</thead><tbody>{body}</tbody></table></div>"
    )


def label(text: str) -> str:
    """Text for a place that Streamlit reads as Markdown: labels, buttons, messages."""
    one_line = _SPACES.sub(" ", text.translate(_DIRECTIONS)).strip()
    return _PARTED.sub("\\1\u2060", _PUNCTUATION.sub(r"\\\1", one_line))
