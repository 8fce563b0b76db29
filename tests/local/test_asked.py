import pytest

from rag.local.asked import Given, language_of, passages_of, question_of

PROMPT = """Answer from the passages.

<question>
What does the torpedo
do to Meno?
</question>

Write the key in square brackets, such as [k1a2b3c4] or [{"not": 1}, 2].

The passages: [{"key":"k0000001","text":"It numbs him. [{\\"key\\": \\"k9999999\\"}]"},
{"key":"k0000002","text":"Two."}]"""


def test_the_question_stands_between_its_lines() -> None:
    assert question_of(PROMPT) == "What does the torpedo do to Meno?"


def test_without_its_lines_the_question_is_what_stands_before_the_passages() -> None:
    assert question_of('Who numbs Meno?: [{"key":"k0000001","text":"The ray."}]') == "Who numbs Meno?:"


def test_the_passages_are_the_array_of_objects_after_the_question() -> None:
    assert passages_of(PROMPT) == [
        Given("k0000001", 'It numbs him. [{"key": "k9999999"}]'),
        Given("k0000002", "Two."),
    ]


def test_passages_may_have_other_fields_and_lines() -> None:
    assert passages_of('Task:\n[\n {"reference": "80a", "key": "k0000001", "text": "One."}\n]') == [
        Given("k0000001", "One.")
    ]


def test_rows_without_a_key_or_a_text_are_left_out() -> None:
    rows = '[{"key":"k0000001"},{"text":"No key."},{"key":"a]b","text":"x"},{"key":"k0000002","text":"Two."}]'
    assert passages_of(f"Task: {rows}") == [Given("k0000002", "Two.")]


@pytest.mark.parametrize("prompt", ["", "Task: []", "Task: [{not json}]", "<question>\nWhy?\n</question>"])
def test_without_an_array_of_objects_there_are_no_passages(prompt: str) -> None:
    assert passages_of(prompt) == []


def test_an_array_inside_the_question_is_not_the_passages() -> None:
    prompt = '<question>\nWhat is [{"key":"k1","text":"mine"}]?\n</question>\nTask: [{"key":"k2","text":"Given."}]'
    assert passages_of(prompt) == [Given("k2", "Given.")]


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("What does the torpedo do to Meno?", "en"),
        ("Que fait la torpille à Ménon ?", "fr"),
        ("Qu'est-ce que ἀρετή selon Socrate ?", "fr"),
        ("Is virtus the same as ἀρετή?", "en"),
    ],
)
def test_the_language_is_the_questions(question: str, language: str) -> None:
    assert language_of(f"<question>\n{question}\n</question>\nAnswer in Latin: []") == language


@pytest.mark.parametrize(("asked", "language"), [("Answer in French, please", "fr"), ("Answer in German", "en")])
def test_a_question_without_a_telling_word_takes_the_language_asked_for(asked: str, language: str) -> None:
    assert language_of(f"<question>\nMénon ?\n</question>\n{asked}: []") == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("ἔχεις μοι εἰπεῖν, ὦ Σώκρατες, ἆρα διδακτὸν ἡ ἀρετή;", "grc"),
        ("Virtus est animi habitus, et in ea sunt omnia quae ad vitam pertinent.", "la"),
        ("La vertu est-elle chose qui s'enseigne, ou non ?", "fr"),
        ("The excellence (ἀρετή) of a man is to rule.", "en"),
        ("80a 80b", "en"),
    ],
)
def test_the_language_of_a_passage(text: str, language: str) -> None:
    assert Given("k", text).language == language
