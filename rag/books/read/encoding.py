"""Bytes become text: the encoding is found from marks, from validity, and from how the words look in each."""

from __future__ import annotations

import codecs
import re
import unicodedata
from dataclasses import dataclass
from itertools import pairwise

from charset_normalizer import from_bytes

from rag.errors import BadBook

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark begins the same way
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# where two fit equally well, the first is taken: Latin letters are the commonest, and Windows writes more files
_EIGHT_BIT = ("cp1252", "iso8859_15", "cp1250", "iso8859_2", "cp1253", "iso8859_7", "cp1255", "iso8859_8", "cp1251",
              "koi8_r", "cp1254", "mac_roman")  # fmt: skip
_NAMES = {
    "cp1250": "Windows-1250", "cp1251": "Windows-1251", "cp1252": "Windows-1252", "cp1253": "Windows-1253",
    "cp1254": "Windows-1254", "cp1255": "Windows-1255", "koi8_r": "KOI8-R", "mac_roman": "Mac Roman",
    "iso8859_2": "ISO-8859-2", "iso8859_7": "ISO-8859-7", "iso8859_8": "ISO-8859-8", "iso8859_15": "ISO-8859-15",
    "utf-16-le": "UTF-16 without its mark", "utf-16-be": "UTF-16 without its mark",
}  # fmt: skip
_AS_ON_THE_WEB = dict.fromkeys(("iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"), "cp1252")  # WHATWG Encoding
_SAMPLE = 30_000
_POOR = 0.08  # penalties for each letter beyond ASCII: then an encoding of several bytes is looked for
_BROKEN_FEW = 0.05  # of the characters beyond ASCII: a UTF-8 file with a few bad bytes is still one
_SOUND = 0.98
_LONGEST_SHARE = 0.9  # characters to bytes, where letters have several
_LOSING_FEW = 0.002  # a stray byte that an encoding does not have, against the letters beyond ASCII
# what is seen nowhere and can hide or turn words: controls, zero-width spaces, overrides of the writing direction
_CONTROLS: dict[int, str | None] = dict.fromkeys(
    [*range(9), 11, *range(14, 32), *range(127, 160), 0x200B, 0x2060, *range(0x202A, 0x202F), *range(0x2066, 0x206A),
     0xFEFF, 0xFFFE, 0xFFFF]
)  # fmt: skip
_CONTROLS[0x85] = "\n"
_WORD = re.compile(r"[^\s\x00-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+")
_FINAL = "ςךםןףץ"
_NEVER_FINAL = "σ"
_SCRIPTS = {"LATIN", "GREEK", "HEBREW", "CYRILLIC"}
_SELDOM = set("ðþýÿÐÞÝ¹²³ªº×÷")


@dataclass(frozen=True, slots=True)
class Decoded:
    """`warning` names an encoding that was guessed; empty for UTF-8 and for what a mark or the file itself says."""

    text: str
    encoding: str
    warning: str = ""


def decode(data: bytes, name: str, *, declared: str = "") -> Decoded:
    """Text with plain line ends, without control characters. `declared` is what the file says of itself, which is
    believed where the bytes fit it."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return Decoded(clean(data.decode(encoding, errors="replace")), encoding)
    if b"\x00" in data:
        return _sixteen_bit(data, name)
    for encoding in ("utf-8", _AS_ON_THE_WEB.get(declared.lower(), declared)):
        text = _strictly(data, encoding) if encoding else None
        if text is not None:
            return Decoded(clean(text), encoding)
    text = data.decode("utf-8", errors="replace")
    lost = text.count("\ufffd")
    if lost <= sum(not c.isascii() for c in text) * _BROKEN_FEW:
        return Decoded(clean(text.replace("\ufffd", "")), "utf-8", f"Bytes that are not UTF-8 were left out: {lost}.")
    encoding = _guess(data)
    text = data.decode(encoding, errors="replace")
    shown = _NAMES.get(encoding, encoding.replace("_", "-").upper())
    warning = f"It is not UTF-8; it was read as {shown}. Save it as UTF-8 if letters look wrong."
    return Decoded(clean(text).replace("\ufffd", ""), encoding, warning)


def clean(text: str) -> str:
    """Line ends as \\n, and nothing that cannot be seen."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_CONTROLS)


