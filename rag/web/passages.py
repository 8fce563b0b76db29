"""A passage as a reader checks it: whose it is, where it stands, its words, and what was found out about it."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from rag.types import Citation, Passage
from rag.web.frame import known_editions, language, t
from rag.web.markup import label, list_html, pairs_html, quote_html
from rag.web.words import name_of


def show_citation(citation: Citation) -> None:
    """A passage of an answer, under its number, with the states of its checks in words."""
    with st.expander(label(f"[{citation.number}] {title_of(citation.passage)}")):
        st.html(list_html(_checks(citation)))
        _show_passage(citation.passage)


def show_sources(passages: Sequence[Passage]) -> None:
    """Passages that no answer cites."""
    for passage in passages:
        with st.expander(label(title_of(passage))):
            _show_passage(passage)


def title_of(passage: Passage) -> str:
    if passage.canonical_reference:
        return passage.canonical_reference
    where = f"{passage.work} {passage.reference}".strip()
    return ", ".join(part for part in (passage.author, where) if part)


def _show_passage(passage: Passage) -> None:
    st.html(quote_html(passage.text, language=passage.language))
    details = {
        "author": passage.author,
        "work": passage.work,
        "edition": passage.edition,
        "reference": passage.reference,
        "page": passage.page,
        "section": passage.section_path,
        "speaker": passage.speaker,
    }
    st.html(pairs_html({t("passage.named", name=t(f"passage.{name}")): value for name, value in details.items()}))
    _show_parallels(passage)


def _show_parallels(passage: Passage) -> None:
    if not passage.parallels:
        return
    st.html(f"<strong>{escape(t('passage.parallels'))}</strong>")
    for parallel in passage.parallels:
        edition = known_editions().get(parallel.source_id, parallel.source_id)
        place = f"{parallel.reference} · {name_of('lang', parallel.language, language())} · {edition}"
        st.html(escape(place) + quote_html(parallel.text, language=parallel.language))


def _checks(citation: Citation) -> list[str]:
    quotes = [t("check.quoted", state=t(f"check.{quote.state}"), text=quote.text) for quote in citation.quotes]
    locus = [] if citation.locus == "none" else [t(f"check.locus.{citation.locus}")]
    return [*(quotes or [t("check.no_quote")]), *locus]
