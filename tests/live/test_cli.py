"""The commands as processes, on a real Weaviate: what they load, find, refuse and delete."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from live.running import Rag, environment
from rag.settings import Settings

BEES = """# On Bees
## [1] The swarm
A swarm of bees is many, and yet each bee is a bee by the same thing. Whoever asks what a bee is does not ask for the
number of its kinds, nor for their colours, but for that in which no bee differs from another.

## [2] The honey
Honey is stored for the winter in cells of wax. The keeper takes no more of it than the swarm can spare, and leaves the
comb where it was, so that nothing has to be built twice. This he learns from the bees themselves.
"""
VIRTUE = """# Sur la vertu
## [1] La question
Qui demande si la vertu s'enseigne doit d'abord savoir ce qu'elle est. Celui qui ne connaît pas une chose ne peut pas
dire comment elle est faite, ni si elle est belle, ni si elle est utile à ceux qui l'ont.

## [2] La réponse
Il y a peut-être autant de vertus que d'âges et d'emplois ; mais toutes sont des vertus par une même chose, et c'est
elle que l'on cherche quand on demande ce que la vertu est.
"""


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("books")
    (folder / "bees.md").write_text(BEES, encoding="utf-8")
    (folder / "vertu.md").write_text(VIRTUE, encoding="utf-8")
    (folder / "library.toml").write_text(
        '[[document]]\npath = "bees.md"\nauthor = "A. Keeper"\nwork = "On Bees"\nlanguage = "en"\n'
        '[[document]]\npath = "vertu.md"\nauthor = "A. Keeper"\nwork = "Sur la vertu"\nlanguage = "fr"\n',
        encoding="utf-8",
    )
    return folder


@pytest.fixture(scope="module")
def rag(base_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Rag:
    """Commands on the session's servers, and a library of their own there."""
    addresses = {
        "WEAVIATE_URL": base_settings.weaviate_url,
        "WEAVIATE_GRPC_URL": base_settings.weaviate_grpc_url,
        "WEAVIATE_API_KEY": base_settings.weaviate_api_key,
        "LIBRARY_DATA": str(base_settings.library_data),
        "COLLECTION_PREFIX": f"{base_settings.collection_prefix}Cli",
    }
    given = {name: value for name, value in addresses.items() if value}
    return Rag(given, tmp_path_factory.mktemp("elsewhere"))


@pytest.fixture(scope="module")
def loaded(rag: Rag, books: Path) -> Rag:
    done = rag("ingest", books / "library.toml", "--json")
    assert done.status == 0, done.err
    return rag


def loads(done: dict[str, object]) -> list[tuple[object, object]]:
    documents = done["documents"]
    assert isinstance(documents, list)
    return [(document["source_id"], document["status"]) for document in documents]


def test_an_empty_library_counts_nothing_and_a_search_in_it_says_what_to_do(rag: Rag) -> None:
    empty = {"COLLECTION_PREFIX": f"{rag.settings['COLLECTION_PREFIX']}Empty"}
    counted = rag("stats", "--json", **empty).json
    assert (counted["vectors"], counted["summaries_per_chunk"], counted["documents"]) == (0, None, [])
    searched = rag("search", "What is virtue?", "--json", **empty)
    assert (searched.status, searched.out) == (1, "")
    assert "ingest" in searched.err


def test_a_dry_run_shows_what_would_be_loaded_and_stores_nothing(rag: Rag, books: Path) -> None:
    dry = {"COLLECTION_PREFIX": f"{rag.settings['COLLECTION_PREFIX']}Dry"}
    done = rag("ingest", books / "bees.md", "--dry-run", "--source-id", "honey", **dry)
    assert done.status == 0
    assert done.out.startswith("would be loaded: honey (2 passages,")
    assert rag("stats", "--json", **dry).json["documents"] == []


def test_a_book_that_did_not_change_is_not_loaded_again(loaded: Rag, books: Path) -> None:
    again = loaded("ingest", books / "library.toml", "--json")
    assert (again.status, loads(again.json)) == (0, [("bees", "unchanged"), ("vertu", "unchanged")])


def test_stats_count_what_was_loaded(loaded: Rag) -> None:
    counted = loaded("stats", "--json").json
    collections = counted["collections"]
    assert isinstance(collections, dict)
    assert {name: one["objects"] for name, one in collections.items()}["Chunk"] == 4
    assert counted["languages"] == {"en": 2, "fr": 2}
    assert "On Bees" in loaded("stats").out


def test_search_finds_the_passage_that_says_it(loaded: Rag) -> None:
    done = loaded("search", "Qu'est-ce que toutes les vertus ont en commun ?", "--limit", "1", "--json")
    passages = done.json["passages"]
    assert isinstance(passages, list)
    assert [passage["source_id"] for passage in passages] == ["vertu"]


def test_a_scope_is_kept(loaded: Rag) -> None:
    done = loaded("search", "What do all virtues have in common?", "--language", "en", "--json")
    passages = done.json["passages"]
    assert isinstance(passages, list)
    assert {passage["source_id"] for passage in passages} == {"bees"}


def test_ask_quotes_word_for_word(loaded: Rag) -> None:
    answer = loaded("ask", "What is a swarm of bees?", "--json").json
    assert answer["outcome"] == "quoted"
    citations = answer["citations"]
    assert isinstance(citations, list)
    assert {quote["state"] for citation in citations for quote in citation["quotes"]} == {"exact"}


