"""A follow-up without a model: a question that cannot stand alone is asked together with the one before it."""

import re
from collections.abc import Sequence

from rag.text import squeeze, words

_LONGEST_BEFORE = 1_000  # characters of the question before
_NEEDS_MORE_THAN = 3  # words that say what is asked about
_EMPTY = frozenset(
    words(
        "a an and are at be but by did do does for from he her him his how i in is it its me more my not of on or she"
        " so that the their them then there these they this those to us was we were what when where which who why will"
        " with would you au aux avec ce ces cela ça ceci cette celui celle ceux dans de des du elle elles en encore est"
        " et eux il ils je la le les leur leurs lui ma mais me mes moi mon ne nous on ou où par pas plus pour pourquoi"
        " quand que quel quelle quelles quels qui quoi sa se ses si son sont sur ta te tes toi ton tu un une vous y"
        " comment alors donc aussi dire expliquer explain tell say said means signifie veut exactly exactement"
    )
)
_POINTING = frozenset(
    words("he she it they this that these those him them his their il elle ils elles cela ceci lui eux")
)

_INVERTED = re.compile(r"(\w+)(\s+[\w’']+)-(?:t-)?(?:ils?|elles?)\b", re.IGNORECASE)


def standalone_offline(question: str, history: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """The question as it is searched, and a note where the last question was put before it."""
    asked = [squeeze(turn) for turn in list(history)[::2] if turn.strip()]
    spoken = words(_INVERTED.sub(_said_again, question))
    content = [word for word in spoken if word not in _EMPTY]
    leans = len(content) < _NEEDS_MORE_THAN or (len(content) < 2 * _NEEDS_MORE_THAN and _POINTING & set(spoken))
    if not asked or not leans:
        return question, ()
    before = asked[-1][:_LONGEST_BEFORE]
    return f"{before} {question}", ("Searched together with your question before, as this one leans on it.",)


def _said_again(match: re.Match[str]) -> str:
    """In "Ménon compare-t-il" the pronoun says again who stands before the verb; in "Pourquoi compare-t-il" it points
    back."""
    named = not set(words(match[1])) <= _EMPTY
    return match[1] + match[2] if named else match[0]
