"""Who may see the Admin page."""

import streamlit as st

from rag.admin import Guard
from rag.errors import RagError
from rag.web.frame import language, show_error, t

# under a box in a form Streamlit writes "Press Enter to submit form", in English only
_NO_ENGLISH = '<style>[data-testid="InputInstructions"] {display: none}</style>'


def admin_only(guard: Guard) -> None:
    """Draws the password form and stops the page, until the session has given the password."""
    if st.session_state.get("admin.in"):
        st.sidebar.button(t("admin.leave"), on_click=_leave)
        return
    if language() != "en":
        st.html(_NO_ENGLISH)
    with st.form("admin.login"):
        password = st.text_input(t("admin.password"), type="password", max_chars=200, autocomplete="current-password")
        sent = st.form_submit_button(t("admin.enter"))
    st.caption(t("admin.where"))
    if sent and _opens(guard, password):
        st.session_state["admin.in"] = True
        st.rerun()
    st.stop()


def _opens(guard: Guard, password: str) -> bool:
    try:
        right = guard.opens(password)
    except RagError as error:
        show_error(error)
        return False
    if not right:
        st.error(t("admin.wrong"))
    return right


def _leave() -> None:
    st.session_state["admin.in"] = False
