"""Characters by the names that ISO 8879 gave them, for files whose DTD is never loaded."""

from __future__ import annotations

import unicodedata
from html.entities import html5

# ISOgrk1 and ISOgrk2, which HTML left out: the letter and, where it has them, its marks
_GREEK = {
    "a": "α", "b": "β", "g": "γ", "d": "δ", "e": "ε", "z": "ζ", "ee": "η", "th": "θ", "i": "ι", "k": "κ", "l": "λ",
    "m": "μ", "n": "ν", "x": "ξ", "o": "ο", "p": "π", "r": "ρ", "s": "σ", "sf": "ς", "t": "τ", "u": "υ", "ph": "φ",
    "kh": "χ", "ps": "ψ", "oh": "ω",
}  # fmt: skip
_MARKS = {"": "", "ac": "\u0301", "di": "\u0308", "dia": "\u0308\u0301"}


def _greek() -> dict[str, str]:
    table = {}
    for name, letter in _GREEK.items():
        for suffix, marks in _MARKS.items():
            table[f"{name}{suffix}gr"] = unicodedata.normalize("NFC", letter + marks)
            table[f"{name.capitalize()}{suffix}gr"] = unicodedata.normalize("NFC", letter.upper() + marks)
            table[f"{name.upper()}{suffix}gr"] = unicodedata.normalize("NFC", letter.upper() + marks)
    return table


_ISO_GREEK = _greek()


def character(name: str) -> str | None:
    """None for a name that no standard knows."""
    return html5.get(f"{name};") or _ISO_GREEK.get(name)
