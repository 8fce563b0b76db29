from dataclasses import replace

import pytest

from rag.local.folder import Wanted, merged

OLD = Wanted(number=4, weaviate=True, binary="/cache/weaviate-1.39.0", version="1.39.0", vectors="/v")


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (Wanted(), OLD),
        (Wanted(weaviate=True, binary="/cache/weaviate-1.39.0", version="1.39.0"), OLD),
        (Wanted(weaviate=True, binary="/other/weaviate-1.39.0", version="1.39.0"), OLD),
        (Wanted(model=True), replace(OLD, number=5, model=True)),
        (Wanted(inference_url="http://a"), replace(OLD, number=5, inference_url="http://a")),
        (Wanted(vectors="/w"), replace(OLD, number=5, vectors="/w")),
        (
            Wanted(weaviate=True, binary="/cache/weaviate-1.40.0", version="1.40.0"),
            replace(OLD, number=5, binary="/cache/weaviate-1.40.0", version="1.40.0"),
        ),
    ],
)
def test_a_wish_adds_to_what_is_wanted_and_has_a_number_where_it_does(new: Wanted, expected: Wanted) -> None:
    assert merged(OLD, new) == expected


def test_the_first_wish_is_taken_as_it_is() -> None:
    new = Wanted(weaviate=True, binary="/cache/weaviate-1.39.0", version="1.39.0")
    assert merged(Wanted(), new) == replace(new, number=1)
