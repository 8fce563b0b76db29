"""How a command gets its library: the settings', with the local servers kept a while for the next command."""

from __future__ import annotations

from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from rag.cli.output import say
from rag.settings import load_settings

if TYPE_CHECKING:
    from rag.library import Library

_KEEP_S = 600.0


class Opens(Protocol):
    """Given to every command, so that what it opens can be another library than the settings'."""

    def __call__(
        self, *, sample: bool = False, idle_s: float = _KEEP_S, claude: bool = True
    ) -> AbstractContextManager[Library]: ...


def open_library(
    *, sample: bool = False, idle_s: float = _KEEP_S, claude: bool = True
) -> AbstractContextManager[Library]:
    """Without `claude` nothing is asked of it, whatever the settings say."""
    # here and not above: the Weaviate client takes a second to import, and --help needs none of it
    import rag.library

    settings = load_settings()
    if not claude:
        settings = replace(settings, anthropic_api_key=None, anthropic_base_url=None)
    return rag.library.open_library(settings, sample=sample, idle_s=idle_s, say=say)
