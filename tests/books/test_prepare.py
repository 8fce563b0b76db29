"""A book prepared whole: what is stored of it, and that nothing is lost or invented on the way."""

import json
import re
from pathlib import Path

import pytest

from books.made import DATA, REPOSITORY, made, made_all, needs_data, tei_words
from rag.books.enrich import ExtractiveEnricher
from rag.books.ids import chunk_ids, chunk_key, summary_id
from rag.books.manifest import Entry
from rag.books.names import Kind, built_in_names
from rag.books.prepare import prepare
from rag.books.values import Prepared
from rag.text import fold, words

PLATO = DATA / "eval" / "plato"
SAMPLE = REPOSITORY / "rag" / "sample"
MANIFESTS = ("library.toml", "library_outlined.toml")
TEXT = "# Ménon\n\n## La torpille\n\n[80a] {}\n\n[80b] {}\n"
SENTENCES = "Ménon compare Socrate à une torpille qui engourdit. " * 5


def guide(folder: Path, **said: object) -> Prepared:
    path = folder / "menon.md"
    path.write_text(TEXT.format(SENTENCES, SENTENCES.replace("Ménon", "Il")), encoding="utf-8")
    return made(path, **said)


def test_a_chunk_says_where_it_stands(tmp_path: Path) -> None:
    book = guide(tmp_path, source_id="menon_fr", author="Platon", language="fr")
    (chunk,) = book.chunks
    assert (chunk.reference, chunk.canonical_reference, chunk.loci) == ("80a-80b", "Ménon 80a-80b", ("80a", "80b"))
    assert (chunk.section_path, chunk.chapter_title, chunk.section_level) == ("La torpille", "La torpille", 1)
    assert (chunk.section_id, chunk.section_ids) == ("menon_fr/1", ("menon_fr/1",))
    assert chunk.context == "Platon, Ménon, 80a-80b, La torpille"
    assert chunk.folded == fold(f"{chunk.context} {chunk.text} {' '.join(chunk.keywords)}")
    assert chunk.id == chunk_ids("menon_fr", [chunk.text])[0]
    assert chunk.key == chunk_key(chunk.id)
    assert (book.work, book.work_key, book.author_key, book.scheme) == ("Ménon", "plato meno", "plato", "stephanus")


def test_a_summary_says_what_made_it(tmp_path: Path) -> None:
    (summary,) = guide(tmp_path, source_id="menon_fr").summaries
    assert (summary.made_by, summary.chunks_count, summary.loci) == ("extract", 1, ("80a", "80b"))
    assert summary.id == summary_id("menon_fr", "menon_fr/1")
    assert summary.folded == fold(f"La torpille {summary.text} {' '.join(summary.concepts)}")


def test_the_work_may_be_cited_in_a_way_of_its_own(tmp_path: Path) -> None:
    (chunk,) = guide(tmp_path, author="Lib", work="Guide", language="en", cited_as="Guide, on Meno").chunks
    assert chunk.canonical_reference == "Guide, on Meno 80a-80b"


@pytest.mark.parametrize(
    ("author", "work", "language", "mark", "expected"),
    [
        ("Plato", "Meno", "en", "80a", "Meno 80a"),
        ("Plato", "Meno", "fr", "80a", "Ménon 80a"),
        ("Aristotle", "Éthique à Nicomaque", "fr", "1094a18", "EN 1094a18"),
        ("Peirce", "The Fixation of Belief", "en", "5.375", "CP 5.375"),
        ("Epictetus", "Enchiridion", "fr", "5", "Manuel 5"),
        ("Epictetus", "Enchiridion", "en", "5", "Ench. 5"),
        ("Cicero", "De officiis", "la", "1.4", "Off. 1.4"),
        ("Nobody", "A Work", "en", "12", "A Work 12"),
    ],
)
def test_references_are_written_as_scholars_write_them(
    tmp_path: Path, author: str, work: str, language: str, mark: str, expected: str
) -> None:
    path = tmp_path / "book.txt"
    path.write_text(f"[{mark}] Some text.", encoding="utf-8")
    scheme = {"80a": "stephanus", "1094a18": "bekker", "5.375": "cp", "1.4": "book-chapter"}.get(mark, "entry")
    (chunk,) = made(path, author=author, work=work, language=language, scheme=scheme).chunks
    assert chunk.canonical_reference == expected


def test_without_places_the_section_is_the_reference_and_none_is_invented(tmp_path: Path) -> None:
    path = tmp_path / "notes-on.md"
    path.write_text("## One\n\nThe first text.\n\n## Two\n\nThe second text, on Meno 80a.\n", encoding="utf-8")
    book = made(path)
    assert [(c.reference, c.canonical_reference, c.loci) for c in book.chunks] == [
        ("One", "notes on, One", ()),
        ("Two", "notes on, Two", ()),
    ]
    assert (book.source_id, book.work, book.language, book.scheme) == ("notes-on", "notes on", "en", "")


def test_the_hash_follows_the_file_the_outline_and_the_entry(tmp_path: Path) -> None:
    first = guide(tmp_path, author="Platon").content_hash
    assert guide(tmp_path, author="Platon").content_hash == first
    assert guide(tmp_path, author="Plato").content_hash != first
    outline = tmp_path / "o.jsonl"
    outline.write_text('{"level": 1, "title": "T", "from": "80a", "to": "80b"}', encoding="utf-8")
    with_outline = guide(tmp_path, author="Platon", outline=outline).content_hash
    outline.write_text('{"level": 1, "title": "U", "from": "80a", "to": "80b"}', encoding="utf-8")
    assert len({first, with_outline, guide(tmp_path, author="Platon", outline=outline).content_hash}) == 3


