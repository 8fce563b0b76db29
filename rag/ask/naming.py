"""The names that hold in this library: the built-in table, what manifests added, and the documents' own."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from rag.books.names import Names, built_in_names
from rag.store.corpus import Corpus, DocumentRow
from rag.text import words


@lru_cache(maxsize=8)
def known_names(corpus: Corpus) -> Names:
    """Made once for each state of the library."""
    names = built_in_names()
    for table in corpus.name_tables:
        for row in json.loads(table):
            names = _with_row(names, row)
    for document in corpus.documents:
        names = names.with_document(document.author, document.work)
    return names


def rows_to_keep(names: Names, author: str, work_key: str) -> list[dict[str, Any]]:
    """What has to be stored with a document so that its work's names and its author's are known to later processes."""
    return [{**asdict(one), "author": author} for one in names.about(author, work_key)]


def _with_row(names: Names, row: Mapping[str, Any]) -> Names:
    return names.with_names(
        row["kind"],
        (*row["by_language"].values(), *row["others"]),
        author=row["author"] if row["kind"] == "work" else "",
        by_language={language: name for language, name in row["by_language"].items() if language},
        cited=row["cited"],
        scheme=row["scheme"],
    )


def named_authors(
    question: str, said: Sequence[str], documents: Sequence[DocumentRow], names: Names
) -> tuple[frozenset[str], ...]:
    """The library's authors that the question names itself or Claude says it does, each as all the ways its documents
    write the name."""
    spoken = " ".join(["", *words(question), ""])
    told = {names.resolve_author(author) for author in said}
    written: dict[str, set[str]] = {}
    for row in documents:
        written.setdefault(names.resolve_author(row.author), set()).add(row.author)
    return tuple(
        frozenset(authors) for key, authors in written.items() if key in told or _is_named(key, authors, spoken, names)
    )


def _is_named(key: str, authors: Iterable[str], spoken: str, names: Names) -> bool:
    # abbreviations are words of their own in many languages ("Pl.", "Ar.")
    known = [name for name in (*authors, *names.all_names(key)) if len(name) > 3 and not name.endswith(".")]
    return any(f" {' '.join(words(name))} " in spoken for name in known)