def _strictly(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _sixteen_bit(data: bytes, name: str) -> Decoded:
    """Read the right way round, UTF-16 has its NULs where plain letters and spaces stand; all else is no text."""
    best, most = "", 0.0
    for encoding in ("utf-16-le", "utf-16-be"):
        text = _strictly(data, encoding) or "\x00"
        sound = sum(c in "\r\n\t" or (c.isprintable() and unicodedata.category(c) != "Co") for c in text)
        plain = sum(c < "\u0100" for c in text) / data.count(b"\x00")
        if "\x00" not in text and sound >= _SOUND * len(text) and plain > most:
            best, most = encoding, plain
    if not best:
        raise BadBook(f"{name} is not text: it holds NUL bytes.", "Save it as text in UTF-8, or as a book's format.")
    return Decoded(clean(data.decode(best)), best, f"It was read as {_NAMES[best]}.")


def _guess(data: bytes) -> str:
    """The encoding in which the fewest words look impossible."""
    sample = _sample(data)
    rated = [(penalty, encoding) for encoding in _EIGHT_BIT if (penalty := _penalty(sample, encoding)) is not None]
    lowest, best = min(rated, key=lambda pair: pair[0], default=(1.0, "cp1252"))
    other = from_bytes(sample).best() if lowest > _POOR else None
    if other is None:
        return best
    text = _strictly(data, other.encoding)
    # between alphabets its guess is worse than ours, of scripts with several bytes a letter it knows more
    return other.encoding if text is not None and len(text) < _LONGEST_SHARE * len(data) else best


def _sample(data: bytes) -> bytes:
    """The lines that hold bytes beyond ASCII, as many as are needed."""
    lines = [line for line in re.split(rb"[\r\n]", data) if not line.isascii()]
    sample = b"\n".join(lines)
    return sample if len(sample) <= _SAMPLE else sample[:_SAMPLE].rpartition(b" ")[0] or sample[:_SAMPLE]


def _penalty(sample: bytes, encoding: str) -> float | None:
    """None where bytes have no meaning in it; else how often a letter beyond ASCII stands where it cannot."""
    text = sample.decode(encoding, errors="replace")
    beyond = sum(not c.isascii() for c in text)
    lost = text.count("\ufffd")
    if not beyond or lost > max(1, beyond * _LOSING_FEW):
        return None
    return (sum(_oddities(word) for word in _WORD.findall(text) if not word.isascii()) + lost) / beyond


def _oddities(word: str) -> float:
    """What no writing does: two scripts in a word, a sign inside it, capitals after small letters, final letters in
    the middle, many accented Latin letters in a row, Greek without an accent."""
    core = word.strip("«»“”‘’„…–—·¿¡§©®°†•€£½¼¾ ")
    letters = [c for c in core if c.isalpha() or unicodedata.combining(c)]
    scripts = {script for c in letters if (script := unicodedata.name(c, "").split(" ")[0]) in _SCRIPTS}
    odd = float(sum(not (c.isalpha() or unicodedata.combining(c) or c in "’‘-–—…·­0123456789«»“”°/ ") for c in core))
    odd += sum(not c.isascii() for c in core) * (len(scripts) > 1)
    odd += sum(a.islower() and b.isupper() for a, b in pairwise(core))
    odd += sum(c in _FINAL for c in core[:-1]) + (len(core) > 1 and core[-1] in _NEVER_FINAL)
    odd += 0.5 * sum(c in _SELDOM for c in core)
    if scripts == {"LATIN"}:
        odd += 0.5 * len(max(re.findall(r"[^\x00-\x7f]{3,}", core), key=len, default=""))
    if scripts == {"GREEK"} and len(core) > 3 and core.islower():
        odd += sum(bool(unicodedata.decomposition(c)) for c in core) != 1
    return odd
