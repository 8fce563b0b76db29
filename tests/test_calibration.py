"""The gate's scale is measured anew when what is loaded has changed, and never in the way of a load."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from live.books import TinyEmbedder
from rag import sample
from rag.ask.gate import Scale, known_scale
from rag.ask.reach import Reach
from rag.books.manifest import read_manifest
from rag.calibration import calibrate_after, calibrate_if_changed
from rag.errors import EmbedderDown, WeaviateDown
from rag.store.calls import Watch
from rag.store.corpus import Corpus, DocumentRow
from rag.types import Query

MENO = DocumentRow("meno", "Plato", "Meno", "plato meno", "Lamb", "en", "stephanus", 9, 3, "ready", live_load="l")
GUIDE = replace(MENO, source_id="guide", author=sample.AUTHOR, work="Guide to the Meno", live_load="g")
FOREIGN = frozenset(sample.off_topic())


@dataclass
class FakeStore:
    """What is loaded, and how near anything foreign and anything of its own is to it."""

    documents: tuple[DocumentRow, ...] = (MENO,)
    embedder: TinyEmbedder = field(default_factory=TinyEmbedder)
    prefix: str = ""
    foreign: float | None = 0.4
    own: float | None = 0.3
    fault: Exception | None = None
    asked: list[str] = field(default_factory=list)

    def corpus(self) -> Corpus:
        return Corpus(self.documents)

    def searching(self) -> Watch:
        return Watch(lambda: True, 5.0)

    def grounds(self, question: Query) -> float | None:
        if self.fault:
            raise self.fault
        self.asked.append(question.text)
        return self.foreign if question.text in FOREIGN else self.own


@pytest.fixture(autouse=True)
def searches(monkeypatch: pytest.MonkeyPatch) -> None:
    def grounds(question: Query, reach: Reach) -> float | None:
        assert isinstance(reach.store, FakeStore)
        return reach.store.grounds(question)

    monkeypatch.setattr("rag.calibration.grounds", grounds)


def measured(store: FakeStore, data: Path) -> Scale | None:
    calibrate_if_changed(store, data)  # type: ignore[arg-type]  # what is used of it
    return known_scale(store.embedder.identity(), store.prefix, data)


def test_foreign_questions_are_asked_of_what_is_loaded_once(tmp_path: Path) -> None:
    store = FakeStore()
    scale = measured(store, tmp_path)
    assert scale is not None
    assert (scale.threshold, store.asked) == (0.4, list(sample.off_topic()))
    store.asked.clear()
    assert (measured(store, tmp_path), store.asked) == (scale, [])


def test_each_load_is_measured_anew(tmp_path: Path) -> None:
    measured(FakeStore(), tmp_path)
    scale = measured(FakeStore((MENO, replace(MENO, source_id="b", live_load="b")), foreign=0.6), tmp_path)
    assert scale is not None
    assert scale.threshold == 0.6


def test_the_samples_own_questions_pass_where_its_guides_are_loaded(tmp_path: Path) -> None:
    store = FakeStore((MENO, GUIDE))
    scale = measured(store, tmp_path)
    assert scale is not None
    assert scale.threshold == 0.3
    # the Meno's alone
    own = [row["question"] for row in sample.questions() if str(row["id"]).startswith("sample-meno-")]
    assert store.asked == [*sample.off_topic(), *own]


def test_every_sample_question_is_about_a_guide_of_the_samples_author() -> None:
    guides = {(entry.author, entry.work) for entry in read_manifest(sample.MANIFEST).entries}
    asked = {(sample.AUTHOR, gold["work"]) for row in sample.questions() for gold in row["gold"]}
    assert asked == guides


@pytest.mark.parametrize(
    "store",
    [
        FakeStore(()),
        FakeStore((replace(MENO, live_load="", next_load="n"),)),
        FakeStore(foreign=None, own=None),  # documents that have no passages
    ],
)
def test_nothing_is_remembered_where_there_is_nothing_to_measure_with(tmp_path: Path, store: FakeStore) -> None:
    assert measured(store, tmp_path) is None
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("fault", [WeaviateDown("gone"), EmbedderDown("gone")])
def test_a_load_is_done_also_when_its_scale_could_not_be_measured(tmp_path: Path, fault: Exception) -> None:
    store = FakeStore(fault=fault)
    calibrate_after(store, tmp_path)  # type: ignore[arg-type]
    with pytest.raises(type(fault)):
        measured(store, tmp_path)
    store.fault = None
    assert measured(store, tmp_path) is not None
