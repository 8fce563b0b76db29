"""`library.toml`: which files to load, as what, and names that the built-in table lacks."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from pathlib import Path

from rag.books.files import read_utf8
from rag.books.language import language_code
from rag.books.loci import SCHEMES, scheme_named
from rag.books.names import Names, built_in_names
from rag.errors import BadManifest

_NAME_FIELDS = ("kind", "author", "names", "en", "fr", "la", "grc", "scheme")
_LONGEST, _LAST_YEAR = 1000, 9999
_SAFE_ID = re.compile(r"[\w.:-]{1,200}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One document to load; what is left empty the file itself says, or its name."""

    path: Path
    source_id: str = ""
    author: str = ""
    work: str = ""
    edition: str = ""
    language: str = ""
    original_title: str = ""
    year: int | None = None
    genre: str = ""
    scheme: str = ""
    outline: Path | None = None
    cited_as: str = ""
    urn: str = ""


@dataclass(frozen=True, slots=True)
class Manifest:
    entries: tuple[Entry, ...]
    names: Names


def read_manifest(path: Path) -> Manifest:
    """Paths in it are relative to the file. Errors name the table and the field."""
    table = _load(path)
    _known(table, ("document", "name"), f"{path.name}")
    rows = _tables(table, "document", path.name)
    if not rows:
        raise BadManifest(f"{path.name} names no document.", 'Write a [[document]] table with path = "...".')
    entries = [_entry(row, f"{path.name}, document {number}", path.parent) for number, row in enumerate(rows, 1)]
    names = built_in_names()
    for number, row in enumerate(_tables(table, "name", path.name), 1):
        names = _add_name(names, row, f"{path.name}, name {number}")
    with_ids = with_source_ids(entries)
    for entry in with_ids:
        names = with_entry(names, entry)
    return Manifest(with_ids, names)


def with_entry(names: Names, entry: Entry) -> Names:
    """The table with an entry's own author, work and way of citing in it."""
    if not entry.work:
        return names
    return names.with_document(
        entry.author, entry.work, language=entry.language, cited_as=entry.cited_as, scheme=entry.scheme
    )


def with_source_ids(entries: Iterable[Entry], taken: Collection[str] = ()) -> tuple[Entry, ...]:
    """Each entry with an id: its own, else its file's name, made unique among these and the ones taken."""
    entries = tuple(entries)
    used: set[str] = set()
    for entry in entries:
        if entry.source_id and entry.source_id in used:
            raise BadManifest(f"source_id {entry.source_id!r} is given twice.", "Each document needs its own.")
        used.add(entry.source_id)
    used |= set(taken)
    named = []
    for entry in entries:
        source_id = entry.source_id or _unique(default_source_id(entry.path), used)
        used.add(source_id)
        named.append(replace(entry, source_id=source_id))
    return tuple(named)


def default_source_id(path: Path) -> str:
    """The file's name without its ending, in letters, digits and dashes."""
    plain = unicodedata.normalize("NFKD", path.stem).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9_.]+", "-", plain.lower()).strip("-.")[:80] or "book"


def _unique(name: str, used: set[str]) -> str:
    number, candidate = 1, name
    while candidate in used:
        number += 1
        candidate = f"{name}-{number}"
    return candidate


def _load(path: Path) -> dict[str, object]:
    text = read_utf8(path)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # also a number too long, or lists too deep
        raise BadManifest(f"{path.name} is not valid TOML: {error}.", "Mend the line it names.") from error


def _tables(table: Mapping[str, object], name: str, where: str) -> list[Mapping[str, object]]:
    rows = table.get(name, [])
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise BadManifest(f"{where}: {name} is not a list of tables.", f"Write [[{name}]] with two brackets.")
    return rows


def _known(table: Mapping[str, object], known: Collection[str], where: str) -> None:
    for name in table:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"Did you mean {near[0]}?" if near else f"Known are {', '.join(known)}."
            raise BadManifest(f"{where}: unknown field {name!r}.", hint)


def _entry(row: Mapping[str, object], where: str, folder: Path) -> Entry:
    _known(row, [field.name for field in fields(Entry)], where)
    for name, value in row.items():
        expected = int if name == "year" else str
        if not isinstance(value, expected) or isinstance(value, bool):
            raise BadManifest(
                f"{where}: {name} is {value!r}.", f"It must be {'a number' if name == 'year' else 'text'}."
            )
    text = {name: _line(value, name, where) for name, value in row.items() if isinstance(value, str)}
    if not text.get("path"):
        raise BadManifest(f"{where}: path is missing.", "Say which file to load, relative to the manifest.")
    source_id = text.get("source_id", "")
    if source_id and not _SAFE_ID.fullmatch(source_id):
        raise BadManifest(
            f"{where}: source_id is {source_id!r}.", "Letters, digits, dots, dashes and underscores only."
        )
    year = row.get("year")
    if isinstance(year, int) and abs(year) > _LAST_YEAR:
        raise BadManifest(f"{where}: year is {str(year)[:20]}.", f"It lies between -{_LAST_YEAR} and {_LAST_YEAR}.")
    return Entry(
        **{
            **text,
            "path": folder / text["path"],
            "outline": folder / text["outline"] if text.get("outline") else None,
            "language": language_code(text.get("language", "")),
            "scheme": _scheme(text.get("scheme", ""), where),
            "year": year if isinstance(year, int) else None,
        }  # type: ignore[arg-type]  # each value was checked against its field above
    )


def _line(value: str, name: str, where: str) -> str:
    value = value.strip()
    if len(value) > _LONGEST or any(unicodedata.category(c) == "Cc" for c in value):
        raise BadManifest(f"{where}: {name} is {value[:40]!r}.", f"Write one line of at most {_LONGEST} characters.")
    return value


def _scheme(name: str, where: str) -> str:
    scheme = scheme_named(name) if name else ""
    if scheme is None:
        raise BadManifest(f"{where}: scheme is {name!r}.", f"It can be {', '.join(SCHEMES)}.")
    return scheme


def _add_name(names: Names, row: Mapping[str, object], where: str) -> Names:
    _known(row, _NAME_FIELDS, where)
    kind, listed = row.get("kind"), row.get("names", [])
    if kind not in ("author", "work"):
        raise BadManifest(f"{where}: kind is {kind!r}.", 'It can be "author" or "work".')
    if not isinstance(listed, list) or not all(isinstance(name, str) for name in listed):
        raise BadManifest(f"{where}: names is not a list of texts.", 'Write names = ["...", "..."].')
    by_language = {language: str(row[language]) for language in ("en", "fr", "la", "grc") if language in row}
    if not listed and not by_language:
        raise BadManifest(f"{where}: no name is given.", 'Write names = ["...", "..."].')
    author = str(row.get("author", ""))
    scheme = _scheme(str(row.get("scheme", "")), where)
    return names.with_names(
        "author" if kind == "author" else "work", listed, author=author, by_language=by_language, scheme=scheme
    )
