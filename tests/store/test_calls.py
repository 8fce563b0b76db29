"""Calls side by side: results in the order of the calls, and never a wait past the deadline or the server's death."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import httpx
import pytest
from weaviate.exceptions import WeaviateBaseError

from rag.errors import EmbedderDown, RagError, WeaviateDown
from rag.store import calls
from rag.store.calls import Watch, explained, explaining, side_by_side, start

ALIVE = Watch(lambda: True, 5.0)
DEAD = Watch(lambda: False, 5.0)


@pytest.fixture
def stuck() -> Iterator[Callable[[], None]]:
    """A call that comes back only when the test is over."""
    over = threading.Event()
    yield lambda: over.wait(10) and None
    over.set()


def test_results_stand_in_the_order_of_the_calls_not_of_their_ends() -> None:
    first_may_end = threading.Event()

    def slow() -> str:
        assert first_may_end.wait(5)
        return "slow"

    def quick() -> str:
        first_may_end.set()
        return "quick"

    assert side_by_side([slow, quick], ALIVE) == ["slow", "quick"]


def test_no_calls_give_no_results_and_none_is_a_result() -> None:
    assert side_by_side([], ALIVE) == []
    assert side_by_side([lambda: None, lambda: 1], ALIVE) == [None, 1]


def test_calls_begin_at_once_and_not_when_they_are_waited_for() -> None:
    begun = threading.Event()
    running = start([begun.set], ALIVE)
    assert begun.wait(5)
    assert running.wait() == [None]


def test_the_first_fault_is_raised_as_it_is_without_waiting_for_the_rest(stuck: Callable[[], None]) -> None:
    def fails() -> None:
        raise ValueError("of the caller")

    began = time.monotonic()
    with pytest.raises(ValueError, match="of the caller"):
        side_by_side([stuck, fails], ALIVE)
    assert time.monotonic() - began < 2


def test_a_deadline_ends_the_wait_and_says_which_setting_it_is(stuck: Callable[[], None]) -> None:
    began = time.monotonic()
    with pytest.raises(WeaviateDown) as caught:
        side_by_side([stuck], Watch(lambda: True, 0.1))
    assert caught.value.message == "Weaviate took longer than 0.1 s."
    assert "SEARCH_DEADLINE" in caught.value.hint
    assert 0.1 <= time.monotonic() - began < 1


def test_the_deadline_counts_from_the_start_for_all_calls_together(stuck: Callable[[], None]) -> None:
    running = start([stuck, stuck], Watch(lambda: True, 0.2))
    time.sleep(0.2)
    began = time.monotonic()
    with pytest.raises(WeaviateDown):
        running.wait()
    assert time.monotonic() - began < 0.1


def test_results_that_came_in_time_count_however_late_they_are_fetched() -> None:
    running = start([lambda: 1, lambda: 2], Watch(lambda: True, 0.1))
    time.sleep(0.15)
    assert running.wait() == [1, 2]


def test_the_servers_death_ends_the_wait_long_before_the_deadline(
    stuck: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "_LOOK_EVERY_S", 0.05)
    began = time.monotonic()
    with pytest.raises(WeaviateDown) as caught:
        side_by_side([stuck, lambda: 1], DEAD)
    assert caught.value.message == "Weaviate stopped while it was searching."
    assert time.monotonic() - began < 1


def test_a_living_servers_slow_call_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "_LOOK_EVERY_S", 0.01)
    looks: list[int] = []

    def slow() -> str:
        time.sleep(0.1)
        return "done"

    def alive() -> bool:
        looks.append(1)
        return True

    assert side_by_side([slow], Watch(alive, 5.0)) == ["done"]
    assert looks


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (WeaviateBaseError("Query call failed with message Deadline Exceeded."), "Weaviate took too long."),
        (httpx.ReadError("Connection reset by peer"), "Weaviate broke off the connection."),
        (WeaviateBaseError("status = StatusCode.UNAUTHENTICATED"), "Weaviate refuses the key."),
        (
            WeaviateBaseError("Meta! Unexpected status code: 401, with response body: None."),
            "Weaviate refuses the key.",
        ),
    ],
)
def test_the_clients_errors_become_ours_where_a_person_can_act(error: Exception, message: str) -> None:
    told = explained(error, ALIVE)
    assert isinstance(told, WeaviateDown)
    assert (told.message, bool(told.hint)) == (message, True)


def test_outside_a_question_a_server_that_died_and_is_back_broke_off_the_connection() -> None:
    with pytest.raises(WeaviateDown) as caught, explaining(ALIVE):
        raise WeaviateBaseError("failed after 3 retries: <_InactiveRpcError: status = StatusCode.UNAVAILABLE ...>")
    assert caught.value.message == "Weaviate broke off the connection."


@pytest.mark.parametrize("error", [WeaviateBaseError("anything"), ConnectionError("refused"), httpx.ReadError("reset")])
def test_any_error_of_a_dead_server_is_its_death(error: Exception) -> None:
    assert str(explained(error, DEAD)).startswith("Weaviate stopped while it was searching.")


@pytest.mark.parametrize(
    "error",
    [
        EmbedderDown("The embedding service does not answer."),
        ValueError("ours"),
    ],
)
def test_other_errors_stay_as_they_are(error: Exception) -> None:
    assert explained(error, ALIVE) is error


@pytest.mark.parametrize("text", ["no such class", "object 5d0f6a4e-4010-5e8e-9a53-0c6f3b7d9401 not found"])
def test_what_the_server_refuses_is_said_and_stays_raw_for_who_reads_it(text: str) -> None:
    error = WeaviateBaseError(text)
    told = explained(error, ALIVE)
    assert isinstance(told, RagError)
    assert text in told.message
    assert explained(error, replace(ALIVE, raw=True)) is error


def test_our_own_errors_stay_also_when_the_server_is_dead() -> None:
    error = RagError("ours")
    assert explained(error, DEAD) is error


def test_outside_a_question_every_error_of_the_client_is_told_as_ours() -> None:
    with pytest.raises(RagError) as caught, explaining(ALIVE):
        raise WeaviateBaseError("shard is\n READONLY")
    assert str(caught.value) == "Weaviate refused: shard is READONLY Mend the cause, then try again."
    with pytest.raises(WeaviateDown, match="stopped"), explaining(DEAD):
        raise ConnectionError("refused")
    with pytest.raises(ValueError, match="ours"), explaining(ALIVE):
        raise ValueError("ours")
