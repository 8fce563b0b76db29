"""The gate's scale: measured anew whenever what is loaded has changed."""

from collections.abc import Callable
from pathlib import Path

from rag import sample
from rag.ask.gate import calibrate, grounds, known_scale, remember, state_of
from rag.ask.naming import known_names
from rag.ask.reach import resolve
from rag.store.store import Store
from rag.types import Query, Scope


def calibrate_if_changed(store: Store, data: Path, *, say: Callable[[str], None] = lambda line: None) -> None:
    """Asks the library questions that no philosophy library answers; nothing where it is as it was, or empty."""
    corpus, embedder = store.corpus(), store.embedder.identity()
    known = known_scale(embedder, store.prefix, data)
    if not corpus.live or (known is not None and known.corpus == state_of(corpus)):
        return
    say("Measuring how near a passage must be to answer a question; some seconds.")
    reach = resolve(Scope(), store=store, corpus=corpus, names=known_names(corpus))
    asked = (Query(text, "question", tuple(store.embedder.embed_query(text))) for text in sample.off_topic())
    found = [one for query in asked if (one := grounds(query, reach)) is not None]
    if found:
        remember(calibrate(found, state_of(corpus)), embedder, store.prefix, data)
