"""Project Gutenberg's header, footer and credits go; what the header says of the book is kept."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rag.books.language import language_code
from rag.books.values import Front
from rag.text import squeeze

_START = re.compile(
    r"\*{3}\s*START OF (?:THE|THIS) PROJECT GUTENBERG EBOOK[^*]*\*{3}|\*END\*?\s*THE SMALL PRINT[^*\n]*\*\w*\*?", re.I
)
_END = re.compile(
    r"\*{3}\s*END OF (?:THE|THIS) PROJECT GUTENBERG EBOOK|^\s*End of (?:the |this )?Project Gutenberg(?:'s|’s| EBook)",
    re.I | re.MULTILINE,
)
_CREDIT = re.compile(r"(?:Produced by|E-?text prepared by|Transcribed (?:by|from)|Credits:)\b", re.I)
_FIELDS = ("Title", "Author", "Editor", "Translator", "Contributor", "Illustrator", "Annotator", "Commentator",
           "Release Date", "Posting Date", "Last Updated", "Most recently updated", "Language", "Edition", "Credits",
           "Original publication", "Character set encoding", "Produced by")  # fmt: skip
_FIELD = re.compile(rf"(?<![\w-])\[?({'|'.join(_FIELDS)}):[ \t]*")
_WRAPPED = 60  # a header's line as long as this goes on in the next; after a shorter one a subtitle stands
_NEAR = 20_000  # a header's length at most


def is_gutenberg(text: str) -> bool:
    return "project gutenberg" in text[:3000].lower() or bool(_START.search(text[:_NEAR]))


def cut(text: str) -> tuple[str, Front]:
    """A plain text between header and footer, and what the header says; as it was where there is neither."""
    start = _START.search(text[:_NEAR])
    end = _END.search(text, start.end() if start else 0)
    if start is None and (end is None or not is_gutenberg(text)):
        return text, Front()
    front = read_header(text[: start.start()]) if start else Front()
    body = text[start.end() if start else 0 : end.start() if end else len(text)]
    return _without_credits(body), front


def inside(texts: Sequence[str]) -> tuple[slice, Front]:
    """The same for paragraphs or blocks that were read already: the slice of them that is the book."""
    first, last, front = 0, len(texts), Front()
    for number, text in enumerate(texts):
        if _START.search(text):
            first, front = number + 1, read_header("\n".join(texts[: number + 1]))
            break
    for number in range(first, len(texts)):
        if _END.search(texts[number]) and (first or is_gutenberg(texts[number])):
            last = number
            break
    while first < last and _CREDIT.match(texts[first].strip()):
        first += 1
    return slice(first, last), front


def read_header(header: str) -> Front:
    """From `Title: ...` and its like, each on lines of its own or all on one."""
    marks = [*_FIELD.finditer(header)]
    ends = [*(mark.start() for mark in marks[1:]), len(header)]
    fields: dict[str, str] = {}
    for mark, end in zip(marks, ends, strict=True):
        fields.setdefault(mark.group(1), _value(header[mark.end() : end]))
    translator, editor = fields.get("Translator", ""), fields.get("Editor", "")
    return Front(
        author=fields.get("Author", ""),
        title=fields.get("Title", ""),
        edition=f"tr. {translator}" if translator else f"ed. {editor}" if editor else "",
        language=language_code(fields.get("Language", "")),
        translator=translator,
    )


def _value(written: str) -> str:
    """Up to the first empty line; of a title with a subtitle below it, the title."""
    lines = [line.strip() for line in re.split(r"\n\s*\n", written.strip())[0].split("\n")]
    first = next((number for number, line in enumerate(lines) if len(line) < _WRAPPED), len(lines) - 1)
    return squeeze(" ".join(lines[: first + 1])).partition(" START OF ")[0].rstrip("* ")


def _without_credits(body: str) -> str:
    """Who scanned and proofread it stands in the first paragraph, where it stands."""
    head, break_, rest = body.lstrip().partition("\n\n")
    return rest if break_ and _CREDIT.match(head) else body
