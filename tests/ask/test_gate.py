"""Evidence is measured on a scale that belongs to one embedder and one library."""

import json
from pathlib import Path

import pytest

from rag.ask.gate import Scale, calibrate, evidence, is_enough, known_scale, remember, state_of
from rag.store.corpus import Corpus, DocumentRow
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


def test_of_foreign_questions_at_most_the_set_share_passes() -> None:
    foreign = [0.5 + n / 1000 for n in range(80)]
    scale = calibrate(foreign, "state")
    assert scale.threshold == foreign[75]
    assert sum(is_enough(evidence(one, scale)) for one in foreign) == 5  # 6.25 % of 80
    assert scale.corpus == "state"


@pytest.mark.parametrize(
    ("own", "threshold"),
    [
        ([0.576, 0.6], 0.575),  # they pass as it is
        ([0.5605, 0.7], 0.56025),  # half way to the next foreign one below, 0.56
        ([0.4], 0.4),  # nothing foreign lies below
    ],
)
def test_questions_that_are_answered_here_pass_however_near_the_foreign_ones_are(
    own: list[float], threshold: float
) -> None:
    scale = calibrate([0.5 + n / 1000 for n in range(80)], "state", own=own)
    assert scale.threshold == pytest.approx(threshold, abs=1e-12)
    assert all(is_enough(evidence(one, scale)) for one in own)


def test_foreign_questions_that_are_all_alike_still_give_a_scale() -> None:
    assert calibrate([0.5, 0.5], "") == Scale(0.5, 1e-4)


def test_a_scale_is_remembered_beside_those_of_other_embedders_and_libraries(tmp_path: Path) -> None:
    data = tmp_path / "new"
    other = Scale(0.4, 0.02, "b")
    assert known_scale(BGE, "", data) is None
    remember(SCALE, BGE, "", data)
    remember(other, Identity("BAAI/bge-m3", 512), "Class", data)
    assert known_scale(BGE, "", data) == SCALE
    assert known_scale(Identity("BAAI/bge-m3", 512), "Class", data) == other
    assert [path.name for path in data.iterdir()] == ["gate.json"]
    assert list(json.loads((data / "gate.json").read_text())) == ["BAAI/bge-m3 1024", "Class BAAI/bge-m3 512"]


@pytest.mark.parametrize("content", ["", "{", "[]", '{"BAAI/bge-m3 1024": {"slope": 2}}', '{"BAAI/bge-m3 1024": 3}'])
def test_a_damaged_file_of_scales_is_measured_anew(content: str, tmp_path: Path) -> None:
    (tmp_path / "gate.json").write_text(content, encoding="utf-8")
    assert known_scale(BGE, "", tmp_path) is None
    remember(SCALE, BGE, "", tmp_path)
    assert known_scale(BGE, "", tmp_path) == SCALE


def test_a_scale_is_never_borrowed(tmp_path: Path) -> None:
    remember(SCALE, BGE, "", tmp_path)
    assert known_scale(Identity("BAAI/bge-m3", 384), "", tmp_path) is None
    assert known_scale(BGE, "Other", tmp_path) is None


def test_each_change_of_what_is_live_is_another_state() -> None:
    def corpus(*loads: str) -> Corpus:
        return Corpus(
            tuple(DocumentRow(f"s{load}", "A", "W", "a w", "", "en", "", 1, 1, "ready", load) for load in loads)
        )

    assert state_of(corpus("1", "2")) == state_of(corpus("2", "1"))
    assert len({state_of(corpus()), state_of(corpus("1")), state_of(corpus("1", "2"))}) == 3
