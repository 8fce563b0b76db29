"""The library in numbers: tables that can be read aloud, and bars beside them."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from rag.settings import Settings
from rag.store.corpus import DocumentRow
from rag.store.stats import CollectionStats, Stats
from rag.web.frame import language, t
from rag.web.markup import label, table_html
from rag.web.words import name_of, number_text, size_text

_BARS = 150  # further groups are drawn as one; the table has them all
_BAR_PX = 22
_TALLEST_PX = 480
_LABEL_PX = 160
_BAR_COLOR = "#b05b3b"


def show_collections(stats: Stats) -> None:
    st.subheader(t("admin.collections"))
    head = ("collection", "objects", "vectors", "vectorized", "size", "role")
    objects = sum(one.objects for one in stats.collections)
    size = sum(one.bytes for one in stats.collections)
    total = [t("admin.sum"), _n(objects), _n(stats.vectors), "", size_text(size, language()), ""]
    st.html(
        table_html(
            [t(f"admin.{name}") for name in head],
            [*(_collection(one) for one in stats.collections), total],
            numeric=(1, 2, 4),
        )
    )


def _collection(one: CollectionStats) -> list[str]:
    return [
        one.name,
        _n(one.objects),
        _n(one.vectors),
        ", ".join(one.vectorized) or t("admin.no_vector"),
        size_text(one.bytes, language()),
        t(f"admin.role.{one.name}"),
    ]


def show_state(stats: Stats, settings: Settings) -> None:
    """What the counts mean, and which server and models made them."""
    ratio = stats.summaries_per_chunk
    lines = [
        t("admin.vectors.sum", n=_n(stats.vectors)),
        t("admin.no_ratio") if ratio is None else t("admin.ratio", n=number_text(ratio, language(), decimals=2)),
        t("admin.embedder", name=stats.embedder.name, dimensions=_n(stats.embedder.dimensions)),
        t("admin.weaviate", version=stats.weaviate_version),
        t("admin.models", answer=settings.answer_model, expand=settings.expand_model)
        if settings.has_claude
        else t("admin.no_models"),
    ]
    for line in lines:
        st.markdown(label(line))


def show_documents(rows: Sequence[DocumentRow]) -> None:
    st.subheader(t("admin.documents"))
    if not rows:
        st.caption(t("admin.nothing"))
        return
    st.dataframe([_document(row) for row in rows], hide_index=True)


def _document(row: DocumentRow) -> dict[str, object]:
    return {
        t("admin.document.id"): row.source_id,
        t("admin.author"): row.author,
        t("admin.work"): row.work,
        t("admin.edition"): row.edition,
        t("admin.language"): name_of("lang", row.language, language()),
        t("admin.chunks"): row.chunks,
        t("admin.summaries"): row.summaries,
        t("admin.status"): name_of("status", row.status, language()),
        t("admin.warnings"): len(row.warnings),
    }


def show_plots(stats: Stats) -> None:
    languages = {name_of("lang", code, language()): n for code, n in stats.languages.items()}
    units = {name_of("unit", code, language()): n for code, n in stats.unit_types.items()}
    levels = {t("admin.level", n=level): n for level, n in stats.sections_by_level.items()}
    _show_counts(t("admin.by_language"), _largest_first(languages))
    _show_counts(t("admin.by_work"), _largest_first(stats.works))
    _show_counts(t("admin.by_unit"), _largest_first(units))
    _show_counts(t("admin.by_level"), levels)


def _largest_first(counts: Mapping[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def _show_counts(title: str, counts: Mapping[str, int]) -> None:
    st.subheader(title)
    if not counts:
        st.caption(t("admin.nothing"))
        return
    bars = bars_of(counts, rest=t("admin.rest", n=_n(len(counts) - _BARS)))
    tall = len(bars) * _BAR_PX > _TALLEST_PX
    with st.container(height=_TALLEST_PX if tall else "content", border=False):
        st.vega_lite_chart(spec=_chart(bars), alt=title)
    with st.expander(t("admin.all_values", n=_n(len(counts)))):
        rows = [[name, _n(count)] for name, count in counts.items()]
        st.html(table_html([t("admin.group"), t("admin.count")], rows, numeric=(1,)))


def _chart(bars: Mapping[str, int]) -> dict[str, Any]:
    """A bar a group, in the order given; each is as thick as its label needs, however many there are."""
    group, count = t("admin.group"), t("admin.count")
    return {
        "data": {"values": [{group: name, count: number} for name, number in bars.items()]},
        "mark": {"type": "bar", "color": _BAR_COLOR, "tooltip": True},
        "encoding": {
            "x": {"field": count, "type": "quantitative", "title": None, "axis": {"tickMinStep": 1}},
            "y": {"field": group, "type": "nominal", "title": None, "sort": None, "axis": {"labelLimit": _LABEL_PX}},
        },
        "height": {"step": _BAR_PX},
    }


def bars_of(counts: Mapping[str, int], *, rest: str) -> dict[str, int]:
    """The groups to draw, in order: a long tail is summed up in one bar, so that the bars add up to everything."""
    items = list(counts.items())
    tail = sum(count for _, count in items[_BARS:])
    return {**dict(items[:_BARS]), **({rest: tail} if tail else {})}


def _n(number: float) -> str:
    return number_text(number, language())
