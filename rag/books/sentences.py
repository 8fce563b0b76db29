"""Where sentences begin and end, in Greek, Latin, French and English."""

import re

_CLOSING = r"[\"'”’»›\)\]]*(?:\s?»)?"
# the ano teleia (·) is an inner mark in Greek; the semicolon is its question mark
_END = re.compile(rf"(?:[.!?…‽]+{_CLOSING}(?=\s|$))|(?:[。！？]+)|\n")
_GREEK_END = re.compile(rf"(?:[.!?…;\u037e]+{_CLOSING}(?=\s|$))|\n")
_ABBREVIATIONS = {
    "en": "mr mrs ms dr st prof rev vol vols p pp ch chap secs nos ed eds tr trans viz ca c cf vs v al ibid op cit e.g "
    "i.e g e l ll n nn bk bks fr frag apol phd ench eth nic",
    "fr": "m mm mme mlle dr st ste p pp cf chap vol t éd trad av apr j.-c n° op cit ibid l v c.-à-d apol",
    "la": "kal coss sex ser sp ti cn cf sc cap",
    "grc": "cf",
}
# words of their own as well, so they are short forms only before a number: "no. 5", "art. 12"
_BEFORE_NUMBERS = frozenset(["no", "sec", "fig", "art", "col", "ex", "app", "id", "non"])
_EVERYWHERE = frozenset(["cf", "p", "pp", "vol", "ed", "e.g", "i.e", "n.b"])
_SHORT = {language: frozenset(names.split()) | _EVERYWHERE for language, names in _ABBREVIATIONS.items()}
_LAST_WORD = re.compile(r"[^\s(\[«“\"—–]+$")
_SENTENCE_WORD = re.compile(r"[^\W\d_]")
_OPENING = "\"'“‘«‹([—–- \u00a0"


def sentences(text: str, language: str) -> list[tuple[int, int]]:
    """Offsets of the sentences in order, without the white space around them; every other character is inside one."""
    pattern = _GREEK_END if language in ("grc", "el") else _END
    spans: list[tuple[int, int]] = []
    start = 0
    for match in pattern.finditer(text):
        if match.start() < start or not _ends(text, start, match, language):
            continue
        _add(spans, text, start, match.end())
        start = match.end()
    _add(spans, text, start, len(text))
    return spans


def _add(spans: list[tuple[int, int]], text: str, start: int, end: int) -> None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        spans.append((start, end))


def _ends(text: str, start: int, match: re.Match[str], language: str) -> bool:
    """Whether this mark ends the sentence that begins at `start`."""
    mark = match.group()
    if mark == "\n":
        return True
    after = text[match.end() : match.end() + 40].lstrip(_OPENING + "\n\t")[:1]
    if not after:
        return True
    # "1." or "§ 3." alone is the number of what follows
    if not _SENTENCE_WORD.search(text, start, match.start()):
        return False
    before = text[max(start, match.start() - 24) : match.start()]
    if language in ("grc", "el"):
        # editions of Greek begin sentences in lower case, so the next letter says nothing
        return not (mark == "." and _is_short(before, after, language))
    if after.islower():
        return False
    return mark[0] != "." or mark.startswith("..") or not _is_short(before, after, language)


def _is_short(before: str, after: str, language: str) -> bool:
    """Does the text end in an abbreviation or an initial, so that a dot after it ends nothing?"""
    found = _LAST_WORD.search(before)
    if not found:
        return False
    word = found.group()
    if len(word) == 1 and word.isupper():
        return not (language == "en" and word == "I")
    if re.fullmatch(r"(?:\w\.)+\w", word):  # "e.g", "W.R.M"
        return True
    word = word.lower().split("'")[-1]
    return word in _SHORT.get(language, _EVERYWHERE) or (word in _BEFORE_NUMBERS and after.isdigit())
