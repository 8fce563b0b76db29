"""What the collections were made for stands in their description; anything else is refused with what to do."""

import json
from dataclasses import asdict, dataclass, replace

import pytest

from rag.errors import SchemaMismatch
from rag.store.objects import BOOK_PROPERTIES, SECTION_PROPERTIES
from rag.store.schema import NAMES, PROPERTIES, VECTORIZED, VERSION, Stamp, check, read_stamp

STAMP = Stamp("tiny", 384)


@dataclass
class FakeCollections:
    """Collections by name, each with a description; also the client that has them and each of them."""

    described: dict[str, str | None]
    description: str | None = None

    @property
    def collections(self) -> "FakeCollections":
        return self

    @property
    def config(self) -> "FakeCollections":
        return self

    def exists(self, name: str) -> bool:
        return name in self.described

    def get(self, name: str | None = None) -> "FakeCollections":
        return self if name is None else FakeCollections({}, self.described[name])


def refused(name: str, description: str | None, stamp: Stamp = STAMP) -> SchemaMismatch:
    with pytest.raises(SchemaMismatch) as caught:
        check(FakeCollections({name: description}), "Own", stamp)  # type: ignore[arg-type]
    return caught.value


def test_a_stamp_is_read_as_it_was_written() -> None:
    assert read_stamp(json.dumps(asdict(STAMP))) == STAMP
    assert asdict(STAMP) == {"embedder": "tiny", "dimensions": 384, "schema": VERSION, "product": "Library RAG"}


@pytest.mark.parametrize("description", [None, "", "A collection of mine", "5", "[]", "null", "{}", '{"a": 1}', '"x"'])
def test_other_descriptions_are_no_stamp(description: str | None) -> None:
    assert read_stamp(description) is None


def test_collections_of_the_same_stamp_and_collections_of_others_pass() -> None:
    ours = {f"Own{name}": json.dumps(asdict(STAMP)) for name in NAMES}
    check(FakeCollections({**ours, "Chunk": "of another", "OtherChunk": None}), "Own", STAMP)  # type: ignore[arg-type]
    check(FakeCollections({}), "Own", STAMP)  # type: ignore[arg-type]


def test_a_collection_that_is_not_ours_is_refused() -> None:
    error = refused("OwnChunk", "A collection of mine")
    assert error.message == "The collection OwnChunk on this server is not ours."
    assert error.hint == "Use a COLLECTION_PREFIX of your own."


@pytest.mark.parametrize("name", NAMES)
def test_every_collection_is_looked_at(name: str) -> None:
    assert f"Own{name}" in refused(f"Own{name}", None).message


def test_another_version_is_refused_with_a_way_to_start_anew() -> None:
    error = refused("OwnWork", json.dumps(asdict(replace(STAMP, schema=VERSION + 1))))
    assert (
        error.message == f"The collection OwnWork was made by schema version {VERSION + 1}; this is version {VERSION}."
    )
    assert error.hint == "Use a new COLLECTION_PREFIX or LIBRARY_DATA folder and load the books again."


@pytest.mark.parametrize("made", [Stamp("other", 384), Stamp("tiny", 1024)])
def test_another_embedder_or_another_dimension_is_refused(made: Stamp) -> None:
    error = refused("OwnChunk", json.dumps(asdict(made)))
    assert error.message == (
        f"The library was embedded with {made.embedder} ({made.dimensions} dimensions), "
        "and the embedder is now tiny (384)."
    )
    assert error.hint == (
        "Start the former embedder again, or: "
        "use a new COLLECTION_PREFIX or LIBRARY_DATA folder and load the books again."
    )


def names(collection: str) -> list[str]:
    return [prop.name for prop in PROPERTIES[collection]]


def test_every_property_of_the_data_model_is_there_once() -> None:
    assert {name: len(names(name)) for name in NAMES} == {name: len(set(names(name))) for name in NAMES}
    assert set(names("Work")) == {*("title", "author", "originalTitle", "year", "language", "genre", "workKey", "urn")}
    assert set(names("Document")) == {
        *("sourceId", "edition", "language", "pages", "chunksCount", "summariesCount", "toc", "hierarchy", "createdAt"),
        *("work", "workKey", "workTitle", "workAuthor", "scheme", "status", "liveLoad", "nextLoad", "warnings"),
        *("contentHash", "embedder", "names"),
    }
    assert set(names("Chunk")) == {
        *("text", "keywords", "sectionPath", "sectionLevel", "chapterTitle", "canonicalReference", "reference"),
        *("unitType", "orderIndex", "language", "work", "document", "context", "folded", "key", "loci", "page"),
        *("sectionId", "sectionIds", "speaker", "since", "until", "workKey", "workTitle", "workAuthor"),
        "documentSourceId",
    }
    assert set(names("Summary")) == {
        *(
            "text",
            "concepts",
            "sectionPath",
            "title",
            "level",
            "chunksCount",
            "document",
            "folded",
            "sectionId",
            "loci",
        ),
        *("madeBy", "since", "until", "language", "workKey", "workTitle", "workAuthor", "documentSourceId"),
    }


def test_what_is_read_and_what_is_embedded_are_properties_of_their_collections() -> None:
    assert set(BOOK_PROPERTIES) <= set(names("Chunk"))
    assert set(SECTION_PROPERTIES) <= set(names("Summary"))
    assert all(set(VECTORIZED[name]) <= set(names(name)) for name in NAMES)
