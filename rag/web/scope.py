"""Where to search: three boxes in the sidebar, and the same three in a page's address."""

from collections.abc import Sequence

import streamlit as st

from rag.store.corpus import DocumentRow
from rag.types import Scope
from rag.web.choices import (
    Choice,
    author_choices,
    author_key,
    find_author,
    find_work,
    language_choices,
    work_choices,
)
from rag.web.conversation import ask_next
from rag.web.frame import language, t

_ALL = ""  # not None: a box would show that as "choose an option", in English
_BOXES = ("author", "work", "language")


def choose_scope(rows: Sequence[DocumentRow]) -> Scope:
    """The boxes, each offering only what the ones before it leave."""
    with st.sidebar:
        st.subheader(t("scope.title"))
        author = _box("author", author_choices(rows, language()))
        rows = [row for row in rows if author is None or author_key(row) == author.key] or list(rows)
        work = _box("work", work_choices(rows, language()))
        rows = [row for row in rows if work is None or row.work_key == work.key] or list(rows)
        spoken = _box("language", language_choices(rows, language()))
    return Scope(
        author=author.name if author else None,
        work=work.name if work else None,
        language=spoken.key if spoken else None,
    )


def _box(name: str, choices: Sequence[Choice]) -> Choice | None:
    """A name from an address that the library lacks stays visible: a limit that nobody sees would be a trap."""
    absent = st.session_state.get("scope.absent", {})
    by_key = {choice.key: choice for choice in choices}
    if name in absent:
        by_key[absent[name]] = Choice(absent[name], absent[name])
    kept = st.session_state.setdefault("scope.kept", {})
    key = f"scope.{name}"
    # a widget's own state is forgotten on another page, and may name what the box above has just ruled out
    wanted = st.session_state.get(key, kept.get(name))
    st.session_state[key] = wanted if wanted in by_key else _ALL
    shown = {_ALL: t("scope.all"), **{one.key: one.name for one in by_key.values()}}
    if name in absent:
        shown[absent[name]] = t("scope.absent", name=absent[name])
    st.selectbox(t(key), list(shown), key=key, format_func=shown.__getitem__)
    kept[name] = st.session_state[key]
    return by_key.get(kept[name])


def read_address(rows: Sequence[DocumentRow]) -> None:
    """Before the boxes are drawn, once a session: a rerun or another question must not ask `?q=` again."""
    if st.session_state.get("scope.address_read"):
        return
    st.session_state["scope.address_read"] = True
    wanted = {name: st.query_params.get(name, "").strip() for name in _BOXES}
    found = {
        "author": find_author(wanted["author"], rows),
        "work": find_work(wanted["work"], rows),
        "language": next((row.language for row in rows if row.language == wanted["language"]), None),
    }
    st.session_state["scope.absent"] = {name: wanted[name] for name in _BOXES if wanted[name] and not found[name]}
    st.session_state["scope.kept"] = {name: found[name] or wanted[name] or None for name in _BOXES}
    if question := st.query_params.get("q", "").strip():
        ask_next(question)
