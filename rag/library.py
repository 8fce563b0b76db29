"""The façade: a question's whole way from words to a checked answer, and all else that pages and commands do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from rag import corpora
from rag.ask.answer import Writing, write
from rag.ask.citations import number
from rag.ask.clock import Clock
from rag.ask.editions import with_parallels
from rag.ask.expand import Asking, Expansion, checked_search, expand, given, offline
from rag.ask.fuse import drop_near_copies, represent
from rag.ask.gate import evidence, grounds, is_enough, known_scale
from rag.ask.naming import known_names, named_authors
from rag.ask.outcome import QUOTING_MODEL, not_here, outcome_of
from rag.ask.ranking import Looked, Ranked
from rag.ask.reach import Reach, resolve, scope_notes
from rag.ask.strategies import STRATEGIES, Strategy, Way
from rag.ask.verify import verify
from rag.books.ingest import Deleted, IngestReport, Progress
from rag.books.manifest import Entry
from rag.books.names import Names, built_in_names
from rag.calibration import calibrate_after, calibrate_if_changed
from rag.errors import BadSetting, ClaudeUnavailable, EmptyLibrary, WeaviateDown
from rag.opening import Opened, open_parts
from rag.settings import Settings, load_settings
from rag.starters import starters
from rag.store.calls import Running, side_by_side, start
from rag.store.corpus import DocumentRow
from rag.store.stats import Stats, read_stats
from rag.types import Answer, Found, Passage, Query, Scope, Step, Usage

_NO_SCALE = "How near a passage must be is not measured yet: every question passes."
_CANDIDATES = 3  # near copies among the first may leave gaps, so the ranking is read this many times deeper
__all__ = ["Library", "Step", "open_library"]

Watcher = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question and all that was said with it."""

    question: str
    strategy: str | None
    variants: Sequence[str] | None
    scope: Scope
    limit: int
    history: Sequence[str] = ()


def open_library(
    settings: Settings | None = None,
    *,
    sample: bool = False,
    idle_s: float = 600.0,
    say: Callable[[str], None] = lambda line: None,
) -> Library:
    """Starts or attaches to the servers that have no address in the settings. `sample`: a new data folder with a
    Weaviate of its own begins with the sample library. Raises RagError; nothing is left open then."""
    settings = load_settings() if settings is None else settings
    with ExitStack() as ends:
        opened = open_parts(settings, idle_s=idle_s, say=say, ends=ends)
        library = Library(settings, opened, ends)
        if sample and opened.own_weaviate:
            corpora.load_sample_once(opened.store, settings.library_data, say=say)
        if sample and settings.has_claude:
            opened.claude.warm()  # its package takes seconds to load
        calibrate_if_changed(opened.store, settings.library_data, say=say)
        library._ends = ends.pop_all()
    return library


