"""The gate's scale: measured anew whenever what is loaded has changed."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from rag import sample
from rag.ask.gate import calibrate, grounds, known_scale, remember, state_of
from rag.ask.naming import known_names
from rag.ask.reach import Reach, resolve
from rag.errors import RagError
from rag.store.calls import explaining
from rag.store.store import Store
from rag.types import Query, Scope


def calibrate_if_changed(store: Store, data: Path, *, say: Callable[[str], None] = lambda line: None) -> None:
    """Asks the library questions that no philosophy library answers, and the sample's own of the guides that are in
    it; nothing where it is as it was, or empty."""
    with explaining(store.searching()):
        corpus, embedder = store.corpus(), store.embedder.identity()
        known = known_scale(embedder, store.prefix, data)
        if not corpus.live or (known is not None and known.corpus == state_of(corpus)):
            return
        say("Measuring how near a passage must be to answer a question; some seconds.")
        reach = resolve(Scope(), store=store, corpus=corpus, names=known_names(corpus))
        foreign = _grounds(sample.off_topic(), reach)
        if foreign:
            own = _grounds(_answered_here(reach), reach)
            remember(calibrate(foreign, state_of(corpus), own=own), embedder, store.prefix, data)


def calibrate_after(store: Store, data: Path) -> None:
    """After a load or a deletion, which are done whatever comes of this: what could not be measured now is measured
    when the library is opened next."""
    with suppress(RagError):
        calibrate_if_changed(store, data)


def _grounds(questions: Iterable[str], reach: Reach) -> list[float]:
    embed = reach.store.embedder.embed_query
    asked = (Query(text, "question", tuple(embed(text))) for text in questions)
    return [one for query in asked if (one := grounds(query, reach)) is not None]


def _answered_here(reach: Reach) -> list[str]:
    """The sample's questions about those of its guides that are loaded."""
    here = {(row.author, row.work) for row in reach.documents}
    return [question for work, question in sample.asked() if (sample.AUTHOR, work) in here]
