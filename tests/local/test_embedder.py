import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from rag.local.embedder import DIMENSIONS, Embedder, e5_encoder
from rag.local.vectors import Kind, Vector, VectorCache


class Model:
    """Remembers what it embedded; waits for `go_on` where it is told to."""

    def __init__(self) -> None:
        self.seen: list[str] = []
        self.go_on = threading.Event()
        self.go_on.set()

    def __call__(self, text: str, kind: Kind) -> Vector:
        self.seen.append(text)
        assert self.go_on.wait(10)
        if text == "bad":
            raise ValueError("a text it cannot take")
        return np.array([len(text), kind == "query"], dtype=np.float32)


@pytest.fixture
def model() -> Model:
    return Model()


@pytest.fixture
def cache(tmp_path: Path) -> Iterator[VectorCache]:
    opened = VectorCache(tmp_path / "v.sqlite", model="m")
    yield opened
    opened.close()


@pytest.fixture
def embedder(model: Model, cache: VectorCache) -> Iterator[Embedder]:
    made = Embedder(model, cache, workers=1)
    yield made
    made.close()


def test_what_is_known_is_not_embedded_again(embedder: Embedder, model: Model) -> None:
    vectors = [embedder.submit("virtue", "query", urgent=True).result(10).tolist() for _ in range(3)]
    assert vectors == [[6.0, 1.0]] * 3
    assert model.seen == ["virtue"]


def test_the_kinds_of_a_text_are_different_texts(embedder: Embedder, model: Model) -> None:
    assert embedder.submit("virtue", "query", urgent=True).result(10).tolist() == [6.0, 1.0]
    assert embedder.submit("virtue", "passage", urgent=True).result(10).tolist() == [6.0, 0.0]
    assert model.seen == ["virtue", "virtue"]


def test_what_somebody_waits_for_goes_first(embedder: Embedder, model: Model) -> None:
    model.go_on.clear()
    work = [embedder.submit(text, "passage", urgent=False) for text in ("begun", "second", "third")]
    work.append(embedder.submit("asked", "query", urgent=True))
    model.go_on.set()
    for future in work:
        future.result(10)
    # the first may have begun before the question came
    assert [text for text in model.seen if text != "begun"] == ["asked", "second", "third"]


def test_a_text_asked_for_twice_at_once_is_embedded_once(embedder: Embedder, model: Model) -> None:
    model.go_on.clear()
    futures = [embedder.submit("virtue", "passage", urgent=False) for _ in range(4)]
    model.go_on.set()
    assert [future.result(10).tolist() for future in futures] == [[6.0, 0.0]] * 4
    assert model.seen == ["virtue"]


def test_a_caller_that_leaves_takes_nothing_from_the_others(embedder: Embedder, model: Model) -> None:
    model.go_on.clear()
    assert embedder.submit("virtue", "passage", urgent=False).cancel() is False
    model.go_on.set()
    assert embedder.submit("virtue", "passage", urgent=False).result(10).tolist() == [6.0, 0.0]


def test_a_text_that_fails_fails_alone(embedder: Embedder) -> None:
    with pytest.raises(ValueError, match="a text it cannot take"):
        embedder.submit("bad", "passage", urgent=False).result(10)
    assert embedder.submit("good", "passage", urgent=False).result(10).tolist() == [4.0, 0.0]


def test_the_model_gives_the_same_vector_alone_and_beside_others(cache: VectorCache) -> None:
    encode = e5_encoder(2)
    texts = [f"Whether virtue {number} can be taught" for number in range(6)]
    alone = [encode(text, "passage") for text in texts]
    embedder = Embedder(encode, cache, workers=3)
    beside = [embedder.submit(text, "passage", urgent=False) for text in texts]
    assert all(np.array_equal(one, other.result(30)) for one, other in zip(alone, beside, strict=True))
    assert alone[0].shape == (DIMENSIONS,)
    assert float(np.linalg.norm(alone[0])) == pytest.approx(1, abs=1e-5)
    embedder.close()


def test_the_model_ranks_an_answer_before_another_sentence() -> None:
    encode = e5_encoder(2)
    asked = encode("What numbs whoever touches it?", "query")
    ray = encode("La torpille engourdit quiconque la touche.", "passage")
    bread = encode("Le pain se vend au marché le matin.", "passage")
    assert float(asked @ ray) > float(asked @ bread)