@pytest.mark.parametrize(
    ("kind", "added", "counts"),
    [
        ("author", ("Platon", "Aristoclès"), True),
        ("work", ("Ménon", "De la vertu"), True),
        ("author", ("Kant", "Emmanuel"), False),
        ("work", ("Phédon", "De l'âme"), False),
    ],
)
def test_the_hash_follows_the_names_of_its_own_author_and_work(
    tmp_path: Path, kind: Kind, added: tuple[str, ...], counts: bool
) -> None:
    path = guide(tmp_path).path
    names = built_in_names()
    more = names.with_names(kind, added, author="Platon" if kind == "work" else "")
    entry = Entry(path, author="Platon", work="Ménon")
    first, second = (
        prepare(path, entry, enricher=ExtractiveEnricher(), names=table).content_hash for table in (names, more)
    )
    assert (first != second) is counts


def gold_of(questions: Path) -> list[dict[str, str]]:
    return [item for line in questions.read_text(encoding="utf-8").splitlines() for item in json.loads(line)["gold"]]


@needs_data
@pytest.mark.parametrize("name", MANIFESTS)
def test_no_word_of_plato_is_lost_or_doubled(name: str) -> None:
    for book in made_all(PLATO / name):
        assert words(" ".join(chunk.text for chunk in book.chunks)) == tei_words(book.path)


@needs_data
@pytest.mark.parametrize("name", MANIFESTS)
def test_every_place_asked_for_is_in_both_editions(name: str) -> None:
    loci = {}
    for book in made_all(PLATO / name):
        loci[book.work, book.language] = {locus for chunk in book.chunks for locus in chunk.loci}
    gold = gold_of(PLATO / "questions.jsonl")
    assert len(gold) >= 64
    for item in gold:
        assert item["ref"] in loci[item["work"], "en"] & loci[item["work"], "grc"]


@needs_data
@pytest.mark.parametrize(
    ("manifest", "documents"),
    [
        ("plato/library.toml", 4),
        ("plato/library_outlined.toml", 4),
        ("piaf/library.toml", 96),
        ("squad2/library.toml", 8),
        ("limit_small/library.toml", 46),
    ],
)
def test_chunks_hold_200_to_800_characters_unless_their_section_is_shorter(manifest: str, documents: int) -> None:
    books = made_all(DATA / "eval" / manifest)
    assert len(books) == documents
    for book in books:
        alone = {s.section_id for s in book.summaries if s.chunks_count == 1}
        for chunk in book.chunks:
            assert len(chunk.text) <= 800
            assert len(chunk.text) >= 200 or chunk.section_id in alone
            assert set(chunk.section_ids) <= {summary.section_id for summary in book.summaries}
        assert [chunk.order_index for chunk in book.chunks] == list(range(len(book.chunks)))
        assert len({chunk.key for chunk in book.chunks}) == len(book.chunks)


@needs_data
def test_perseus_pages_are_sections_and_outlines_give_three_levels() -> None:
    plain, outlined = (made_all(PLATO / name) for name in MANIFESTS)
    assert [len(book.summaries) for book in plain] == [31, 31, 26, 26]
    assert [book.summaries[0].title for book in plain] == ["70", "70", "17", "17"]
    assert [len(book.summaries) for book in outlined] == [88, 88, 83, 83]
    assert {summary.made_by for book in outlined for summary in book.summaries} == {"given"}
    assert {summary.level for book in outlined for summary in book.summaries} == {1, 2, 3}


@needs_data
@pytest.mark.parametrize("name", ["phi0474.phi055.perseus-eng1.xml", "phi0474.phi055.perseus-lat1.xml"])
def test_both_editions_of_cicero_have_the_same_places(name: str) -> None:
    book = made(DATA / "books" / name)
    loci = list(dict.fromkeys(locus for chunk in book.chunks for locus in chunk.loci))
    assert len(loci) == 371
    assert (loci[0], loci[-1]) == ("1.1", "3.121")


def test_the_sample_library_is_large_enough_and_every_passage_has_a_place() -> None:
    books = made_all(SAMPLE / "library.toml")
    chunks = [chunk for book in books for chunk in book.chunks]
    assert len(chunks) >= 150
    for book in books:
        written = set(re.findall(r"\[([\d.]+[a-e]?\d*)\]", book.path.read_text(encoding="utf-8")))
        assert {locus for chunk in book.chunks for locus in chunk.loci} == written
        assert all(chunk.loci and 200 <= len(chunk.text) <= 800 for chunk in book.chunks)
        assert all(chunk.canonical_reference.startswith("Guide, ") for chunk in book.chunks)
        assert {summary.made_by for summary in book.summaries} == {"given"}
        assert book.work_key.startswith("library rag guide to ")


def test_the_samples_guide_in_two_languages_is_one_work_with_the_same_places() -> None:
    books = [book for book in made_all(SAMPLE / "library.toml") if book.work == "Guide to the Meno"]
    assert [book.language for book in books] == ["en", "fr"]
    english, french = ({locus for chunk in book.chunks for locus in chunk.loci} for book in books)
    assert english == french


def test_the_samples_questions_ask_for_places_that_its_guides_have() -> None:
    loci: dict[str, set[str]] = {}
    for book in made_all(SAMPLE / "library.toml"):
        loci.setdefault(book.work, set()).update(locus for chunk in book.chunks for locus in chunk.loci)
    assert [item for item in gold_of(SAMPLE / "questions.jsonl") if item["ref"] not in loci[item["work"]]] == []
