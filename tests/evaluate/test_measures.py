"""The arithmetic of each measure, worked by hand."""

import math

import pytest

from rag.evaluate.measures import MEASURES, hit, interval, ndcg, recall, reciprocal_rank

NONE: frozenset[int] = frozenset()
A, B, AB = frozenset({0}), frozenset({1}), frozenset({0, 1})


@pytest.mark.parametrize(
    ("ranking", "k", "expected"),
    [
        ([], 5, 0.0),
        ([NONE, A], 1, 0.0),
        ([NONE, A], 2, 1.0),
        ([A, A], 1, 1.0),
    ],
)
def test_hit_asks_for_one_answer_in_the_first_k(ranking: list[frozenset[int]], k: int, expected: float) -> None:
    assert hit(ranking, k) == expected


@pytest.mark.parametrize(
    ("ranking", "k", "expected"),
    [
        ([], 10, 0.0),
        ([A], 10, 1.0),
        ([NONE, NONE, B, A], 10, 1 / 3),
        ([NONE, NONE, B], 2, 0.0),
    ],
)
def test_reciprocal_rank_is_of_the_first_answer(ranking: list[frozenset[int]], k: int, expected: float) -> None:
    assert reciprocal_rank(ranking, k) == expected


@pytest.mark.parametrize(
    ("ranking", "wanted", "k", "expected"),
    [
        ([], 2, 10, 0.0),
        ([A, A], 2, 10, 0.5),
        ([A, NONE, B], 2, 2, 0.5),
        ([AB], 3, 10, 2 / 3),
    ],
)
def test_recall_counts_each_gold_item_once(ranking: list[frozenset[int]], wanted: int, k: int, expected: float) -> None:
    assert recall(ranking, wanted, k) == expected


@pytest.mark.parametrize(
    ("ranking", "wanted", "k", "expected"),
    [
        ([], 1, 10, 0.0),
        ([A], 1, 10, 1.0),
        ([NONE, NONE, A], 1, 10, 0.5),  # 1 / log2(4)
        ([A, B], 2, 10, 1.0),
        ([AB], 2, 10, 1.0),  # together: places 1 and 2
        ([A, NONE, B], 2, 10, (1 + 1 / 2) / (1 + 1 / math.log2(3))),
        ([NONE, AB], 2, 10, (1 / math.log2(3) + 1 / 2) / (1 + 1 / math.log2(3))),  # places 2 and 3
        ([A, A, A], 2, 10, 1 / (1 + 1 / math.log2(3))),  # a second passage of the same place gains nothing
        ([AB], 2, 1, 1.0),  # the ideal has one place too
        ([A, B], 4, 2, 1.0),
    ],
)
def test_ndcg(ranking: list[frozenset[int]], wanted: int, k: int, expected: float) -> None:
    assert ndcg(ranking, wanted, k) == pytest.approx(expected, abs=1e-12)


def test_a_set_of_measures_for_a_question_with_its_answer_at_rank_6() -> None:
    ranking = [NONE] * 5 + [A]
    assert {name: measure(ranking, 2) for name, measure in MEASURES.items()} == {
        "hit@1": 0.0,
        "hit@5": 0.0,
        "hit@10": 1.0,
        "mrr@10": 1 / 6,
        "ndcg@10": pytest.approx((1 / math.log2(7)) / (1 + 1 / math.log2(3)), abs=1e-12),
        "recall@10": 0.5,
    }


def test_the_interval_of_equal_values_has_no_width() -> None:
    assert interval([0.5] * 10) == (0.5, 0.5)


def test_the_interval_of_a_coin_is_about_two_standard_errors_wide() -> None:
    # standard error of 100 tosses: sqrt(0.25 / 100) = 0.05, so 0.5 -+ 1.96 * 0.05
    low, high = interval([0.0, 1.0] * 50)
    assert (low, high) == (pytest.approx(0.402, abs=0.015), pytest.approx(0.598, abs=0.015))


def test_intervals_repeat_and_draw_the_same_questions_for_every_strategy() -> None:
    values = [0.0, 0.25, 1.0, 0.5]
    assert interval(values) == interval(values)
    shifted = interval([value + 1 for value in values])
    assert shifted == pytest.approx(tuple(end + 1 for end in interval(values)))
