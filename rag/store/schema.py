"""The four collections: what they hold, what of it is searched, and for whom they were made.

Filters need flat properties (filters on nested ones are a preview feature) with FIELD tokenization; prose is searched
by keyword through `folded`. Only the properties of VECTORIZED are embedded.
"""

import json
from dataclasses import asdict, dataclass
from typing import Any

import weaviate
from weaviate.classes.config import Configure, DataType, Property, StopwordsPreset, Tokenization, VectorDistances
from weaviate.collections.classes.config import CollectionConfig
from weaviate.exceptions import UnexpectedStatusCodeError

from rag.errors import SchemaMismatch

VERSION = 2
NAMES = ("Work", "Document", "Chunk", "Summary")
VECTORIZED: dict[str, tuple[str, ...]] = {
    "Work": ("title", "author"),
    "Document": (),
    "Chunk": ("context", "text", "keywords"),
    "Summary": ("text", "concepts"),
}
MODULE = "text2vec-transformers"
_TO_START_ANEW = "Use a new COLLECTION_PREFIX or LIBRARY_DATA folder and load the books again."


@dataclass(frozen=True, slots=True)
class Stamp:
    """What the collections were made for; kept in their description."""

    embedder: str
    dimensions: int
    schema: int = VERSION
    product: str = "Library RAG"


def _word(name: str, kind: DataType = DataType.TEXT) -> Property:
    """A word or id: filtered by its whole value."""
    return Property(name=name, data_type=kind, tokenization=Tokenization.FIELD, index_searchable=False)


def _prose(name: str, *, searchable: bool = False, kind: DataType = DataType.TEXT) -> Property:
    """Prose is never filtered; only what is `searchable` is in the keyword index."""
    token = Tokenization.WORD if searchable else Tokenization.FIELD
    return Property(name=name, data_type=kind, tokenization=token, index_filterable=False, index_searchable=searchable)


def _number(name: str, kind: DataType = DataType.INT) -> Property:
    return Property(name=name, data_type=kind)


def _nested(name: str, *fields: str) -> Property:
    inner = [Property(name=field, data_type=DataType.TEXT) for field in fields]
    return Property(
        name=name, data_type=DataType.OBJECT, nested_properties=inner, index_filterable=False, index_searchable=False
    )


_WORK_OF = [_word("workKey"), _word("workTitle"), _word("workAuthor")]
PROPERTIES: dict[str, list[Property]] = {
    "Work": [
        _prose("title", searchable=True),
        _prose("author", searchable=True),
        _prose("originalTitle", searchable=True),
        _number("year"),
        _word("language"),
        _word("genre"),
        _word("workKey"),
        _word("urn"),
    ],
    "Document": [
        _word("sourceId"),
        _prose("edition"),
        _word("language"),
        _number("pages"),
        _number("chunksCount"),
        _number("summariesCount"),
        _prose("toc"),
        _prose("hierarchy"),
        _number("createdAt", DataType.DATE),
        _nested("work", "title", "author"),
        *_WORK_OF,
        _word("scheme"),
        _word("status"),
        _word("liveLoad"),
        _word("nextLoad"),
        _prose("warnings", kind=DataType.TEXT_ARRAY),
        _word("contentHash"),
        _word("embedder"),
        _prose("names"),
    ],
    "Chunk": [
        _prose("text", searchable=True),
        _word("keywords", DataType.TEXT_ARRAY),
        _prose("sectionPath"),
        _number("sectionLevel"),
        _prose("chapterTitle"),
        _word("canonicalReference"),
        _prose("reference"),
        _word("unitType"),
        _number("orderIndex"),
        _word("language"),
        _nested("work", "title", "author"),
        _nested("document", "sourceId", "edition"),
        _prose("context"),
        _prose("folded", searchable=True),
        _word("key"),
        _word("loci", DataType.TEXT_ARRAY),
        _word("page"),
        _word("sectionId"),
        _word("sectionIds", DataType.TEXT_ARRAY),
        _prose("speaker"),
        _word("since"),
        _word("until"),
        *_WORK_OF,
        _word("documentSourceId"),
    ],
    "Summary": [
        _prose("text", searchable=True),
        _word("concepts", DataType.TEXT_ARRAY),
        _prose("sectionPath"),
        _prose("title"),
        _number("level"),
        _number("chunksCount"),
        _nested("document", "sourceId"),
        _prose("folded", searchable=True),
        _word("sectionId"),
        _word("loci", DataType.TEXT_ARRAY),
        _word("madeBy"),
        _word("since"),
        _word("until"),
        _word("language"),
        *_WORK_OF,
        _word("documentSourceId"),
    ],
}


def ensure(client: weaviate.WeaviateClient, prefix: str, stamp: Stamp) -> None:
    """Creates what is missing and leaves the rest alone. Raises SchemaMismatch when it was made for something else."""
    check(client, prefix, stamp)
    for name in NAMES:
        if not client.collections.exists(prefix + name):
            _create(client, prefix + name, name, stamp)


def check(client: weaviate.WeaviateClient, prefix: str, stamp: Stamp) -> None:
    """Raises SchemaMismatch when a collection was made by another version or for another embedder."""
    for name in NAMES:
        if client.collections.exists(prefix + name):
            _check_one(prefix + name, client.collections.get(prefix + name).config.get(), stamp)


def _check_one(name: str, config: CollectionConfig, stamp: Stamp) -> None:
    made = read_stamp(config.description)
    if made is None:
        raise SchemaMismatch(
            f"The collection {name} on this server is not ours.", "Use a COLLECTION_PREFIX of your own."
        )
    if made.schema != stamp.schema:
        raise SchemaMismatch(
            f"The collection {name} was made by schema version {made.schema}; this is version {stamp.schema}.",
            _TO_START_ANEW,
        )
    if (made.embedder, made.dimensions) != (stamp.embedder, stamp.dimensions):
        raise SchemaMismatch(
            f"The library was embedded with {made.embedder} ({made.dimensions} dimensions), "
            f"and the embedder is now {stamp.embedder} ({stamp.dimensions}).",
            f"Start the former embedder again, or: {_TO_START_ANEW[0].lower()}{_TO_START_ANEW[1:]}",
        )


def read_stamp(description: str | None) -> Stamp | None:
    """None where the description is not one of ours."""
    try:
        fields = json.loads(description or "")
        return Stamp(**fields)
    except (json.JSONDecodeError, TypeError):
        return None


def _create(client: weaviate.WeaviateClient, full_name: str, name: str, stamp: Stamp) -> None:
    try:
        client.collections.create(
            full_name,
            description=json.dumps(asdict(stamp)),
            properties=PROPERTIES[name],
            vector_config=_vectors(client, name),
            # "to be or not to be" must find something
            inverted_index_config=Configure.inverted_index(stopwords_preset=StopwordsPreset.NONE),
        )
    except UnexpectedStatusCodeError:
        # another process may have made it in the same moment
        if not client.collections.exists(full_name):
            raise


def _vectors(client: weaviate.WeaviateClient, name: str) -> Any:
    """Vectors are sent with the objects; the module, where the server has it, embeds what others search."""
    if not VECTORIZED[name]:
        return Configure.Vectors.self_provided(vector_index_config=Configure.VectorIndex.flat())
    index = Configure.VectorIndex.hnsw(distance_metric=VectorDistances.COSINE)
    if MODULE not in (client.get_meta().get("modules") or {}):
        return Configure.Vectors.self_provided(vector_index_config=index)
    return Configure.Vectors.text2vec_transformers(
        source_properties=list(VECTORIZED[name]), vectorize_collection_name=False, vector_index_config=index
    )
