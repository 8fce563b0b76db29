"""Files through the library itself: the same again is unchanged, and names come with what is loaded."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from rag.books.manifest import Entry
from rag.books.names import Names, built_in_names
from rag.errors import NoSuchDocument
from rag.library import Library
from rag.types import Scope


def test_a_name_that_is_added_to_a_manifest_is_known_after_the_next_load(
    opens: Callable[[str], Library], tmp_path: Path
) -> None:
    library = opens("Named")
    path, other = tmp_path / "stones.md", tmp_path / "stones-again.md"
    path.write_text("# On stones\n\nA stone that falls seeks the earth, as the ancients said.\n")
    other.write_text("# On stones\n\nStones that fall seek the earth; so it was said by the ancients.\n")
    entry = Entry(path, author="Nobody", work="On stones")
    names = built_in_names()
    more = names.with_names("author", ("Nobody", "Personne")).with_names(
        "work", ("On stones", "Des pierres"), author="Nobody"
    )

    def ingested(entry: Entry, table: Names) -> str:
        (report,) = library.ingest([entry], names=table)
        return report.status

    assert [ingested(entry, table) for table in (names, names, more, more)] == [
        *("loaded", "unchanged"),
        *("loaded", "unchanged"),
    ]
    question = "What does a falling stone seek?"
    assert library.search(question, scope=Scope(author="Personne", work="Des pierres"), variants=[]).passages
    # another edition that is loaded by itself takes nothing away
    assert ingested(Entry(other, author="Nobody", work="On stones"), names) == "loaded"
    found = library.search(question, scope=Scope(author="Personne", work="Des pierres"), variants=[]).passages
    assert {passage.source_id for passage in found} == {"stones", "stones-again"}


def test_a_small_file_is_loaded_once_by_the_library_itself(opens: Callable[[str], Library], tmp_path: Path) -> None:
    library = opens("File")
    path = tmp_path / "stones.md"
    path.write_text("# On stones\n\n## Falling\n\nA stone that falls seeks the earth, as the ancients said.\n")
    entry = Entry(path, author="Nobody")
    assert [report.status for report in library.ingest([entry])] == ["loaded"]
    assert [report.status for report in library.ingest([entry])] == ["unchanged"]
    assert [p.text for p in library.passages("stones")] == ["A stone that falls seeks the earth, as the ancients said."]
    with suppress(NoSuchDocument):
        assert library.delete("stones").chunks == 1
    assert library.documents() == ()
