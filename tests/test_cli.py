"""The command line: what goes where, and with which exit status."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from conftest import ROOT, scrubbed
from rag.books.names import Names, built_in_names
from rag.cli.main import rag
from rag.errors import BadQuestion, NoSuchDocument, WeaviateDown
from rag.types import Answer, Citation, Found, Passage, Query, Quote, Reference, Scope

TORPEDO = Passage(
    key="k1a2b3c4",
    chunk_id="c1",
    source_id="meno",
    author="Plato",
    work="Meno",
    edition="tr. Lamb",
    language="en",
    reference="80a",
    loci=("80a",),
    section_path="Meno > The torpedo",
    text="You seem to me to be like the flat torpedo-fish.",
    score=0.91,
)


@dataclass(frozen=True)
class Row:
    source_id: str = "meno"
    author: str = "Plato"
    work: str = "Meno"
    language: str = "en"
    chunks: int = 12


@dataclass(frozen=True)
class Deleted:
    chunks: int
    summaries: int


@dataclass
class FakeLibrary:
    """Answers from what it was given, and remembers what it was asked."""

    passage: Passage = TORPEDO
    outcome: str = "answered"
    citations: tuple[Citation, ...] = (Citation(1, TORPEDO, (Quote("flat torpedo-fish", "exact"),), "confirmed"),)
    notes: tuple[str, ...] = ()
    error: Exception | None = None
    asked: list[tuple[object, ...]] = field(default_factory=list)

    def _remember(self, *call: object) -> None:
        self.asked.append(call)
        if self.error:
            raise self.error

    def search(
        self,
        question: str,
        *,
        strategy: str | None,
        variants: Sequence[str] | None,
        scope: Scope,
        limit: int,
    ) -> Found:
        self._remember("search", question, strategy, variants, scope, limit)
        queries = (Query(question, "question"),)
        return Found(question, strategy or "fusion", 0.9, queries, (), (self.passage,), {}, self.notes)

    def ask(
        self,
        question: str,
        *,
        history: Sequence[str],
        strategy: str | None,
        variants: Sequence[str] | None,
        scope: Scope,
    ) -> Answer:
        self._remember("ask", question, tuple(history), strategy, variants, scope)
        found = Found(question, "fusion", 0.9, (), (), (self.passage,), {})
        return Answer(
            found=found,
            text="Like a torpedo-fish [1].",
            standalone=question,
            outcome=self.outcome,  # type: ignore[arg-type]
            citations=self.citations,
            references=(Reference("Meno 99a", "unconfirmed"),),
            notes=self.notes,
        )

    def passages(self, source_id: str) -> Iterator[Passage]:
        self._remember("passages", source_id)
        yield from (replace(self.passage, order_index=number) for number in range(2))

    def names(self) -> Names:
        return built_in_names()

    def documents(self, *, unfinished: bool = False) -> tuple[Row, ...]:
        """The one there is has not been loaded to the end."""
        return (Row(),) if unfinished else ()

    def delete(self, source_id: str) -> Deleted:
        self._remember("delete", source_id)
        if source_id != "meno":
            raise NoSuchDocument(f"There is no document {source_id}.", "rag stats lists them.")
        return Deleted(12, 3)


Run = Callable[..., Result]


@pytest.fixture
def library() -> FakeLibrary:
    return FakeLibrary()


@pytest.fixture
def run(library: FakeLibrary) -> Run:
    @contextmanager
    def opens(*, sample: bool = False, idle_s: float = 600.0, claude: bool = True) -> Iterator[FakeLibrary]:
        assert (sample, idle_s) == (False, 600.0), "only serve loads the sample library"
        yield library

    def invoke(*arguments: str, **given: object) -> Result:
        return CliRunner().invoke(rag, list(arguments), obj=opens, prog_name="rag", **given)  # type: ignore[arg-type]

    return invoke


COMMANDS = ["serve", "stop", "ingest", "search", "ask", "stats", "passages", "delete", "evaluate"]


def test_the_commands_are_these(run: Run) -> None:
    assert sorted(rag.commands) == sorted(COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_and_json(run: Run, command: str) -> None:
    result = run(command, "--help")
    assert result.exit_code == 0
    assert "--json" in result.stdout
    assert result.stdout.startswith(f"Usage: rag {command}")


def test_search_passes_its_options_on(run: Run, library: FakeLibrary) -> None:
    result = run(
        *("search", "What does the torpedo do?", "--strategy", "rrf", "--variants", '["νάρκη"]', "--limit", "3"),
        *("--author", "Platon", "--work", "Men.", "--language", "en", "--source-id", "meno"),
        *("--section", "meno/2", "--unit-type", "argument"),
    )
    assert result.exit_code == 0
    scope = Scope("Platon", "Men.", "en", "meno", "meno/2", "argument")
    assert library.asked == [("search", "What does the torpedo do?", "rrf", ("νάρκη",), scope, 3)]


def test_search_without_options_leaves_the_choice_to_the_library(run: Run, library: FakeLibrary) -> None:
    run("search", "Virtue?")
    assert library.asked == [("search", "Virtue?", None, None, Scope(), 10)]


def test_with_json_standard_output_is_one_value_and_notes_go_to_standard_error(run: Run, library: FakeLibrary) -> None:
    library.notes = ("Searched with your words only.",)
    result = run("search", "Virtue?", "--json")
    assert json.loads(result.stdout)["passages"][0]["reference"] == "80a"
    assert result.stdout.count("\n") == 1
    assert result.stderr == "Note: Searched with your words only.\n"


def test_search_for_people_shows_place_and_words(run: Run) -> None:
    assert run("search", "Virtue?").stdout == (
        "1. Plato, Meno 80a (tr. Lamb, en)  0.910  meno\n"
        "   Meno > The torpedo\n"
        "   You seem to me to be like the flat torpedo-fish.\n"
    )


def test_what_a_book_says_to_the_terminal_is_not_obeyed(run: Run, library: FakeLibrary) -> None:
    library.passage = replace(TORPEDO, text="red \x1b[31m bell \x07 c1 \x9b")
    assert "red \ufffd[31m bell \ufffd c1 \ufffd" in run("search", "Virtue?").stdout


def test_ask_shows_the_answer_its_citations_and_what_was_not_confirmed(run: Run) -> None:
    assert run("ask", "What is Socrates like?").stdout == (
        "Like a torpedo-fish [1].\n\n"
        "[1] Plato, Meno 80a (tr. Lamb, en)\n"
        "    Meno > The torpedo\n"
        "    reference confirmed\n"
        "    quotation word for word: “flat torpedo-fish”\n\n"
        "Not confirmed by the passages cited: Meno 99a.\n"
    )


def test_where_nothing_was_answered_the_nearest_passages_are_shown_once(run: Run, library: FakeLibrary) -> None:
    library.outcome, library.citations = "not_in_library", ()
    shown = run("ask", "Best pizza in Rome?").stdout
    assert shown.startswith("Like a torpedo-fish [1].\n\n1. Plato, Meno 80a (tr. Lamb, en)")
    assert shown.count("flat torpedo-fish") == 1


def test_ask_with_json_is_the_answer(run: Run) -> None:
    answer = json.loads(run("ask", "What is Socrates like?", "--json").stdout)
    assert (answer["answer"], answer["outcome"]) == ("Like a torpedo-fish [1].", "answered")


@pytest.mark.parametrize(
    ("outcome", "status"), [("answered", 0), ("not_in_library", 0), ("no_answer", 0), ("failed", 1)]
)
def test_ask_fails_only_where_the_answer_did(run: Run, library: FakeLibrary, outcome: str, status: int) -> None:
    library.outcome = outcome
    result = run("ask", "Virtue?", "--json")
    assert (result.exit_code, json.loads(result.stdout)["outcome"]) == (status, outcome)


@pytest.mark.parametrize(
    "turns",
    [
        ["Q1", "A1", "Q2", "A2"],
        [
            {"role": "user", "content": "Q1"},
            {"role": "assistant", "content": "A1"},
            {"role": "user", "content": "Q2"},
            {"role": "assistant", "content": "A2"},
        ],
    ],
)
def test_a_history_is_texts_or_messages(run: Run, library: FakeLibrary, tmp_path: Path, turns: list[object]) -> None:
    (tmp_path / "history.json").write_text(json.dumps(turns), encoding="utf-8")
    assert run("ask", "And why?", "--history", "history.json").exit_code == 0
    assert library.asked == [("ask", "And why?", ("Q1", "A1", "Q2", "A2"), None, None, Scope())]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "cannot be read"),
        ("{}", "is not a list"),
        ("[" * 100_000, "cannot be read"),
        (f"[{'9' * 5000}]", "cannot be read"),
        ('["\\ud800", "A1"]', "needs a question (user) as number 1"),
        ('["Q1"]', "ends with a question"),
        ('["Q1", 7]', "needs an answer (assistant) as number 2"),
        ('[{"role": "assistant", "content": "A"}]', "needs a question (user) as number 1"),
    ],
)
def test_a_wrong_history_is_wrong_use(run: Run, library: FakeLibrary, tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "history.json").write_text(content, encoding="utf-8")
    result = run("ask", "And why?", "--history", "history.json")
    assert (result.exit_code, library.asked) == (2, [])
    assert said in result.stderr


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (BadQuestion("The question is empty.", "Write one."), 2),
        (WeaviateDown("Weaviate does not answer.", "Start it."), 1),
    ],
)
def test_an_error_is_its_message_and_its_hint_on_standard_error(
    run: Run, library: FakeLibrary, error: Exception, status: int
) -> None:
    library.error = error
    result = run("search", "Q", "--json")
    message, hint = error.args[0], error.hint  # type: ignore[attr-defined]
    assert (result.exit_code, result.stdout, result.stderr) == (status, "", f"Error: {message}\n{hint}\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("search",),
        ("search", "Q", "--strategy", "magic"),
        ("search", "Q", "--variants", "virtue"),
        ("search", "Q", "--variants", '[1, "a"]'),
        ("search", "Q", "--limit", "0"),
        ("search", "Q", "--author", ""),
        ("search", "Q", "--author", "\udce9"),
        ("ask", "Q", "--history", "missing.json"),
        ("passages", "\udce9"),
        ("evaluate", "missing.jsonl"),
        ("ingest",),
        ("ingest", "missing.xml"),
        ("ingest", "."),
        ("serve", "--port", "99999"),
        ("nonsense",),
    ],
)
def test_wrong_use_is_status_2_and_asks_nothing(run: Run, library: FakeLibrary, arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.exit_code, result.stdout, library.asked) == (2, "", [])
    assert "Error: " in result.stderr


def test_passages_with_json_are_one_object_a_line(run: Run) -> None:
    lines = run("passages", "meno", "--json").stdout.splitlines()
    assert [json.loads(line)["order_index"] for line in lines] == [0, 1]
    assert "score" not in json.loads(lines[0])


def test_delete_asks_first(run: Run, library: FakeLibrary) -> None:
    result = run("delete", "meno", input="n\n")
    assert (result.exit_code, library.asked) == (1, [])
    assert "Delete meno (Plato, Meno, en): 12 passages?" in result.stderr
    assert run("delete", "meno", input="y\n").stdout == "Deleted meno: 12 passages, 3 summaries.\n"


def test_delete_without_anyone_to_ask_says_how(run: Run, library: FakeLibrary) -> None:
    result = run("delete", "meno", "--json", input="")
    assert (result.exit_code, result.stdout, library.asked) == (1, "", [])
    assert "add --yes" in result.stderr


def test_delete_with_yes_asks_nobody(run: Run) -> None:
    result = run("delete", "meno", "--yes", "--json")
    assert json.loads(result.stdout) == {"source_id": "meno", "chunks": 12, "summaries": 3}
    assert result.stderr == ""


def test_a_document_that_is_not_there_cannot_be_deleted(run: Run) -> None:
    result = run("delete", "crito")
    assert (result.exit_code, result.stderr) == (1, "Error: There is no document crito.\nrag stats lists them.\n")


def test_evaluate_measures_the_first_questions_of_a_file(run: Run, library: FakeLibrary, tmp_path: Path) -> None:
    row = {"question": "The torpedo?", "gold": [{"work": "Meno", "ref": "80a"}], "variants": ["ray"]}
    (tmp_path / "mine.jsonl").write_text(f"{json.dumps(row)}\n" * 3, encoding="utf-8")
    result = run("evaluate", "mine.jsonl", "--strategies", "fusion,rrf", "--limit", "2", "--json")
    measured = json.loads(result.stdout)
    assert (measured["set"], measured["variants"], list(measured["strategies"])) == ("mine", True, ["fusion", "rrf"])
    assert (measured["strategies"]["rrf"]["mrr@10"], measured["strategies"]["rrf"]["n"]) == (1.0, 2)
    assert len(library.asked) == 4


def test_evaluate_for_people_is_a_table(run: Run, library: FakeLibrary, tmp_path: Path) -> None:
    row = {"question": "The torpedo?", "gold": [{"work": "Meno", "ref": "80a"}], "variants": ["ray"]}
    (tmp_path / "mine.jsonl").write_text(json.dumps(row), encoding="utf-8")
    result = run("evaluate", "mine.jsonl", "--strategies", "hybrid", "--question-only")
    assert result.stdout.startswith("mine: 1 question")
    assert library.asked == [("search", "The torpedo?", "hybrid", None, Scope(), 10)]


ENVIRONMENT = {**scrubbed(dict(os.environ)), "PYTHONPATH": str(ROOT)}


def python_m_rag(*arguments: str | bytes, **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "rag", *arguments],
        capture_output=True,
        check=False,
        env={**ENVIRONMENT, **environ},
    )


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_of_another_encoding_gets_help_and_errors(encoding: str) -> None:
    done = python_m_rag("search", "--variants", "ἀρετή", "Q", PYTHONIOENCODING=encoding)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"Traceback" not in done.stderr


def test_bytes_that_are_no_text_are_wrong_use() -> None:
    done = python_m_rag("search", "Q", "--author", b"\xe9", PYTHONUTF8="1")
    assert done.returncode == 2
    assert b"not text" in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_said() -> None:
    script = (
        "from rag.cli.output import put; from rag.errors import RagError\ntry: put('x')\nexcept RagError as e: exit(7)"
    )
    with open("/dev/full", "w") as full:
        assert subprocess.run([sys.executable, "-c", script], stdout=full, env=ENVIRONMENT, check=False).returncode == 7


def test_the_process_is_called_rag() -> None:
    assert python_m_rag("--help").stdout.startswith(b"Usage: rag ")
