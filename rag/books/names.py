"""Authors and works have one key and many names; everything that compares names goes through here."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Literal

from rag.text import words

Kind = Literal["author", "work"]
_LANGUAGES = ("en", "fr", "la", "grc")
_TABLE = Path(__file__).with_name("names.toml")


def folded_name(name: str) -> str:
    """Case, accents and punctuation do not count in a name."""
    return " ".join(words(name))


@dataclass(frozen=True, slots=True)
class Named:
    """One author or work. `cited` is how scholars write it before a reference, by language; "" is every other."""

    kind: Kind
    key: str
    author_key: str
    by_language: Mapping[str, str]
    others: tuple[str, ...] = ()
    cited: Mapping[str, str] = field(default_factory=dict)
    scheme: str = ""

    @property
    def all_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self.by_language.values(), *self.others, *self.cited.values())))

    def display(self, language: str) -> str:
        return self.by_language.get(language) or self.by_language.get("") or next(iter(self.by_language.values()))


@dataclass(frozen=True, slots=True)
class Names:
    """A table of names; adding returns another table. An unknown name stands for itself, folded."""

    entries: tuple[Named, ...] = ()
    _keys: Mapping[tuple[Kind, str], tuple[str, ...]] = field(default_factory=dict, repr=False)
    _by_key: Mapping[tuple[Kind, str], Named] = field(default_factory=dict, repr=False)

    def resolve_author(self, name: str) -> str:
        """The author's key; the folded name where nobody is known by it."""
        folded = folded_name(name)
        return next(iter(self._keys.get(("author", folded), ())), folded)

    def resolve_work(self, name: str, author: str = "") -> str:
        """The work's key, author first ("plato meno"). Without an author a name that several works have means the
        first of them in the table; an unknown one is its folded words, after the author's key."""
        author_key = self.resolve_author(author) if author else ""
        found = self.work_keys(name, author_key)
        return found[0] if found else f"{author_key} {folded_name(name)}".strip()

    def work_keys(self, name: str, author_key: str = "") -> tuple[str, ...]:
        """Every work with this name (or this key), of this author where one is given."""
        folded = folded_name(name)
        found = self._keys.get(("work", folded), ())
        return tuple(key for key in found if not author_key or self._by_key["work", key].author_key == author_key)

    def knows(self, kind: Kind, name: str) -> bool:
        return (kind, folded_name(name)) in self._keys

    def display(self, key: str, language: str) -> str:
        """The name a reader of this language expects; the key itself where it is unknown."""
        named = self.named(key)
        return named.display(language) if named else key

    def cited(self, key: str, language: str) -> str:
        """What stands before a reference: "Ménon", "CP", "Off."; empty for an unknown work."""
        named = self._by_key.get(("work", key))
        if named is None:
            return ""
        return named.cited.get(language) or named.cited.get("") or named.display(language)

    def scheme(self, key: str) -> str:
        """How references to this work are written; empty where it is not known."""
        named = self._by_key.get(("work", key))
        return named.scheme if named else ""

    def named(self, key: str) -> Named | None:
        return self._by_key.get(("work", key)) or self._by_key.get(("author", key))

    def about(self, author: str, work_key: str) -> tuple[Named, ...]:
        """What is known of a book's author and work."""
        return tuple(named for key in (self.resolve_author(author), work_key) if (named := self.named(key)))

    def all_names(self, key: str) -> tuple[str, ...]:
        named = self.named(key)
        return named.all_names if named else ()

    def with_document(
        self, author: str, work: str, *, language: str = "", cited_as: str = "", scheme: str = ""
    ) -> Names:
        """The table with a loaded document's own names in it."""
        table = self if not author or self.knows("author", author) else self.with_names("author", (author,))
        cited = {language: cited_as} if cited_as else {}
        return table.with_names("work", (work, *cited.values()), author=author, cited=cited, scheme=scheme)

    def with_names(
        self,
        kind: Kind,
        names: Iterable[str],
        *,
        author: str = "",
        by_language: Mapping[str, str] | None = None,
        cited: Mapping[str, str] | None = None,
        scheme: str = "",
    ) -> Names:
        """The table with one entry more, joined to the entry that already has one of these names."""
        by_language, cited, names = by_language or {}, cited or {}, tuple(names)
        spoken = tuple(dict.fromkeys((*names, *by_language.values())))
        author_key = self.resolve_author(author) if author else ""
        known = self._known(kind, spoken, author_key)
        if known is None:
            first = spoken[0]
            key = folded_name(first) if kind == "author" else f"{author_key} {folded_name(first)}".strip()
            known = Named(kind, key, author_key, {"": first, **by_language}, spoken, dict(cited), scheme)
        else:
            known = replace(
                known,
                by_language={**known.by_language, **by_language},
                others=(*known.others, *spoken),
                cited={**known.cited, **cited},
                scheme=scheme or known.scheme,
            )
        return table_of((*(entry for entry in self.entries if (entry.kind, entry.key) != (kind, known.key)), known))

    def _known(self, kind: Kind, names: Iterable[str], author_key: str) -> Named | None:
        for name in names:
            keys = self.work_keys(name, author_key) if kind == "work" else self._keys.get((kind, folded_name(name)), ())
            for key in keys:
                if kind == "author" or self._by_key[kind, key].author_key == author_key:
                    return self._by_key[kind, key]
        return None


def table_of(entries: tuple[Named, ...]) -> Names:
    """A table that finds every entry by any of its names and by its key."""
    keys: dict[tuple[Kind, str], tuple[str, ...]] = {}
    for entry in entries:
        authored = {f"{entry.author_key} {folded_name(name)}" for name in entry.all_names if entry.author_key}
        for name in {folded_name(name) for name in entry.all_names} | authored | {entry.key}:
            if name:
                keys[entry.kind, name] = (*keys.get((entry.kind, name), ()), entry.key)
    return Names(entries, keys, {(entry.kind, entry.key): entry for entry in entries})


@cache
def built_in_names() -> Names:
    """The philosophers most read, with their main works: French, English, Latin and Greek names, abbreviations."""
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))
    authors = tuple(_read("author", row, author_key="") for row in table["author"])
    works = tuple(_read("work", work, author_key=str(row["key"])) for row in table["author"] for work in row["works"])
    return table_of((*authors, *works))


def _read(kind: Kind, row: Mapping[str, object], *, author_key: str) -> Named:
    by_language = {language: str(row[language]) for language in _LANGUAGES if language in row}
    title = folded_name(by_language["en"])
    key = str(row["key"]) if kind == "author" else f"{author_key} {title}"
    cited = row.get("cited", {})
    names = row.get("names", ())
    return Named(
        kind,
        key,
        author_key,
        by_language,
        tuple(str(name) for name in names) if isinstance(names, list) else (),
        {str(language): str(name) for language, name in cited.items()} if isinstance(cited, dict) else {},
        str(row.get("scheme", "")),
    )