def test_passages_are_the_book_in_order(loaded: Rag) -> None:
    lines = [json.loads(line) for line in loaded("passages", "bees", "--json").out.splitlines()]
    assert [line["order_index"] for line in lines] == [0, 1]
    assert [line["text"][:5] for line in lines] == ["A swa", "Honey"]


def test_a_reader_that_leaves_is_no_error(loaded: Rag) -> None:
    passages = subprocess.Popen(
        [sys.executable, "-m", "rag", "passages", "bees", "--json"],
        cwd=loaded.folder,
        env=environment(loaded.settings),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with passages:
        assert passages.stdout is not None
        assert passages.stderr is not None
        passages.stdout.close()
        assert passages.stderr.read() == b""


def test_json_is_json_on_a_terminal_of_another_encoding(loaded: Rag) -> None:
    plain = loaded("passages", "vertu", "--json").out
    done = loaded("passages", "vertu", "--json", PYTHONIOENCODING="latin-1")
    assert (done.status, "é" in plain, done.out.isascii()) == (0, True, True)
    assert list(map(json.loads, done.out.splitlines())) == list(map(json.loads, plain.splitlines()))


def test_deleting_leaves_nothing_and_a_second_time_says_so(loaded: Rag, books: Path) -> None:
    assert loaded("ingest", books / "bees.md", "--source-id", "other", "--json").status == 0
    deleted = loaded("delete", "other", "--yes", "--json").json
    assert (deleted["source_id"], deleted["chunks"]) == ("other", 2)
    again = loaded("delete", "other", "--yes", "--json")
    assert (again.status, again.out) == (1, "")
    assert "other" in again.err
    assert loaded("passages", "other", "--json").status == 1


def test_evaluate_measures_every_strategy(loaded: Rag, tmp_path: Path) -> None:
    rows = [
        {"question": "What is a swarm of bees?", "gold": [{"work": "On Bees", "ref": "1"}], "variants": ["essaim"]},
        {"question": "Que demande celui qui interroge la vertu ?", "gold": [{"source_id": "vertu"}]},
    ]
    path = tmp_path / "mine.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    done = loaded("evaluate", path, "--json")
    assert done.status == 0, done.err
    strategies = done.json["strategies"]
    assert isinstance(strategies, dict)
    assert {name: one["hit@5"] for name, one in strategies.items()} == dict.fromkeys(
        ("fusion", "rrf", "hybrid", "near_text", "sequential", "two_stage"), 1.0
    )


BAD_BOOKS = {
    "empty.md": b"",
    "list.xml": b"<catalogue><item><p>This is no TEI.</p></item></catalogue>",
    "entity.xml": b'<?xml version="1.0"?><!DOCTYPE TEI [<!ENTITY secret SYSTEM "secret.txt">]>'
    b'<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><p>&secret;</p></body></text></TEI>',
    "broken.xml": b"<TEI><text>",
}


def test_files_that_are_no_books_are_refused_with_their_reasons_and_leave_nothing(loaded: Rag, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("do not read me", encoding="utf-8")
    for name, content in BAD_BOOKS.items():
        (tmp_path / name).write_bytes(content)
    before = loaded("stats", "--json").json
    done = loaded("ingest", *(tmp_path / name for name in BAD_BOOKS), "--json")
    documents = done.json["documents"]
    assert isinstance(documents, list)
    assert (done.status, [document["status"] for document in documents]) == (1, ["refused"] * len(BAD_BOOKS))
    assert all(document["reason"] and document["hint"] for document in documents)
    assert len({document["reason"] for document in documents}) == len(BAD_BOOKS)
    assert "do not read me" not in done.out + done.err
    assert loaded("stats", "--json").json == before


def test_the_others_are_loaded_where_one_is_refused(loaded: Rag, tmp_path: Path) -> None:
    (tmp_path / "empty.md").write_bytes(b"")
    (tmp_path / "honey.md").write_text(BEES, encoding="utf-8")
    done = loaded("ingest", tmp_path / "empty.md", tmp_path / "honey.md", "--json")
    assert (done.status, loads(done.json)) == (1, [("empty", "refused"), ("honey", "loaded")])
    assert loaded("delete", "honey", "--yes").status == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("search", ""), "There is no question"),
        (("search", "a" * 100_000), "4,000"),
        (("ask", b"\xff\xfe"), "text"),
    ],
)
def test_wrong_use_says_what_is_wrong(loaded: Rag, arguments: tuple[str | bytes, ...], said: str) -> None:
    done = loaded(*arguments, "--json")
    assert (done.status, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("WEAVIATE_URL", "Weaviate does not answer at http://127.0.0.1:9."),
        ("INFERENCE_URL", "The embedding service does not answer at http://127.0.0.1:9."),
    ],
)
def test_a_server_that_is_not_there_is_said_at_once(
    address: str, said: str, base_settings: Settings, tmp_path: Path
) -> None:
    there = {
        "WEAVIATE_URL": base_settings.weaviate_url or "",
        "WEAVIATE_GRPC_URL": base_settings.weaviate_grpc_url or "",
    }
    there |= {"WEAVIATE_API_KEY": base_settings.weaviate_api_key or ""}
    done = Rag({**there, address: "http://127.0.0.1:9"}, tmp_path)("stats", "--json", within_s=20)
    assert (done.status, done.out) == (1, "")
    assert said in done.err
    assert Rag({}, tmp_path)("stop").status == 0


def test_a_setting_that_is_wrong_is_named(tmp_path: Path) -> None:
    done = Rag({"EXPANSIONS": "many"}, tmp_path)("stats")
    assert (done.status, done.out) == (1, "")
    assert "EXPANSIONS" in done.err
    assert os.listdir(tmp_path) == []
