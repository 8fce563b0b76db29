"""Waiting in sight of the reader."""

import time
from collections.abc import Callable

import streamlit as st

from rag.web.work import Result, Seen, Work

_TICK_S = 0.25


def follow(work: Work[Seen, Result], *, title: str, draw: Callable[[Seen], object]) -> None:
    """Draws what the work reports, in order, until it is done or has failed."""
    began = time.monotonic()
    with st.status(title, expanded=True) as status:
        shown, done = 0, False
        while not done:
            done = work.done_within(_TICK_S)
            for seen in work.seen[shown:]:
                draw(seen)
                shown += 1
            # only a script that draws can be interrupted: without this a click would wait for the answer
            status.update(label=f"{title} {time.monotonic() - began:.0f} s", expanded=True)
