"""A question as an address."""

from urllib.parse import quote, urlencode

from rag.types import Scope


def address_of(question: str, scope: Scope) -> dict[str, str]:
    """The parts of an address that ask this question."""
    parts = {"q": question, "author": scope.author, "work": scope.work, "language": scope.language}
    return {name: value for name, value in parts.items() if value}


def link_to(base: str, question: str, scope: Scope) -> str:
    """A whole address; spaces as %20, because some mail programs break it at a plus."""
    return f"{base.rstrip('/')}/?{urlencode(address_of(question, scope), quote_via=quote)}"
