"""What the scope boxes offer: only what the library holds, under the names that the reader's language uses."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rag.books.names import built_in_names, folded_name
from rag.store.corpus import DocumentRow
from rag.web.words import Language, name_of


@dataclass(frozen=True, slots=True)
class Choice:
    key: str
    name: str


def author_key(row: DocumentRow) -> str:
    return built_in_names().resolve_author(row.author)


def author_choices(rows: Sequence[DocumentRow], language: Language) -> tuple[Choice, ...]:
    return _sorted(Choice(key, _name(key, "author", rows, language)) for key in {author_key(row) for row in rows})


def work_choices(rows: Sequence[DocumentRow], language: Language) -> tuple[Choice, ...]:
    return _sorted(Choice(key, _name(key, "work", rows, language)) for key in {row.work_key for row in rows})


def language_choices(rows: Sequence[DocumentRow], language: Language) -> tuple[Choice, ...]:
    codes = {row.language for row in rows if row.language}
    return _sorted(Choice(code, name_of("lang", code, language)) for code in codes)


def find_author(name: str, rows: Sequence[DocumentRow]) -> str | None:
    """The key of an author of the library by any of the author's names."""
    key = built_in_names().resolve_author(name)
    return next((key for row in rows if author_key(row) == key), None)


def find_work(name: str, rows: Sequence[DocumentRow]) -> str | None:
    """The key of a work of the library by any of its names."""
    keys = {name, *built_in_names().work_keys(name)}
    same_title = (row.work_key for row in rows if folded_name(row.work) == folded_name(name))
    return next((row.work_key for row in rows if row.work_key in keys), next(same_title, None))


def _name(key: str, kind: str, rows: Sequence[DocumentRow], language: Language) -> str:
    """As the table has it, else as an edition in the reader's language has it, else as any edition does."""
    named = built_in_names().named(key)
    if named is not None:
        return named.display(language)
    mine = [row for row in rows if key == (author_key(row) if kind == "author" else row.work_key)]
    mine.sort(key=lambda row: row.language != language)
    return mine[0].author if kind == "author" else mine[0].work


def _sorted(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda choice: (folded_name(choice.name), choice.key)))
