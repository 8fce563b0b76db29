"""Every format of labels is read into what must be found, and a wrong line is named."""

import json
from pathlib import Path

import pytest

from rag.errors import BadQuestions
from rag.evaluate.questions import Place, Question, WholeDocument, Wording, read_questions


def written(folder: Path, *rows: object) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return path


def test_places_wordings_and_whole_documents_are_told_apart(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        {
            "id": "p1",
            "question": "Qu'est-ce que la vertu ?",
            "language": "fr",
            "variants": ["ἀρετή"],
            "gold": [{"work": "Meno", "ref": "70a"}, {"work": "Meno", "ref": "70b"}],
        },
        {
            "question": "Who?",
            "answerable": True,
            "gold": [{"source_id": "a", "answer": "I", "paragraph": "It is I."}],
        },
        {"question": "Who likes it?", "gold": [{"source_id": "a"}, {"source_id": "b"}]},
        {"question": "Nobody?", "answerable": False, "gold": []},
    )
    assert read_questions(path).questions == (
        Question("p1", "Qu'est-ce que la vertu ?", "fr", ("ἀρετή",), (Place("Meno", "70a"), Place("Meno", "70b"))),
        Question("", "Who?", "", (), (Wording("a", "I", "It is I."),)),
        Question("", "Who likes it?", "", (), (WholeDocument("a"), WholeDocument("b"))),
        Question("", "Nobody?", "", (), ()),
    )


def test_the_set_is_named_by_its_folder_or_its_file(tmp_path: Path) -> None:
    row = {"question": "Q", "gold": []}
    assert read_questions(written(tmp_path, row)).name == tmp_path.name
    (tmp_path / "mine.jsonl").write_text(json.dumps(row), encoding="utf-8")
    assert read_questions(tmp_path / "mine.jsonl").name == "mine"


def test_a_byte_order_mark_blank_lines_and_a_line_separator_in_a_text_are_no_matter(tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b'\xef\xbb\xbf\r\n{"question": "one\xe2\x80\xa8two", "gold": []}\r\n\r\n')
    assert [question.text for question in read_questions(path).questions] == ["one\u2028two"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "questions.jsonl:2 is not JSON"),
        ("[" * 100_000, "questions.jsonl:2 is not JSON"),
        (f"[{'9' * 5000}]", "questions.jsonl:2 is not JSON"),
        ('{"question": "\\ud800", "gold": []}', "questions.jsonl:2 has no question"),
        ("[]", "questions.jsonl:2 has no question"),
        ('{"question": 7, "gold": []}', "questions.jsonl:2 has no question"),
        ('{"question": "Q"}', "questions.jsonl:2 has no labels"),
        ('{"question": "Q", "gold": [], "variants": "v"}', "questions.jsonl:2 has no labels"),
        ('{"question": "Q", "gold": [{"page": 3}]}', "questions.jsonl:2 has a label of no known kind"),
        ('{"question": "Q", "gold": [{"source_id": "a", "answer": "b"}]}', "has a label of no known kind"),
        ('{"question": "Q", "gold": ["70a"]}', "questions.jsonl:2 has a label of no known kind"),
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str, said: str) -> None:
    path = written(tmp_path, {"question": "Q", "gold": []}, line)
    with pytest.raises(BadQuestions, match=said):
        read_questions(path)


def test_an_empty_file_and_one_that_is_not_text_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadQuestions, match="holds no question"):
        read_questions(written(tmp_path))
    (tmp_path / "binary.jsonl").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadQuestions, match="cannot be read"):
        read_questions(tmp_path / "binary.jsonl")
