"""What every page begins with, and how it shows what went wrong."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from rag.errors import RagError
from rag.store.corpus import DocumentRow
from rag.web.markup import label, text_html
from rag.web.spoken import Said, said
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
    st.set_page_config(page_title=t(f"page.{name}"), layout="wide" if name == "admin" else "centered")
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
    """Its kind, the message and the hint in one box; below it what is known in English only."""
    parts = [said(part, language()) for part in (error.message, error.hint) if part]
    told = [t(f"error.{type(error).__name__}"), *(part.text for part in parts if part.language == language())]
    st.error("  \n".join(label(text) for text in told))
    for part in parts:
        if part.language != language():
            show_said(part)


def show_note(text: str) -> None:
    note = said(text, language())
    if note.language == language():
        st.info(label(note.text))
    else:
        show_said(note)


def show_said(part: Said) -> None:
    """With its language, which Streamlit's own boxes cannot carry."""
    st.html(text_html(part.text, language=part.language))
