"""The pages' shared parts. Only here and in rag/serve is Streamlit imported."""

import sys
from collections.abc import Callable

import streamlit as st

from rag.admin import Guard, ensure_admin_password
from rag.errors import WeaviateDown
from rag.library import Library, open_library
from rag.settings import Settings, load_settings
from rag.store.corpus import DocumentRow
from rag.web.answers import show_failure, show_turns, watch
from rag.web.asking import offer_new_conversation, question_box, show_empty_library, show_starters
from rag.web.conversation import ask_next, asked_elsewhere, begin, failure, pending, settle, turns
from rag.web.door import Door, Opening
from rag.web.frame import known_documents, language, show_said, shown_errors, start_page, t
from rag.web.guard import admin_only
from rag.web.numbers import show_collections, show_documents, show_plots, show_state
from rag.web.scope import choose_scope, read_address
from rag.web.spoken import said
from rag.web.waiting import follow

__all__ = [
    "ask_next",
    "asked_elsewhere",
    "base_url",
    "begin",
    "choose_scope",
    "documents",
    "failure",
    "language",
    "library",
    "offer_new_conversation",
    "pending",
    "question_box",
    "read_address",
    "require_admin",
    "settings",
    "settle",
    "share",
    "show_collections",
    "show_documents",
    "show_empty_library",
    "show_failure",
    "show_plots",
    "show_starters",
    "show_state",
    "show_turns",
    "shown_errors",
    "start_page",
    "starters",
    "t",
    "turns",
    "watch",
]

# nothing is opened by an import; a module's name is the one place that every session and `serve` share
_DOOR = Door()


@st.cache_resource(show_spinner=False)
def settings() -> Settings:
    return load_settings()


def share(library: Library) -> None:
    """For whoever serves the pages: they use this library and open none."""
    _DOOR.put(library)


def _open(settings: Settings, say: Callable[[str], None]) -> Library:
    tell_new_password(settings)
    # idle_s=0: the local servers end with the app
    return open_library(settings, sample=True, idle_s=0.0, say=say)


def tell_new_password(settings: Settings) -> None:
    """Plain `streamlit run` has no other place to show it; after `serve` there is nothing new to tell."""
    made = None if settings.admin_password else ensure_admin_password(settings.library_data)
    if made:
        sys.stderr.write(f"The Admin page's password (shown this once): {made}\n")


def library() -> Library:
    """The process's library, with what is going on shown while it opens for the first time."""
    found = settings()
    opening = _DOOR.opening(lambda say: _open(found, say))
    if not opening.done_within(0.3):
        _show_opening(opening)
    return opening.result()


def _show_opening(opening: Opening) -> None:
    place = st.empty()
    with place.container():
        follow(opening, title=t("chat.opening"), draw=lambda line: show_said(said(line, language())))
    place.empty()


def documents(opened: Library) -> tuple[DocumentRow, ...]:
    """What can be searched now; the last that was known while the server does not answer, so that the page stays."""
    try:
        found = _documents(opened)
    except WeaviateDown:
        known = known_documents()
        if known is None:
            raise
        return known
    st.session_state["web.documents"] = found
    return found


# every rerun of a page needs these, and each is a call to the server
@st.cache_resource(ttl=10, show_spinner=False)
def _documents(_opened: Library) -> tuple[DocumentRow, ...]:
    return _opened.documents()


@st.cache_resource(ttl=60, show_spinner=False)
def starters(_opened: Library, language: str) -> tuple[str, ...]:
    return _opened.starters(language)


def base_url() -> str:
    """Where readers reach this app: what an administrator says, else what the reader's browser says."""
    return settings().public_url or st.context.url or ""


@st.cache_resource(show_spinner=False)
def _guard() -> Guard:
    return Guard(settings())


def require_admin() -> None:
    """Stops the page for everyone else, before anything was asked of the library."""
    tell_new_password(settings())
    admin_only(_guard())
