"""One ranking from many: worked out by hand, and held for any rankings by chance."""

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest

from ask.made import looked, passage, section
from rag.ask.fuse import (
    best_sections,
    bonus,
    drop_near_copies,
    fuse_scores,
    join_editions,
    parallel_of,
    rank_hits,
    represent,
    rrf,
    same_place,
    with_context,
)
from rag.ask.ranking import Hit, Looked
from rag.types import Passage

SEEDS = range(12)


def names(ranking: Sequence[Passage]) -> list[str]:
    return [one.chunk_id for one in ranking]


@pytest.mark.parametrize(
    ("rankings", "expected"),
    [
        ([], []),
        ([[], []], []),
        ([["a", "b"], ["b", "c"]], [("b", 1 / 62 + 1 / 61), ("a", 1 / 61), ("c", 1 / 62)]),
        ([["a"], ["b"]], [("a", 1 / 61), ("b", 1 / 61)]),
        ([["b"], ["a"]], [("b", 1 / 61), ("a", 1 / 61)]),
        ([["a", "a", "b"]], [("a", 1 / 61), ("b", 1 / 62)]),
        ([[], ["a"]], [("a", 1 / 61)]),
    ],
)
def test_rrf_sums_reciprocal_ranks_from_1_and_a_tie_goes_to_what_was_seen_first(
    rankings: list[list[str]], expected: list[tuple[str, float]]
) -> None:
    assert rrf(rankings) == expected


def test_with_k_0_the_first_rank_counts_1() -> None:
    assert rrf([["a", "b"]], k=0) == [("a", 1.0), ("b", 0.5)]


@pytest.mark.parametrize("seed", SEEDS)
def test_rrf_gives_the_same_scores_in_whatever_order_the_variants_come(seed: int) -> None:
    chance = random.Random(seed)
    rankings = [chance.sample("abcdefgh", chance.randint(0, 8)) for _ in range(4)]
    expected = dict(rrf(rankings))
    for shuffled in permutations(rankings):
        assert dict(rrf(shuffled)) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize("seed", SEEDS)
def test_in_rrf_one_more_hit_never_lowers_a_rank(seed: int) -> None:
    chance = random.Random(seed)
    rankings = [chance.sample("abcdefgh", 5) for _ in range(3)]
    before = [item for item, _ in rrf(rankings)]
    lucky = chance.choice(before)
    lists = [ranking for ranking in rankings if lucky not in ranking]
    for ranking in lists[:1]:
        ranking.insert(chance.randint(0, 5), lucky)
    after = [item for item, _ in rrf(rankings)]
    assert after.index(lucky) <= before.index(lucky)


def test_scores_are_the_mean_over_all_queries_also_those_that_did_not_find_the_passage() -> None:
    ranking = fuse_scores([looked({"a": 1.0, "b": 0.6}), looked({"b": 0.8, "c": 0.4})])
    assert [(one.chunk_id, one.score, one.found_by) for one in ranking] == [
        ("b", pytest.approx(0.7), (0, 1)),
        ("a", 0.5, (0,)),
        ("c", 0.2, (1,)),
    ]


@pytest.mark.parametrize("nothing", [[], [looked({})], [looked({}), looked({})], [looked({}, sections=[section("s")])]])
def test_nothing_found_is_an_empty_ranking(nothing: list[Looked]) -> None:
    assert fuse_scores(nothing) == []


def test_equal_scores_stand_in_the_order_of_their_ids() -> None:
    assert names(fuse_scores([looked({"c": 0.5, "a": 0.5, "b": 0.5})])) == ["a", "b", "c"]


def test_a_written_section_adds_its_score_by_level_and_an_extracted_one_nothing() -> None:
    sections = {
        "one": section("one", level=1, score=0.5),
        "two": section("two", level=2, score=1.0, made_by="claude"),
        "three": section("three", level=3, score=0.5),
        "made": section("made", level=2, made_by="extract"),
        "deep": section("deep", level=4),
        "odd": section("odd", made_by="someone"),
    }
    assert bonus(passage("a", sections=["one"]), sections) == pytest.approx(0.3 * 0.5)
    assert bonus(passage("a", sections=["one", "two", "three"]), sections) == pytest.approx(0.15 + 0.4 + 0.2)
    assert bonus(passage("a", sections=["made", "deep", "odd", "elsewhere"]), sections) == 0.0


def test_a_section_lifts_its_passages_and_takes_no_candidate_away() -> None:
    plain = looked({"a": 0.6, "b": 0.5, "c": 0.1})
    lifted = replace(plain, sections=(section("in b", level=1, score=1.0),))
    assert names(fuse_scores([plain])) == ["a", "b", "c"]
    assert [(one.chunk_id, one.score) for one in fuse_scores([lifted])] == [
        ("b", pytest.approx(0.8)),
        ("a", 0.6),
        ("c", 0.1),
    ]