class Library:
    """Safe to share between threads; holds no state of a reader."""

    def __init__(self, settings: Settings, opened: Opened, ends: ExitStack) -> None:
        self.settings = settings
        self.store = opened.store
        self._claude = opened.claude
        self._claude_url = opened.claude_url
        self._revive = opened.revive
        self._ends = ends

    def __enter__(self) -> Library:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        self._ends.close()

    def search(
        self,
        question: str,
        *,
        strategy: str | None = None,
        variants: Sequence[str] | None = None,
        scope: Scope = Scope(),
        limit: int = 10,
    ) -> Found:
        """Raises BadQuestion, EmptyLibrary, WeaviateDown, EmbedderDown."""
        return self._find(_Asked(question, strategy, variants, scope, limit), lambda step: None)[0]

    def ask(
        self,
        question: str,
        *,
        history: Sequence[str] = (),
        strategy: str | None = None,
        variants: Sequence[str] | None = None,
        scope: Scope = Scope(),
        on_step: Watcher = lambda step: None,
    ) -> Answer:
        """`history`: question, answer, question ... Raises as `search` does; a fault of Claude is an outcome."""
        asked = _Asked(question, strategy, variants, scope, self.settings.answer_passages, history)
        found, expansion, reach = self._find(asked, on_step)
        if not (found.enough and found.passages):
            return self._unanswered(found, expansion)
        on_step(Step("writing"))
        return self._answer(found, expansion, reach)

    def _find(self, asked: _Asked, on_step: Watcher) -> tuple[Found, Expansion, Reach]:
        """The question's way to its passages, step by step."""
        question = checked_search(asked.question, asked.variants, asked.limit)
        name, plan = self._plan(asked.strategy)
        self._probe()
        clock = Clock()
        reach = self._reach(asked.scope)
        way = Way(reach, clock, "", self.settings.hybrid_alpha, asked.limit * _CANDIDATES)
        first = self._look([Query(question, "question")], plan, way)  # searched while Claude expands
        waiting = partial(self._expand, replace(asked, question=question), plan, reach, clock)
        expansion = side_by_side([waiting], self.store.watching())[0]
        on_step(Step("expand", tuple(query.text for query in expansion.queries)))
        looked = self._looked(first, expansion, plan, way)
        ranked = plan.rank(looked, replace(way, language=expansion.language))
        on_step(Step("sections", tuple(section.path for section in ranked.sections[:5])))
        passages = self._choose(ranked, expansion, reach, asked.limit)
        on_step(Step("passages", tuple(passage.canonical_reference for passage in passages)))
        support, notes = self._evidence(looked[0].query, reach)
        found = Found(
            question=question,
            strategy=name,
            evidence=support,
            queries=tuple(one.query for one in looked),
            sections=ranked.sections[: asked.limit],
            passages=passages,
            timings_ms=clock.readings(),
            notes=(*expansion.notes, *notes, *scope_notes(reach, passages)),
            enough=is_enough(support),
        )
        return found, expansion, reach

    def _probe(self) -> None:
        """Servers of our own that were killed are on their way back when the reader hears of it."""
        try:
            self.store.probe()
        except WeaviateDown:
            self._revive()
            raise

    def _plan(self, strategy: str | None) -> tuple[str, Strategy]:
        name = strategy or self.settings.strategy
        if name not in STRATEGIES:
            raise BadSetting(f"There is no strategy {name!r}.", f"It can be {', '.join(STRATEGIES)}.")
        return name, STRATEGIES[name]

    def _reach(self, scope: Scope) -> Reach:
        corpus = self.store.corpus()
        if not corpus.live:
            raise EmptyLibrary("There are no documents yet.", "Load books with: python -m rag ingest FILE...")
        return resolve(scope, store=self.store, corpus=corpus, names=known_names(corpus))

    def _look(self, queries: Sequence[Query], plan: Strategy, way: Way) -> Running[Looked]:
        """Each query is embedded once, and its vector goes to both stages; terms are searched by keyword alone."""

        def run(query: Query) -> Looked:
            if query.origin == "terms":
                return plan.look(query, way)
            with way.clock.step("embed"):
                vector = tuple(self.store.embedder.embed_query(query.text))
            return plan.look(replace(query, vector=vector), way)

        return start([partial(run, query) for query in queries], self.store.searching())

    def _expand(self, asked: _Asked, plan: Strategy, reach: Reach, clock: Clock) -> Expansion:
        question, history, settings = asked.question, asked.history, self.settings
        with clock.step("expand"):
            if asked.variants is not None:
                return given(question, asked.variants)
            if not plan.origins and not history:  # it is searched alone
                return given(question, ())
            if not settings.has_claude or (settings.expansions == 0 and not history):
                return offline(question, history, languages=reach.languages)
            asking = Asking(self._claude, settings.expand_model, settings.expansions, settings.expand_deadline_s)
            return expand(question, history, asking=asking, languages=reach.languages)

    def _looked(self, asked: Running[Looked], expansion: Expansion, plan: Strategy, way: Way) -> list[Looked]:
        """What all queries found, the standalone question first: the one that was asked, where they are the same."""
        queries = [query for query in expansion.queries if query.origin in ("question", *plan.origins)]
        first = asked.wait()
        same = first[0].query.text == expansion.standalone
        rest = self._look(queries[1:] if same else queries, plan, way).wait()
        return [*first, *rest] if same else rest

    def _choose(self, ranked: Ranked, expansion: Expansion, reach: Reach, limit: int) -> tuple[Passage, ...]:
        names = known_names(reach.corpus)
        authors = named_authors(expansion.standalone, expansion.authors, reach.documents, names)
        distinct = drop_near_copies(ranked.passages, limit=limit * _CANDIDATES)
        chosen = with_parallels(represent(distinct, authors, limit=limit), reach)
        return tuple(replace(passage, similarity=ranked.similarity.get(passage.chunk_id)) for passage in chosen)

    def _evidence(self, question: Query, reach: Reach) -> tuple[float, tuple[str, ...]]:
        scale = known_scale(self.store.embedder.identity(), self.store.prefix, self.settings.library_data)
        return evidence(grounds(question, reach), scale), () if scale else (_NO_SCALE,)

    def _unanswered(self, found: Found, expansion: Expansion) -> Answer:
        said = not_here(expansion.language)
        return Answer(found, said, expansion.standalone, "not_in_library", usage=expansion.usage, notes=found.notes)

    def _answer(self, found: Found, expansion: Expansion, reach: Reach) -> Answer:
        """Written by Claude over exactly these passages, then checked word by word."""
        model = self.settings.answer_model if self.settings.has_claude else QUOTING_MODEL
        writing = Writing(self._claude, model, self._claude_url, self.settings.answer_deadline_s)
        try:
            written = write(found.queries[0], found.passages, reach, language=expansion.language, writing=writing)
        except ClaudeUnavailable as error:
            notes = (*found.notes, str(error))
            return Answer(found, "", expansion.standalone, "failed", usage=expansion.usage, notes=notes)
        reply = written.reply
        outcome, told = outcome_of(reply, quoting=not self.settings.has_claude)
        answer = Answer(
            found,
            not_here(expansion.language) if outcome == "not_in_library" else "",
            expansion.standalone,
            outcome,
            usage=(*expansion.usage, Usage("answer", reply.model, reply.input_tokens, reply.output_tokens)),
            notes=(*found.notes, *written.notes, *told),
        )
        if outcome in ("no_answer", "not_in_library"):
            return answer
        numbered = number(reply.text, found.passages, language=expansion.language)
        cited, references = verify(numbered, names=known_names(reach.corpus), language=expansion.language)
        return replace(
            answer,
            text=numbered.text,
            citations=cited,
            references=references,
            uncited=numbered.uncited,
            unknown_keys=numbered.unknown_keys,
        )

    def ingest(
        self,
        entries: Sequence[Entry],
        *,
        names: Names | None = None,
        dry_run: bool = False,
        on_progress: Callable[[Progress], None] = lambda progress: None,
    ) -> list[IngestReport]:
        """One report a book, in their order; one that fails never stops the rest."""
        self._probe()
        known = names or built_in_names()
        reports = corpora.ingest(entries, names=known, store=self.store, dry_run=dry_run, on_progress=on_progress)
        calibrate_after(self.store, self.settings.library_data)
        return reports

    def delete(self, source_id: str) -> Deleted:
        """All of a document. Raises NoSuchDocument."""
        self._probe()
        deleted = corpora.remove(source_id, store=self.store)
        calibrate_after(self.store, self.settings.library_data)
        return deleted

    def stats(self) -> Stats:
        self._probe()
        return side_by_side([lambda: read_stats(self.store)], self.store.watching())[0]

    def passages(self, source_id: str) -> Iterator[Passage]:
        """A document's chunks in order. Raises NoSuchDocument."""
        self._probe()
        return corpora.passages(source_id, store=self.store)

    def documents(self, *, unfinished: bool = False) -> tuple[DocumentRow, ...]:
        """The editions that can be asked about; with `unfinished` also those whose load is under way or broke off."""
        self._probe()
        return self.store.corpus().documents if unfinished else self.store.corpus().live

    def names(self) -> Names:
        """What its authors and works are called, in every language and edition."""
        return known_names(self.store.corpus())

    def starters(self, language: str) -> tuple[str, ...]:
        """Questions to begin with, from what the library holds."""
        return starters(self.store, language)
