"""`rag search` and `rag ask`: what is refused at once, and how a passage is written out."""

from contextlib import AbstractContextManager
from dataclasses import replace

import pytest
from click.testing import CliRunner

from rag.cli.main import rag
from rag.cli.output import counted
from rag.cli.texts import book_line, passages_text, place
from rag.library import Library
from rag.types import Found
from standins.library import PARADOX, TORPEDO


def never(**_: object) -> AbstractContextManager[Library]:
    raise AssertionError("the library was opened")


@pytest.mark.parametrize("command", ["search", "ask"])
@pytest.mark.parametrize("question", ["", "  ", "?!"])
def test_a_question_without_words_is_refused_before_anything_is_opened(command: str, question: str) -> None:
    done = CliRunner().invoke(rag, [command, question], obj=never)
    assert done.exit_code == 2
    assert "There is no question to search." in done.stderr


def test_a_passage_names_its_speakers_where_it_has_any() -> None:
    found = Found("Q", "fusion", 0.9, (), (), (TORPEDO, PARADOX), {})
    assert passages_text(found).count("   speaker: ΜΕΝ.\n") == 1
    assert "speaker" not in passages_text(replace(found, passages=(PARADOX,)))
    assert book_line(TORPEDO).startswith("    0  80a         (ΜΕΝ.) ὦ Σώκρατες")
    assert book_line(PARADOX).startswith("    0  80d         How will you look")


def test_a_passage_without_an_author_begins_with_its_work() -> None:
    assert place(replace(TORPEDO, author="")) == "Meno 80a (Burnet 1903, grc)"
    assert place(replace(TORPEDO, author="", work="", edition="", language="")) == "80a"


def test_one_is_not_written_as_many() -> None:
    assert [counted(number, "summary", "summaries") for number in (0, 1, 2)] == [
        "0 summaries",
        "1 summary",
        "2 summaries",
    ]
