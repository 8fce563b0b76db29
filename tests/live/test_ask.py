"""A question's whole way on a real Weaviate, with Claude's API replaced by the stand-in."""

import time
from collections.abc import Iterator
from dataclasses import replace

import pytest

from rag import Library, Scope
from rag.ask import strategies
from rag.ask.ranking import Hit
from rag.ask.reach import Reach
from rag.errors import BadQuestion
from rag.library import open_library
from rag.types import Query, Section, Step
from standins.messages import MessagesStandIn, keys_in, passages_in

QUESTION = "Why is a swarm of virtues no answer to the question what virtue is?"


@pytest.fixture(scope="module")
def api() -> Iterator[MessagesStandIn]:
    with MessagesStandIn() as standin:
        yield standin


@pytest.fixture(scope="module")
def opened(api: MessagesStandIn, sample: Library) -> Iterator[Library]:
    settings = replace(
        sample.settings,
        anthropic_api_key="test-key",
        anthropic_base_url=api.url,
        expand_deadline_s=30,
        answer_deadline_s=20,
    )
    with open_library(settings) as library:
        yield library


@pytest.fixture
def library(opened: Library, api: MessagesStandIn, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The stand-in as new, and no long pauses between tries."""
    monkeypatch.setattr("rag.claude.FIRST_WAIT_S", 0.01)
    api.reset()
    return opened


def test_an_answer_is_written_by_weaviate_from_the_chosen_passages(library: Library, api: MessagesStandIn) -> None:
    api.answer = lambda prompt: f"Many virtues are not yet one [{keys_in(prompt)[0]}]."
    answer = library.ask(QUESTION)
    assert (answer.outcome, answer.text) == ("answered", "Many virtues are not yet one [1].")
    assert [citation.number for citation in answer.citations] == [1]
    asked = api.calls("answer")
    assert len(asked) == 1
    sent = passages_in(asked[0].prompt)
    assert {row["key"] for row in sent} == {passage.key for passage in answer.found.passages}
    assert {name for row in sent for name in row} == {"key", "reference", "text"}


def test_the_variants_that_came_back_are_the_queries_that_were_searched(library: Library, api: MessagesStandIn) -> None:
    api.expansion = {"variants": ["un essaim d'abeilles", "σμῆνος ἀρετῶν", "virtue is one in many"]}
    found = library.ask(QUESTION).found
    assert [(query.text, query.origin) for query in found.queries] == [
        (QUESTION, "question"),
        ("un essaim d'abeilles", "claude"),
        ("σμῆνος ἀρετῶν", "claude"),
        ("virtue is one in many", "claude"),
    ]
    assert {index for passage in found.passages for index in passage.found_by} <= {0, 1, 2, 3}
    assert any(index > 0 for passage in found.passages for index in passage.found_by)


def test_the_question_is_searched_while_claude_expands(
    library: Library, api: MessagesStandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: dict[str, float] = {}
    hybrid_chunks, hybrid_sections = strategies.hybrid_chunks, strategies.hybrid_sections

    def chunks(query: Query, reach: Reach, *, alpha: float, limit: int) -> tuple[Hit, ...]:
        begun.setdefault(f"passages of {query.text}", time.monotonic())
        return hybrid_chunks(query, reach, alpha=alpha, limit=limit)

    def sections(query: Query, reach: Reach, *, alpha: float, limit: int) -> tuple[Section, ...]:
        begun.setdefault(f"sections of {query.text}", time.monotonic())
        return hybrid_sections(query, reach, alpha=alpha, limit=limit)

    monkeypatch.setattr(strategies, "hybrid_chunks", chunks)
    monkeypatch.setattr(strategies, "hybrid_sections", sections)
    api.delay_expand_s = 1.5
    api.expansion = {"variants": ["un essaim"]}
    found = library.search(QUESTION)
    returned = api.calls("expand")[0].ended
    assert returned is not None
    assert begun[f"passages of {QUESTION}"] < returned
    assert begun[f"sections of {QUESTION}"] < returned
    assert begun["passages of un essaim"] > returned
    assert found.timings_ms["expand"] > 1500


def test_what_is_checked_shows_its_state(library: Library, api: MessagesStandIn) -> None:
    def write(prompt: str) -> str:
        first = passages_in(prompt)[0]
        words = str(first["text"]).split()
        true = " ".join(words[2:9]).strip(".,;:")
        altered = " ".join([*words[2:5], "never", *words[6:9]]).strip(".,;:")
        place = str(first["reference"]).rsplit(" ", 1)[-1].split("-")[0]
        key = first["key"]
        return (
            f"It says “{true}” [{key}]. It says “{altered}” [{key}]. Meno {place} has it [{key}]."
            f" Meno 99z is no place, and Meno 17c is another [{key}]. So says a fourth [k0000000]."
        )

    api.answer = write
    answer = library.ask(QUESTION, scope=Scope(work="Guide to the Meno", language="en"))
    assert [quote.state for citation in answer.citations for quote in citation.quotes] == ["exact", "not_found"]
    assert [reference.state for reference in answer.references] == ["confirmed", "unconfirmed"]
    assert answer.unknown_keys == 1
    assert "k0000000" not in answer.text
    assert len(answer.uncited) == 1


def test_a_follow_up_is_searched_as_it_stands_alone(library: Library, api: MessagesStandIn) -> None:
    alone = "Why does Meno compare Socrates to the torpedo fish?"
    api.expansion = {"standalone": alone, "variants": []}
    answer = library.ask("and why?", history=["Who is the torpedo fish?", "Socrates [1]."])
    assert answer.standalone == alone
    assert answer.found.queries[0].text == alone
    assert "torpedo" in api.calls("expand")[0].prompt


@pytest.mark.parametrize("braces", ["{text}", "{}", "{freedom}", "{{x}}", "%s", "$x$", "{key}"])
def test_braces_in_a_question_reach_claude_as_they_are(braces: str, library: Library, api: MessagesStandIn) -> None:
    question = f"What does virtue mean by {braces} here?"
    library.ask(question)
    assert question in api.calls("answer")[0].prompt
    assert question in api.calls("expand")[0].prompt


@pytest.mark.parametrize(
    ("fault", "outcome", "told"),
    [
        ("empty", "no_answer", "Claude was asked directly: Claude sent an empty reply to Weaviate."),
        ("thinking", "answered", "Claude was asked directly: Claude's reply began with something other than text."),
        ("blocks", "answered", "Claude was asked directly: Claude's reply came in parts, and Weaviate passed on one."),
        ("refusal", "no_answer", "Claude declined to answer."),
        ("400", "failed", "(status 400)"),
        ("401", "failed", "An administrator should check ANTHROPIC_API_KEY."),
        ("403", "failed", "does not allow this key to do that"),
        ("404", "failed", "has no model 'claude-sonnet-4-6'"),
        ("429", "failed", "rate limit is reached"),
        ("500", "failed", "(status 500)"),
        ("529", "failed", "Claude is overloaded"),
        ("html_502", "failed", "(status 502)"),
        ("html_200", "failed", "is not Claude's API"),
        ("cut", "failed", "The connection to Claude (127.0.0.1) failed."),
    ],
)
def test_each_fault_of_claude_is_an_outcome_with_its_sources(
    fault: str, outcome: str, told: str, library: Library, api: MessagesStandIn
) -> None:
    api.answer_mode = fault
    api.retry_after = None  # else a limit is waited for as long as it says
    answer = library.ask(QUESTION)
    assert answer.outcome == outcome
    assert answer.found.passages
    shown = " ".join((answer.text, *answer.notes))
    assert told in shown
    for secret in ("test-key", "<html", "Traceback", "panic"):
        assert secret not in shown
    asked = [request.headers["user-agent"].partition("/")[0] for request in api.calls("answer")]
    assert asked[0] == "Go-http-client"
    assert set(asked[1:]) == {"AsyncAnthropic"}


def test_an_answer_that_takes_too_long_is_given_up_with_the_setting(opened: Library, api: MessagesStandIn) -> None:
    api.reset()
    api.delay_answer_s = 20
    with open_library(replace(opened.settings, answer_deadline_s=2)) as hurried:
        began = time.monotonic()
        answer = hurried.ask(QUESTION)
        assert time.monotonic() - began < 8
    assert (answer.outcome, answer.text) == ("failed", "")
    assert answer.notes == ("No answer came within 2 s. Ask again, or raise ANSWER_DEADLINE.",)


def test_one_limit_is_waited_for_and_the_answer_comes_directly(library: Library, api: MessagesStandIn) -> None:
    api.answer_faults = ["429"]
    api.retry_after = 0.05
    answer = library.ask(QUESTION)
    assert answer.outcome == "answered"
    assert any("rate limit" in note for note in answer.notes)


def test_a_limit_that_outlasts_the_deadline_is_given_up_at_once(library: Library, api: MessagesStandIn) -> None:
    api.answer_mode = "429"
    api.retry_after = 3600
    began = time.monotonic()
    assert library.ask(QUESTION).outcome == "failed"
    assert time.monotonic() - began < 10


def test_a_cut_answer_is_marked(library: Library, api: MessagesStandIn) -> None:
    api.answer_mode = "max_tokens"
    answer = library.ask(QUESTION)
    assert answer.outcome == "incomplete"
    assert answer.text


@pytest.mark.parametrize("fault", ["invalid_json", "refusal", "529", "html_502", "empty", "cut", "401"])
def test_an_expansion_that_fails_leaves_a_note_and_the_question(
    fault: str, library: Library, api: MessagesStandIn
) -> None:
    api.expand_mode = fault
    found = library.search(QUESTION)
    assert found.passages
    assert found.queries[0].text == QUESTION
    assert {query.origin for query in found.queries} <= {"question", "terms"}
    assert found.notes


@pytest.mark.parametrize(("mode", "most"), [("many_variants", 3), ("no_variants", 0), ("duplicate_variants", 1)])
def test_at_most_the_set_number_of_different_variants_is_searched(
    mode: str, most: int, library: Library, api: MessagesStandIn
) -> None:
    api.expand_mode = mode
    assert len(library.search(QUESTION).queries) - 1 <= most


def test_nothing_is_asked_of_claude_where_there_is_no_evidence(library: Library, api: MessagesStandIn) -> None:
    answer = library.ask("best pizza in Rome")
    assert (answer.outcome, answer.citations) == ("not_in_library", ())
    assert api.calls("answer") == []


def test_a_scope_that_matches_nothing_says_so(library: Library, api: MessagesStandIn) -> None:
    answer = library.ask(QUESTION, scope=Scope(author="Hegel"))
    assert (answer.outcome, answer.found.passages) == ("not_in_library", ())
    assert any("scope" in note for note in answer.notes)
    assert api.calls("answer") == []


def test_a_scope_takes_any_name_of_a_work(library: Library) -> None:
    french = library.search(QUESTION, scope=Scope(work="Guide du Ménon"), variants=[])
    english = library.search(QUESTION, scope=Scope(work="Guide to the Meno"), variants=[])
    assert french.passages == english.passages
    assert french.passages


@pytest.mark.parametrize("question", ["", "   ", "?!…", "🙂", "a" * 200_000, "virtue \ud800"])
def test_what_cannot_be_searched_costs_nothing(question: str, library: Library, api: MessagesStandIn) -> None:
    with pytest.raises(BadQuestion):
        library.ask(question)
    assert api.calls("expand") == []


@pytest.mark.parametrize(("variants", "limit"), [(["torpedo", " "], 10), (["\ud800"], 10), ([], 0), (None, -1)])
def test_bad_variants_and_limits_are_refused_before_anything_is_searched(
    variants: list[str] | None, limit: int, library: Library, api: MessagesStandIn
) -> None:
    with pytest.raises(BadQuestion):
        library.search(QUESTION, variants=variants, limit=limit)
    assert api.calls("expand") == []


def test_the_steps_are_told_in_their_order(library: Library) -> None:
    steps: list[Step] = []
    library.ask(QUESTION, on_step=steps.append)
    assert [step.name for step in steps] == ["expand", "sections", "passages", "writing"]
    assert all(step.found for step in steps[:3])


def test_a_question_asked_five_times_finds_the_same(library: Library) -> None:
    runs = {
        tuple(passage.chunk_id for passage in library.search(QUESTION, variants=["un essaim"]).passages)
        for _ in range(5)
    }
    assert len(runs) == 1


@pytest.mark.parametrize("strategy", ["fusion", "rrf", "hybrid", "near_text", "sequential", "two_stage"])
def test_every_strategy_can_answer(strategy: str, library: Library, api: MessagesStandIn) -> None:
    answer = library.ask(QUESTION, strategy=strategy)
    assert (answer.outcome, answer.found.strategy) == ("answered", strategy)
    assert 0 < len(answer.found.passages) <= library.settings.answer_passages
    assert all(passage.similarity is None or 0 < passage.similarity <= 1 for passage in answer.found.passages)
