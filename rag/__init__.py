"""A library of philosophy books that answers questions with checked citations.

from rag import open_library, Scope

with open_library() as library:
    answer = library.ask("What does the torpedo do to Meno?", scope=Scope(author="Plato"))
"""

from typing import TYPE_CHECKING

from rag.errors import RagError
from rag.settings import Settings, load_settings
from rag.types import Answer, Citation, Found, Parallel, Passage, Query, Quote, Reference, Scope, Section, Usage

if TYPE_CHECKING:
    from rag.library import Library, open_library

__all__ = [
    "Answer",
    "Citation",
    "Found",
    "Library",
    "Parallel",
    "Passage",
    "Query",
    "Quote",
    "RagError",
    "Reference",
    "Scope",
    "Section",
    "Settings",
    "Usage",
    "load_settings",
    "open_library",
]

if not TYPE_CHECKING:  # else a type checker would take every name for one of ours

    def __getattr__(name: str) -> object:
        """The two that need the Weaviate client come when they are asked for: importing it takes a second."""
        if name in ("Library", "open_library"):
            import rag.library

            return getattr(rag.library, name)
        raise AttributeError(f"module 'rag' has no attribute {name!r}")
