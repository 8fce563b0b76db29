"""Calls that outlive a rerun."""

from threading import Event

import pytest

from rag.errors import WeaviateDown
from rag.web.work import Work


def test_what_it_reports_is_kept_in_order_and_its_result_is_had() -> None:
    go = Event()

    def call(say):
        say("one")
        go.wait(timeout=5)
        say("two")
        return 3

    work = Work(call)
    assert not work.done_within(0.05)
    go.set()
    assert (work.result(), work.seen, work.failed, work.done_within(0)) == (3, ["one", "two"], False, True)


@pytest.mark.parametrize(
    "error", [WeaviateDown("Weaviate does not answer."), KeyError("a fault of ours"), SystemExit(1)]
)
def test_what_it_raises_is_raised_where_someone_waits(error: BaseException) -> None:
    def call(say):
        raise error

    work = Work(call)
    with pytest.raises(type(error)):
        work.result()
    assert work.failed
