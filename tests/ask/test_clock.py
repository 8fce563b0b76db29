"""How long the steps took."""

from rag.ask.clock import Clock


def test_of_calls_side_by_side_the_slowest_counts() -> None:
    clock = Clock()
    for ms in (3.0, 9.0, 5.0):
        clock.took("chunks", ms)
    assert clock.readings()["chunks"] == 9.0


def test_every_step_has_a_reading_also_one_that_did_not_happen() -> None:
    clock = Clock()
    with clock.step("embed"):
        pass
    readings = clock.readings()
    assert list(readings) == ["expand", "embed", "sections", "chunks", "fuse", "total"]
    assert (readings["expand"], readings["embed"] > 0, readings["total"] >= readings["embed"]) == (0.0, True, True)
