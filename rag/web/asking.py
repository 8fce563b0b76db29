"""Where a question comes from: the box, the starters; and what stands there when nothing can be asked."""

from collections.abc import Callable, Sequence

import streamlit as st

from rag.web.conversation import failure, pending, question_back, start_anew, turns
from rag.web.frame import t
from rag.web.markup import label


def question_box() -> str | None:
    """Locked while an answer is being made; holds the question that failed. Spaces alone ask nothing."""
    if question := question_back():
        st.session_state["chat.box"] = question
    typed: str | None = st.chat_input(
        t("chat.box"), key="chat.box", disabled=pending() is not None, submit_mode="disable"
    )
    return typed if typed and typed.strip() else None


def offer_new_conversation() -> None:
    """In the sidebar, once there is a conversation to leave."""
    if turns() or pending() or failure():
        st.sidebar.button(t("chat.new"), key="chat.new", on_click=start_anew)


def show_starters(questions: Sequence[str], *, on_click: Callable[[str], None]) -> None:
    # one container: its place is taken whole by the first question, else buttons linger while it is answered
    with st.container():
        if questions:
            st.caption(t("chat.starters"))
        for number, question in enumerate(questions):
            st.button(label(question), key=f"chat.starter.{number}", on_click=on_click, args=(question,))


def show_empty_library() -> None:
    st.info(t("chat.empty"))
    st.caption(t("chat.empty.todo"))
    st.code(
        ".venv/bin/python -m rag ingest book.md\n.venv/bin/python -m rag ingest library.toml",
        language=None,
        wrap_lines=True,
    )
