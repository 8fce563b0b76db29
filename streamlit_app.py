"""The chat page: a question, the steps while it is answered, and the answer with its passages."""

import streamlit as st

from rag.web import (
    ask_next,
    asked_elsewhere,
    base_url,
    begin,
    choose_scope,
    documents,
    failure,
    language,
    library,
    offer_new_conversation,
    pending,
    question_box,
    read_address,
    settle,
    show_empty_library,
    show_failure,
    show_starters,
    show_turns,
    shown_errors,
    start_page,
    starters,
    t,
    turns,
    watch,
)

start_page("chat")
st.caption(t("chat.intro"))

with shown_errors():
    opened = library()
    known = documents(opened)
    if not known:
        show_empty_library()
        st.stop()

    read_address(known)
    scope = choose_scope(known)
    if asked := asked_elsewhere():
        begin(asked, scope, opened)
    if typed := question_box():
        begin(typed, scope, opened)
    offer_new_conversation()

    show_turns(turns(), base_url=base_url())
    if waiting := pending():
        watch(waiting)
        settle(waiting)
        st.rerun()
    if failed := failure():
        show_failure(failed)
    elif not turns():
        show_starters(starters(opened, language()), on_click=ask_next)
