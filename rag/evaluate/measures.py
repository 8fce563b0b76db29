"""Measures of a ranking, as pure functions.

A ranking is, for each rank from the best, the set of gold items (by number) that this rank answers; most are empty.
`wanted` is how many gold items the question has. Every measure looks at the first `k` ranks and lies between 0 and 1.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np

Ranking = Sequence[frozenset[int]]
Measure = Callable[[Ranking, int], float]

_RESAMPLES = 2000


def hit(ranking: Ranking, k: int) -> float:
    """1 where any of the first k ranks answers a gold item (success@k of TREC's question answering track)."""
    return float(any(ranking[:k]))


def reciprocal_rank(ranking: Ranking, k: int) -> float:
    """1 / the first rank that answers a gold item, 0 where none of k does (Voorhees, TREC-8, 1999)."""
    return next((1 / rank for rank, answered in enumerate(ranking[:k], start=1) if answered), 0.0)


def recall(ranking: Ranking, wanted: int, k: int) -> float:
    """The share of the gold items that the first k ranks answer together."""
    return len(frozenset[int]().union(*ranking[:k])) / wanted


def ndcg(ranking: Ranking, wanted: int, k: int) -> float:
    """Binary gain, discount 1 / log2(1 + rank) (Järvelin and Kekäläinen, ACM TOIS 20, 2002), over gold items.

    An item counts where it is first answered. Items that one passage answers together take successive places, so a
    passage that answers all of them at rank 1 is as good as can be, as are as many single passages at the top.
    """
    gained = sum(_discount(place) for place in _places(ranking[:k]) if place <= k)
    return gained / sum(_discount(place) for place in range(1, min(wanted, k) + 1))


def _places(ranking: Ranking) -> list[int]:
    seen: set[int] = set()
    places: list[int] = []
    for rank, answered in enumerate(ranking, start=1):
        for _ in answered - seen:
            places.append(max(rank, places[-1] + 1 if places else 1))
        seen |= answered
    return places


def _discount(place: int) -> float:
    return 1 / math.log2(1 + place)


MEASURES: dict[str, Measure] = {
    "hit@1": lambda ranking, wanted: hit(ranking, 1),
    "hit@5": lambda ranking, wanted: hit(ranking, 5),
    "hit@10": lambda ranking, wanted: hit(ranking, 10),
    "mrr@10": lambda ranking, wanted: reciprocal_rank(ranking, 10),
    "ndcg@10": lambda ranking, wanted: ndcg(ranking, wanted, 10),
    "recall@10": lambda ranking, wanted: recall(ranking, wanted, 10),
}


def interval(values: Sequence[float], *, seed: int = 0) -> tuple[float, float]:
    """Where the mean lies in 95 of 100 resamples of the questions (percentile bootstrap, Efron 1979).

    The same seed draws the same questions whatever the values are, so strategies are compared on equal samples.
    """
    sample = np.asarray(values, dtype=float)
    drawn = np.random.default_rng(seed).integers(0, len(sample), (_RESAMPLES, len(sample)))
    low, high = np.percentile(sample[drawn].mean(axis=1), [2.5, 97.5])
    return float(low), float(high)
