"""A manifest is read whole or refused with the table and the field."""

from pathlib import Path

import pytest

from rag.books.manifest import Entry, default_source_id, read_manifest, with_source_ids
from rag.errors import BadManifest


def manifest(folder: Path, text: str) -> Path:
    path = folder / "library.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_paths_are_relative_to_the_manifest(tmp_path: Path) -> None:
    path = manifest(
        tmp_path,
        '[[document]]\npath = "a/b.md"\noutline = "o.jsonl"\nlanguage = "gr"\nscheme = "CP"\nyear = 1924\n',
    )
    (entry,) = read_manifest(path).entries
    assert (entry.path, entry.outline) == (tmp_path / "a/b.md", tmp_path / "o.jsonl")
    assert (entry.source_id, entry.language, entry.scheme, entry.year) == ("b", "grc", "cp", 1924)


def test_names_are_added_to_the_built_in_ones(tmp_path: Path) -> None:
    path = manifest(
        tmp_path,
        '[[document]]\npath = "g.md"\nauthor = "Lib"\nwork = "Guide"\nlanguage = "en"\ncited_as = "Guide, on Meno"\n'
        '[[name]]\nkind = "work"\nauthor = "Lib"\nnames = ["Guide"]\nfr = "Le Guide"\n'
        '[[name]]\nkind = "author"\nnames = ["Platon d\'Athènes", "Plato"]\n',
    )
    names = read_manifest(path).names
    assert names.resolve_work("le guide") == names.resolve_work("Guide, on Meno") == "lib guide"
    assert names.display("lib guide", "fr") == "Le Guide"
    assert names.resolve_author("Platon d'Athènes") == "plato"
    assert names.resolve_work("Ménon") == "plato meno"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "names no document"),
        ("[[document]\n", "not valid TOML"),
        ("[document]\npath = 'a'\n", "not a list of tables"),
        ("[[documents]]\npath = 'a'\n", "unknown field 'documents'. Did you mean document"),
        ("[[document]]\nauthor = 'A'\n", "document 1: path is missing"),
        ("[[document]]\npath = 'a'\nauthr = 'A'\n", "document 1: unknown field 'authr'. Did you mean author"),
        ("[[document]]\npath = 'a'\nyear = '1924'\n", "document 1: year is '1924'. It must be a number"),
        ("[[document]]\npath = 'a'\nwork = 5\n", "document 1: work is 5. It must be text"),
        ("[[document]]\npath = 'a'\nscheme = 'pages'\n", "document 1: scheme is 'pages'. It can be stephanus"),
        ("[[document]]\npath = 'a'\nsource_id = 'a/b'\n", "document 1: source_id is 'a/b'"),
        (
            "[[document]]\npath = 'a'\nsource_id = 'x'\n[[document]]\npath = 'b'\nsource_id = 'x'\n",
            "'x' is given twice",
        ),
        ("[[document]]\npath = 'a'\n[[name]]\nkind = 'book'\n", "name 1: kind is 'book'"),
        ("[[document]]\npath = 'a'\n[[name]]\nkind = 'work'\n", "name 1: no name is given"),
    ],
)
def test_a_wrong_manifest_names_the_table_and_the_field(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(BadManifest) as caught:
        read_manifest(manifest(tmp_path, text))
    assert reason in str(caught.value)


def test_a_missing_manifest_says_so(tmp_path: Path) -> None:
    with pytest.raises(BadManifest, match="There is no file"):
        read_manifest(tmp_path / "library.toml")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ménon (Lamb).xml", "menon-lamb"),
        ("tlg0059.tlg024.perseus-eng2.xml", "tlg0059.tlg024.perseus-eng2"),
        ("../x.md", "x"),
        ("Μένων.txt", "book"),
    ],
)
def test_a_source_id_comes_from_the_file_name(name: str, expected: str) -> None:
    assert default_source_id(Path(name)) == expected


def test_source_ids_are_made_unique_and_given_ones_are_kept() -> None:
    entries = with_source_ids([Entry(Path("a/x.md")), Entry(Path("b/x.md")), Entry(Path("c"), source_id="x")], {"x-2"})
    assert [entry.source_id for entry in entries] == ["x-3", "x-4", "x"]
