"""What every page begins with, and how it shows what went wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from rag.errors import RagError
from rag.store.corpus import DocumentRow
from rag.web.markup import label
from rag.web.words import LANGUAGES, Language, language_of, phrase

_PAGES = {"chat": "streamlit_app.py", "admin": "pages/4_Admin.py"}


def language() -> Language:
    """What the reader chose in the sidebar, else what the browser speaks."""
    chosen: Language | None = st.session_state.get("web.language")
    return chosen or language_of(st.context.locale)


def t(key: str, **values: object) -> str:
    return phrase(key, language(), **values)


def known_documents() -> tuple[DocumentRow, ...] | None:
    """What the library held when this session last looked."""
    return st.session_state.get("web.documents")


def known_editions() -> dict[str, str]:
    """Labels by source id."""
    return {row.source_id: row.edition for row in known_documents() or ()}


def start_page(name: str) -> None:
    """The title, the language and the links to the other pages; opens nothing, so it is safe before a guard."""
    st.set_page_config(page_title=t(f"page.{name}"), layout="centered")
    with st.sidebar:
        for page, path in _PAGES.items():
            st.page_link(path, label=t(f"page.{page}"))
        st.selectbox(
            t("page.language"),
            list(LANGUAGES),
            index=list(LANGUAGES).index(language()),
            format_func=lambda code: LANGUAGES[code],
            key="web.language.box",
            on_change=_keep_language,
        )
    st.title(t(f"page.{name}"))


def _keep_language() -> None:
    # a widget's own state is forgotten on another page
    st.session_state["web.language"] = st.session_state["web.language.box"]


@contextmanager
def shown_errors() -> Iterator[None]:
    """What a person can mend is shown where it happened, with what to do; anything else is a fault of ours."""
    try:
        yield
    except RagError as error:
        show_error(error)


def show_error(error: RagError) -> None:
    """Its kind in the reader's language; the message and the hint as they were written."""
    parts = (t(f"error.{type(error).__name__}"), error.message, error.hint)
    st.error("  \n".join(label(part) for part in parts if part))
