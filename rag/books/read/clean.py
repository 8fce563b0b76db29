"""Characters that nobody sees, or that turn a line around, are not a book's: they go when it is read."""

import re

from rag.books.read import encoding

_UNSEEN = re.compile("[\u00ad\u200e\u200f\u2060-\u2064\u206a-\u206f]")
_JOINERS = re.compile("(?<![\u0590-\u1cff\ua800-\uabff])[\u200c\u200d]")  # Persian and Indic words need theirs


def clean(text: str) -> str:
    return _JOINERS.sub("", _UNSEEN.sub("", encoding.clean(text)))
