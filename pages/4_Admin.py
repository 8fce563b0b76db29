"""The Admin page: what the library holds, in numbers."""

from rag.web import (
    library,
    require_admin,
    settings,
    show_collections,
    show_documents,
    show_plots,
    show_state,
    shown_errors,
    start_page,
)

start_page("admin")

with shown_errors():
    require_admin()
    stats = library().stats()
    show_collections(stats)
    show_state(stats, settings())
    show_documents(stats.documents)
    show_plots(stats)
