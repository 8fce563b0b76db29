"""An answer as it is read: what it came to, its text, its sources, its checks, and how it was found."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from rag.library import Step
from rag.text import squeeze
from rag.types import Answer, Scope
from rag.web.conversation import Failure, Pending, Turn
from rag.web.frame import language, show_error, show_note, t
from rag.web.links import link_to
from rag.web.markup import answer_html, label, list_html, text_html
from rag.web.passages import show_citation, show_sources, title_of
from rag.web.waiting import follow
from rag.web.words import name_of, number_text

_SHOWN = 20


def show_question(question: str) -> None:
    with st.chat_message("user"):
        st.html(text_html(question))


def show_turns(turns: Sequence[Turn], *, base_url: str) -> None:
    """The last ones; a long conversation would make every rerun slow."""
    hidden = max(0, len(turns) - st.session_state.get("chat.shown", _SHOWN))
    if hidden:
        st.button(t("chat.earlier", n=hidden), on_click=_show_all, args=(len(turns),))
    first_quoted = next((turn for turn in turns if turn.answer.outcome == "quoted"), None)
    for turn in turns[hidden:]:
        _show_turn(turn, base_url, explained=turn is not first_quoted)


def _show_all(count: int) -> None:
    st.session_state["chat.shown"] = count


def _show_turn(turn: Turn, base_url: str, *, explained: bool) -> None:
    show_question(turn.question)
    with st.chat_message("assistant"):
        _show_outcome(turn, explained=explained)
        # where nothing was found, the box says it in the reader's language and the text would say it again
        if turn.answer.text and turn.answer.outcome != "not_in_library":
            st.html(answer_html(turn.answer.text, numbers=[one.number for one in turn.answer.citations]))
        _show_sources(turn.answer)
        _show_checks(turn.answer)
        for note in dict.fromkeys((*turn.answer.found.notes, *turn.answer.notes)):
            show_note(note)
        _show_way(turn)
        _show_link(turn, base_url)


def show_failure(failed: Failure) -> None:
    show_question(failed.question)
    with st.chat_message("assistant"):
        show_error(failed.error)
        st.caption(t("chat.kept"))


def _show_outcome(turn: Turn, *, explained: bool) -> None:
    """`explained`: what quotations are was said earlier in the conversation."""
    outcome = turn.answer.outcome
    if outcome == "answered":
        return
    if outcome == "quoted" and explained:
        st.caption(t("outcome.quoted.again"))
        return
    box = {"quoted": st.info, "failed": st.error}.get(outcome, st.warning)
    box(t(f"outcome.{outcome}"))
    if outcome == "failed":
        st.caption(t("chat.kept"))
    if outcome == "not_in_library" and (limits := _limits(turn.scope)):
        st.caption(label(t("outcome.scoped", scope=limits)))


def _limits(scope: Scope) -> str:
    spoken = name_of("lang", scope.language, language()) if scope.language else None
    return ", ".join(limit for limit in (scope.author, scope.work, spoken) if limit)


def _show_sources(answer: Answer) -> None:
    for citation in answer.citations:
        show_citation(citation)
    if answer.citations or answer.outcome in ("answered", "quoted", "incomplete"):
        return
    if not answer.found.passages:
        st.caption(t("sources.none"))
        return
    st.caption(t("sources.nearest" if answer.outcome == "not_in_library" else "sources.found"))
    show_sources(answer.found.passages)


def _show_checks(answer: Answer) -> None:
    checks = [t(f"check.reference.{one.state}", text=one.text) for one in answer.references]
    if answer.uncited:
        checks.append(t("check.uncited", sentences=", ".join(str(number + 1) for number in answer.uncited)))
    if answer.unknown_keys:
        checks.append(t("check.unknown_keys", n=answer.unknown_keys))
    if checks:
        st.html(f"<strong>{escape(t('check.title'))}</strong>{list_html(checks)}")


def _show_way(turn: Turn) -> None:
    found = turn.answer.found
    if turn.answer.standalone not in ("", squeeze(turn.question)):
        st.caption(label(t("how.standalone", question=turn.answer.standalone)))
    with st.expander(t("how.title")):
        seconds = number_text(found.timings_ms.get("total", 0) / 1000, language(), decimals=1)
        st.caption(label(t("how.strategy", strategy=found.strategy, seconds=seconds)))
        _show_list("how.queries", [query.text for query in found.queries])
        _show_list("how.sections", [section.path for section in found.sections])
        _show_list("sources.found", [title_of(passage) for passage in found.passages])


def _show_list(title: str, items: list[str]) -> None:
    if items:
        st.html(f"<strong>{escape(t(title))}</strong>{list_html(items)}")


def _show_link(turn: Turn, base_url: str) -> None:
    if not turn.answer.found.passages and turn.answer.outcome == "failed":
        return
    with st.popover(t("link.copy")):
        st.caption(t("link.what"))
        # a follow-up means nothing to somebody else: the link asks what was searched
        question = turn.answer.standalone or turn.question
        st.code(link_to(base_url, question, turn.scope), language=None, wrap_lines=True)


def watch(waiting: Pending) -> None:
    """Shows the steps as they come, until the question is answered or has failed."""
    show_question(waiting.question)
    with st.chat_message("assistant"):
        follow(waiting.work, title=t("step.working"), draw=_show_step)


def _show_step(step: Step) -> None:
    st.html(f"<strong>{escape(t(f'step.{step.name}'))}</strong>{list_html(step.found)}")
