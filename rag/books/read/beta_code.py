"""Beta Code, Greek in ASCII as old editions have it, becomes Unicode: nobody searches for `a)reth/`."""

from __future__ import annotations

import re
import unicodedata

from beta_code import beta_code_to_greek
from lxml import etree

WARNING = "Its Greek was in Beta Code; it was turned into Unicode."
_GREEK = ("greek", "grc", "gr", "gre")
_XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_NOT_THE_TEXT = frozenset(("note", "bibl", "biblScope", "title", "author", "head", "label", "speaker"))
_EMPTY = frozenset(("milestone", "pb", "lb", "cb"))
_LEAST_WORDS = 20
_LEAST_SHARE = 0.3  # of the words, with an accent or breathing in ASCII; Greek has 0.8
_MARKED = re.compile(
    r"(?<![\w/])(?!\w+://)[^\w\s]*(?:[A-Za-z()+*]*[AEHIOUWaehiouw][)(]?[/\\=]|\*?[A-Za-z]{1,2}[)(][a-z/\\=])"
)
_LEAST_OF_EACH = 0.02  # acute, grave and circumflex: a slash alone proves nothing
# parentheses, which stand where no breathing can: before a word, after its consonants, or after an accent
_OPENS = re.compile(r"(?<![A-Za-z*()/\\=+|])\((?=[A-Za-z*(])")
_CLOSES = re.compile(r"(?<=[bcdfgklmnpqstxyzBCDFGKLMNPQSTXYZ.,;:'])\)(?![/\\=A-Za-z])")
_CLOSES_A_WORD = re.compile(r"(?<![A-Za-z*()/\\=+|])(\*?[A-Za-z()/\\=+|]*[A-Za-z/\\=|])\)(?![A-Za-z/\\=+|])")
_OPEN, _CLOSE = "\ue028", "\ue029"
_ENDING = re.compile(r"(?<=\w)σ(?![\w'’])")
_ELISION = re.compile(r"(?<=\w)'")


def to_unicode(text: str) -> str:
    """In NFC, with final sigmas; `:` is the raised point, and `;` stays, which is the Greek question mark in NFC."""
    letters = [c for c in text if c.isascii() and c.isalpha()]
    if sum(c.isupper() for c in letters) > len(letters) / 2:
        text = text.lower()  # the Thesaurus writes capitals throughout, and a star before what is one
    text = _CLOSES.sub(_CLOSE, _OPENS.sub(_OPEN, text))
    text = _CLOSES_A_WORD.sub(_closed, text)
    greek = unicodedata.normalize("NFC", beta_code_to_greek(text)).replace(_OPEN, "(").replace(_CLOSE, ")")
    return _ELISION.sub("’", _ENDING.sub("ς", greek))


def _closed(match: re.Match[str]) -> str:
    """A second breathing, one after an accent, or one on a word that begins with a consonant is a parenthesis."""
    word = match.group(1)
    breathes = word.lstrip("*")[0].lower() in "aehiouwr" and not set(word) & set("()/\\=")
    return match.group() if breathes else word + _CLOSE


def looks_like_beta_code(text: str) -> bool:
    """Whether many words carry accents and breathings as signs, which no other writing does."""
    words = text.split()
    marked = [word for word in words if _is_marked(word)]
    each = min(sum(sign in word for word in marked) for sign in "/\\=")
    least = len(words) if len(words) >= _LEAST_WORDS else _LEAST_WORDS / _LEAST_SHARE
    return len(marked) >= _LEAST_SHARE * least and each >= _LEAST_OF_EACH * least


def _is_marked(word: str) -> bool:
    return bool(_MARKED.match(word)) and word.isascii()


def paragraphs_to_unicode(text: str) -> str:
    """Of a plain text, those paragraphs that look like Greek; a title in English stays."""
    parts = re.split(r"(\n\s*\n)", text)
    return "".join(to_unicode(part) if _mostly_marked(part) else part for part in parts)


def _mostly_marked(paragraph: str) -> bool:
    words = paragraph.split()
    return bool(words) and sum(map(_is_marked, words)) >= _LEAST_SHARE * len(words)


def open_beta_code(root: etree._Element) -> bool:
    """Whether a TEI file's Greek, as it says or as it looks, was in Beta Code; then it is Unicode afterwards."""
    text = root.find("{*}text")
    if text is None:
        return False
    greek = [place for place in _places(text, _inherited(root)) if place[2]]
    written = " ".join(_get(element, tail) for element, tail, _ in greek)
    if not written or any("\u0370" <= c <= "\u03ff" or "\u1f00" <= c <= "\u1fff" for c in written):
        return False
    if not any(map(_is_marked, written.split())):
        return False
    for element, tail, _ in greek:
        setattr(element, "tail" if tail else "text", to_unicode(_get(element, tail)))
    for element in text.iter(*(f"{{*}}{name}" for name in _EMPTY)):
        _join(element)
    return True


def _inherited(root: etree._Element) -> bool:
    """Where a file says nothing of languages at all, its look decides."""
    says = any(element.get("lang") or element.get(_XML_LANG) for element in root.iter("{*}text", "{*}body", "{*}div1"))
    return not says and looks_like_beta_code(" ".join(root.find("{*}text").itertext()))


def _places(element: etree._Element, greek: bool) -> list[tuple[etree._Element, bool, bool]]:
    """Every piece of text under an element, as its element and whether it is the tail, and whether it is Greek."""
    if not isinstance(element.tag, str):
        return []
    said = element.get("lang") or element.get(_XML_LANG)
    if said:
        greek = said.strip().lower() in _GREEK
    elif etree.QName(element).localname in _NOT_THE_TEXT:
        greek = False
    places = [(element, False, greek)] if element.text else []
    for child in element:
        places.extend(_places(child, greek))
        if child.tail:
            places.append((child, True, greek))
    return places


def _get(element: etree._Element, tail: bool) -> str:
    return (element.tail if tail else element.text) or ""


def _join(element: etree._Element) -> None:
    """A word that goes on after a milestone has no final sigma before it."""
    if not element.tail or not element.tail[0].isalpha():
        return
    before, parent = element.getprevious(), element.getparent()
    if before is not None and before.tail and before.tail.endswith("ς"):
        before.tail = before.tail[:-1] + "σ"
    elif before is None and parent is not None and parent.text and parent.text.endswith("ς"):
        parent.text = parent.text[:-1] + "σ"
