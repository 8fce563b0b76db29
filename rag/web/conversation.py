"""A session's questions and answers, and the one question that is being answered."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from rag.errors import RagError
from rag.library import Library, Step
from rag.types import Answer, Scope
from rag.web.links import address_of
from rag.web.work import Work

# a refused, failed or empty answer says nothing that a later question could lean on
_REMEMBERED = ("answered", "quoted", "incomplete")


@dataclass(frozen=True, slots=True)
class Turn:
    question: str
    scope: Scope
    answer: Answer


@dataclass(frozen=True, slots=True)
class Pending:
    question: str
    scope: Scope
    work: Work[Step, Answer]


@dataclass(frozen=True, slots=True)
class Failure:
    question: str
    error: RagError


def turns() -> tuple[Turn, ...]:
    return tuple(st.session_state.get("chat.turns", ()))


def pending() -> Pending | None:
    waiting: Pending | None = st.session_state.get("chat.pending")
    return waiting


def failure() -> Failure | None:
    failed: Failure | None = st.session_state.get("chat.failure")
    return failed


def history(turns: Sequence[Turn]) -> tuple[str, ...]:
    """Question, answer, question, answer ... of what may be built on."""
    kept = [turn for turn in turns if turn.answer.outcome in _REMEMBERED]
    return tuple(text for turn in kept for text in (turn.question, turn.answer.text))


def begin(question: str, scope: Scope, library: Library) -> None:
    """Nothing happens while a question is being answered, so pressing Enter twice asks once."""
    if pending() is not None:
        return
    earlier = turns()
    if earlier and earlier[-1].answer.outcome == "failed":
        earlier = earlier[:-1]  # asked again: the failed try has served
    st.session_state["chat.turns"] = earlier
    st.session_state["chat.failure"] = None
    told = history(earlier)
    work = Work[Step, Answer](
        lambda on_step: library.ask(question, history=told, scope=scope, on_step=on_step),
    )
    st.session_state["chat.pending"] = Pending(question, scope, work)


def settle(waiting: Pending) -> None:
    """Keeps what came of a finished question; one that failed goes back into the box."""
    st.session_state["chat.pending"] = None
    st.session_state["chat.back"] = waiting.question  # also where what is raised below is a fault of ours
    try:
        answer = waiting.work.result()
    except RagError as error:
        st.session_state["chat.failure"] = Failure(waiting.question, error)
        return
    st.session_state["chat.turns"] = (*turns(), Turn(waiting.question, waiting.scope, answer))
    if answer.outcome != "failed":
        st.session_state["chat.back"] = None
        st.query_params.from_dict(address_of(answer.standalone or waiting.question, waiting.scope))


def start_anew() -> None:
    """For a button: forgets all that was asked, also what is being answered; where to search stays chosen."""
    for name in ("turns", "pending", "failure", "back", "asked", "shown"):
        st.session_state.pop(f"chat.{name}", None)
    st.query_params.clear()


def question_back() -> str | None:
    """A question that failed, once, for the box to hold."""
    question: str | None = st.session_state.pop("chat.back", None)
    return question


def ask_next(question: str) -> None:
    """For a button: the question is asked when the page runs again."""
    st.session_state["chat.asked"] = question


def asked_elsewhere() -> str | None:
    """What was asked by a button or by the page's address, once."""
    question: str | None = st.session_state.pop("chat.asked", None)
    return question
