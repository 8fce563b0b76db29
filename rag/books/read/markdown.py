"""Markdown: headings, paragraphs and lists as plain text, footnotes apart, front matter read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markdown_it import MarkdownIt
from markdown_it.token import Token

from rag.books.language import language_code
from rag.books.read.lay_out import Piece, lay_out
from rag.books.values import Book, Front, Note
from rag.errors import BadBook
from rag.text import squeeze

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FIELD = re.compile(r"([A-Za-z_-]+)\s*:\s*(.*)")
_FOOTNOTE = re.compile(r"^\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n(?:[ \t]{2,}.*|[ \t]*(?=\n[ \t]{2,})))*)", re.MULTILINE)
_FOOTNOTE_MARK = re.compile(r"\[\^[^\]\s]+\]")
_TAG = re.compile(r"<!--.*?-->|</?[A-Za-z][^>]*>", re.DOTALL)
_SIGNS = re.compile(r"\A---[ \t]*\n[A-Za-z_-]+\s*:|^#{1,6}[ \t]+\S|^\[\^[^\]\s]+\]:|\*\*\w|\]\(https?://", re.MULTILINE)


def looks_like_markdown(text: str) -> bool:
    return bool(_SIGNS.search(text))


def read_markdown(text: str, name: str, scheme: str) -> Book:
    front, text = _front(text)
    notes = tuple(Note(squeeze(match.group(2)), 0) for match in _FOOTNOTE.finditer(text))
    text = _FOOTNOTE_MARK.sub("", _FOOTNOTE.sub("", text))
    parser = MarkdownIt("commonmark").enable("table")
    laid = lay_out(list(_pieces(parser.parse(text))), scheme, titled=True)
    if not laid.blocks:
        raise BadBook(f"{name} has headings at most, and no text under them.", "There is nothing in it to read.")
    title = front.title or laid.title
    front = Front(
        front.author, title, front.edition, front.language, front.translator, front.year, front.urn, front.genre
    )
    return Book(front, laid.blocks, laid.divisions, notes, laid.scheme)


def _front(text: str) -> tuple[Front, str]:
    """Title, author and so on from a block of `name: value` lines at the top; other lines in it are passed over."""
    match = _FRONT.match(text)
    fields = [_FIELD.fullmatch(line.strip()) for line in match.group(1).splitlines()] if match else []
    found = {field.group(1).lower(): field.group(2).strip().strip("\"'") for field in fields if field}
    if not match or not found:
        return Front(), text
    year = re.search(r"-?\d{1,4}", found.get("year", found.get("date", "")))
    front = Front(
        author=found.get("author", ""),
        title=found.get("title", ""),
        edition=found.get("edition", ""),
        language=language_code(found.get("language", found.get("lang", ""))),
        translator=found.get("translator", ""),
        year=int(year.group()) if year else None,
        urn=found.get("urn", ""),
        genre=found.get("genre", ""),
    )
    return front, text[match.end() :]


def _pieces(tokens: Sequence[Token]) -> Iterator[Piece]:
    rank = 0
    cells: list[str] = []
    in_table = False
    for token in tokens:
        if token.type == "heading_open":
            rank = int(token.tag[1])
        elif token.type in ("tr_open", "tr_close"):
            in_table = token.type == "tr_open"
            yield from [Piece(" | ".join(cells))] if cells else []
            cells = []
        elif token.type == "inline" and in_table:
            cells.append(squeeze(_plain(token.children or ())))
        elif token.type == "inline":
            yield Piece(squeeze(_plain(token.children or ())), rank)
            rank = 0
        elif token.type in ("fence", "code_block", "html_block"):
            yield Piece(_TAG.sub(" ", token.content) if token.type == "html_block" else token.content)


def _plain(children: Sequence[Token]) -> str:
    """Emphasis and links leave their words, an image its description."""
    parts = []
    for child in children:
        if child.type in ("softbreak", "hardbreak"):
            parts.append(" ")
        elif child.type == "html_inline":
            parts.append(" " if child.content.lower().startswith("<br") else "")
        elif child.type == "image":
            parts.append(_plain(child.children or ()))
        else:
            parts.append(child.content)
    return "".join(parts)