def test_a_section_of_one_query_lifts_what_another_query_found() -> None:
    first, second = looked({"a": 0.5}), looked({}, sections=[section("in a", level=2, score=0.5)])
    (fused,) = fuse_scores([first, second])
    assert (fused.score, fused.found_by) == (pytest.approx((0.5 + 0.4 * 0.5) / 2), (0,))


def some_looked(chance: random.Random) -> list[Looked]:
    return [
        looked(
            {name: chance.random() for name in chance.sample("abcdefgh", chance.randint(0, 8))},
            sections=[
                section(f"in {name}", level=chance.randint(1, 3), score=chance.random())
                for name in chance.sample("abcdefgh", chance.randint(0, 3))
            ],
        )
        for _ in range(4)
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_order_of_the_variants_changes_neither_order_nor_scores(seed: int) -> None:
    queries = some_looked(random.Random(seed))
    expected = [(one.chunk_id, one.score) for one in fuse_scores(queries)]
    for shuffled in permutations(queries):
        assert [(one.chunk_id, one.score) for one in fuse_scores(shuffled)] == expected


def test_a_tie_that_a_plain_sum_would_break_in_its_last_digit_stays_a_tie() -> None:
    queries = [looked({"b": 0.1, "a": 0.3}), looked({"b": 0.2, "a": 0.2}), looked({"b": 0.3, "a": 0.1})]
    for shuffled in permutations(queries):
        assert names(fuse_scores(shuffled)) == ["a", "b"]


@pytest.mark.parametrize("seed", SEEDS)
def test_one_more_hit_never_lowers_a_rank(seed: int) -> None:
    chance = random.Random(seed)
    queries = some_looked(chance)
    before = names(fuse_scores(queries))
    if not before:
        return
    lucky = chance.choice(before)
    lists = [n for n, one in enumerate(queries) if all(hit.passage.chunk_id != lucky for hit in one.hits)]
    for place in lists[:1]:
        hit = Hit(passage(lucky, sections=[f"in {lucky}"]), chance.random())
        queries[place] = replace(queries[place], hits=(*queries[place].hits, hit))
    after = names(fuse_scores(queries))
    assert after.index(lucky) <= before.index(lucky)
    assert set(after) == set(before)


def test_a_section_found_by_several_queries_stands_once_at_its_best_score() -> None:
    first = looked({}, sections=[section("b", score=0.4), section("a", score=0.9)])
    second = looked({}, sections=[section("b", score=0.9), section("c", score=0.1)])
    assert [(one.section_id, one.score) for one in best_sections([first, second])] == [
        ("a", 0.9),
        ("b", 0.9),
        ("c", 0.1),
    ]
    assert best_sections([]) == []


def test_a_passage_says_which_found_section_brought_it_the_best_around_it() -> None:
    ranking = with_context(
        [passage("a", sections=["s/1", "s"]), passage("b", sections=["s"]), passage("c", sections=["t"])],
        [section("s"), section("s/1")],
    )
    assert [one.context_section for one in ranking] == ["s", "s", None]


EN = passage("en", loci=["80a", "80b"], source="meno-en", language="en", score=0.9)
GRC = passage("grc", loci=["80a", "80b"], source="meno-grc", language="grc", score=0.8)
FR = passage("fr", loci=["80b", "80c"], source="meno-fr", language="fr", score=0.7)


@pytest.mark.parametrize(
    ("other", "is_same"),
    [
        (replace(EN, source_id="other"), True),
        (replace(EN, source_id="other", loci=("80b", "80c")), True),
        (replace(EN, source_id="other", loci=("80b", "80c", "80d")), False),
        (replace(EN, source_id="other", loci=("80c",)), False),
        (replace(EN, source_id="other", loci=()), False),
        (replace(EN, source_id="other", work_key="plato apology"), False),
        (replace(EN, source_id="other", work_key=""), False),
        (EN, False),
    ],
)
def test_the_same_place_is_half_of_the_loci_or_more_in_another_edition_of_the_work(
    other: Passage, is_same: bool
) -> None:
    assert same_place(other, EN) is is_same


def test_passages_without_a_work_are_never_the_same_place() -> None:
    assert not same_place(replace(EN, work_key=""), replace(GRC, work_key=""))


def test_editions_at_one_place_are_one_hit_in_the_questions_language_at_the_best_score() -> None:
    (hit,) = join_editions([replace(EN, found_by=(0, 2)), replace(GRC, found_by=(1, 2))], language="grc")
    assert (hit.chunk_id, hit.score, hit.found_by) == ("grc", 0.9, (0, 1, 2))
    assert hit.parallels == (parallel_of(EN),)


def test_without_an_edition_in_the_questions_language_the_best_scored_is_shown() -> None:
    (hit,) = join_editions([EN, GRC, FR], language="la")
    assert (hit.chunk_id, [one.source_id for one in hit.parallels]) == ("en", ["meno-grc", "meno-fr"])


def test_a_passage_joins_the_first_hit_and_never_another_through_a_third() -> None:
    third = replace(FR, chunk_id="far", source_id="meno-la", loci=("80c", "80d"))  # shares 80c with FR, nothing with EN
    assert [(one.chunk_id, len(one.parallels)) for one in join_editions([EN, FR, third], language="en")] == [
        ("en", 1),
        ("far", 0),
    ]


def test_one_hit_takes_at_most_one_passage_of_an_edition() -> None:
    second = replace(GRC, chunk_id="grc2", loci=("80b",), score=0.5)
    assert [(one.chunk_id, len(one.parallels)) for one in join_editions([EN, GRC, second], language="en")] == [
        ("en", 1),
        ("grc2", 0),
    ]


def test_passages_of_one_edition_stay_apart_and_an_empty_ranking_stays_empty() -> None:
    assert names(join_editions([EN, replace(EN, chunk_id="en2")], language="en")) == ["en", "en2"]
    assert join_editions([], language="en") == []


def test_of_two_passages_with_nearly_the_same_words_the_first_stays() -> None:
    words = "one two three four five six seven eight nine ten"
    ranking = [
        passage("a", words),
        passage("b", "ONE, two: three four five six seven eight nine ten."),
        passage("c", words.replace("ten", "eleven")),  # 9 of 11 words in common
        passage("d", "something else"),
        passage("e", "beyond the limit"),
    ]
    assert names(drop_near_copies(ranking, limit=3)) == ["a", "c", "d"]
    assert drop_near_copies([], limit=3) == []


PLATO = [passage(f"p{n}") for n in range(4)]
PLATON = passage("q", author="Platon", source="menon-fr")
SENECA = passage("s", author="Seneca", work="Letters")
PEIRCE = passage("x", author="Peirce", work="Belief")


@pytest.mark.parametrize(
    ("ranking", "authors", "limit", "shown"),
    [
        ([*PLATO, SENECA], [{"Plato"}, {"Seneca"}], 3, ["p0", "p1", "s"]),
        ([*PLATO, SENECA], [{"Plato"}], 3, ["p0", "p1", "p2"]),
        ([*PLATO, SENECA], [], 3, ["p0", "p1", "p2"]),
        ([*PLATO, SENECA], [{"Plato"}, {"Kant"}], 3, ["p0", "p1", "p2"]),
        ([PLATO[0], SENECA, PLATO[1]], [{"Plato"}, {"Seneca"}], 2, ["p0", "s"]),
        ([*PLATO, SENECA, PEIRCE], [{"Plato"}, {"Seneca"}, {"Peirce"}], 3, ["p0", "s", "x"]),
        ([PLATO[0], PLATO[1], SENECA, PEIRCE], [{"Plato"}, {"Seneca"}, {"Peirce"}], 3, ["p0", "s", "x"]),
        ([*PLATO, SENECA], [{"Plato"}, {"Seneca"}], 1, ["p0"]),
        ([*PLATO, SENECA], [{"Plato"}, {"Seneca"}], 0, []),
        ([], [{"Plato"}, {"Seneca"}], 3, []),
        ([PLATON, *PLATO, SENECA], [{"Plato", "Platon"}, {"Seneca"}], 2, ["q", "s"]),
    ],
)
def test_the_best_passage_of_each_named_author_is_shown_in_the_place_of_the_last_others(
    ranking: list[Passage], authors: list[set[str]], limit: int, shown: list[str]
) -> None:
    assert names(represent(ranking, authors, limit=limit)) == shown


@pytest.mark.parametrize("seed", SEEDS)
def test_every_named_author_that_was_found_is_represented_where_there_is_room(seed: int) -> None:
    chance = random.Random(seed)
    authors = ["Plato", "Seneca", "Peirce"]
    ranking = [passage(f"c{n}", author=chance.choice([*authors, "Kant"])) for n in range(chance.randint(0, 12))]
    shown = represent(ranking, [{author} for author in authors], limit=4)
    assert len(shown) == min(4, len(ranking))
    assert len(set(names(shown))) == len(shown)
    assert {one.author for one in ranking} & set(authors) <= {one.author for one in shown}


def test_a_single_query_is_ranked_as_it_came() -> None:
    assert [(one.chunk_id, one.score, one.found_by) for one in rank_hits(looked({"b": 0.2, "a": 0.9}).hits)] == [
        ("b", 0.2, (0,)),
        ("a", 0.9, (0,)),
    ]
