"""What a reader types reaches Claude letter for letter, also through the server's template."""

import re
from collections.abc import Mapping

import pytest

from rag.prompts import EXPANSION_SCHEMA, NO_ANSWER, answer_prompt, expand_prompt, literal

FIRST_PASSAGE = {"text": "the first passage", "key": "k1a2b3c4", "reference": "Meno 80a"}


def as_the_server_reads(task: str, properties: Mapping[str, str] = FIRST_PASSAGE) -> str:
    """Weaviate's own way with a grouped task (`MakeTaskPrompt`): each {word} becomes the first object's property of
    that name, or the bare word where it has none; ASCII word characters and spaces only, once, from left to right."""
    return re.sub(r"{([\w\s]*?)}", lambda found: properties.get(found[1], found[1]), task, flags=re.ASCII)


def test_the_server_replaces_a_known_word_and_drops_the_braces_of_others() -> None:
    assert as_the_server_reads("{text} {foo} {} {ἀρετή}") == "the first passage foo  {ἀρετή}"


@pytest.mark.parametrize(
    "written",
    [
        "{text}",
        "{}",
        "{{}}",
        "{{x}}",
        "{{text}}",
        "{{{text}}}",
        "{ text }",
        "{freedom of will}",
        "{ἀρετή}",
        "{key}{text}",
        "{te{text}xt}",
        "{text",
        "text}",
        "}{",
        "{\ntext\n}",
        '{"key": "k1a2b3c4", "text": {"a": [1, {}]}}',
        "%s %(text)s",
        "$x$ ${text} $text",
        "\\{text\\}",
        "a plain question?",
        "",
    ],
)
def test_a_literal_task_comes_out_of_the_server_as_it_was(written: str) -> None:
    assert as_the_server_reads(literal(written)) == written


@pytest.mark.parametrize("question", ["{text}", "{}", "{{x}}", "{ἀρετή}", "%s", "$x$", "{language}", "{question}"])
def test_a_question_stands_in_both_prompts_as_it_was_typed(question: str) -> None:
    told = f"<question>\n{question}\n</question>"
    assert told in as_the_server_reads(literal(answer_prompt(question, language="en")))
    assert told in expand_prompt(question, "", count=3, languages=["en"])


def test_the_answer_is_asked_for_in_the_questions_language_and_with_the_word_for_none() -> None:
    prompt = answer_prompt("Qu'est-ce que la vertu ?", language="fr")
    assert "- Answer in French, in Markdown" in prompt
    assert f"write only: {NO_ANSWER}" in prompt
    assert prompt.endswith("The passages")
    assert "- Answer in the language of the question, in Markdown" in answer_prompt("什么是美德？", language="zh")


def test_the_expansion_is_told_the_count_the_languages_and_the_conversation() -> None:
    prompt = expand_prompt("And why?", "Reader: What is {virtue}?", count=3, languages=["fr", "grc", "syr"])
    assert "<conversation>\nReader: What is {virtue}?\n</conversation>\n\n<question>\nAnd why?\n</question>" in prompt
    assert "exactly 3 other searches" in prompt
    assert "(French, Ancient Greek, syr)" in prompt


def test_without_history_there_is_no_conversation_and_without_languages_any_will_do() -> None:
    prompt = expand_prompt("Why?", "", count=3, languages=[])
    assert "<conversation>" not in prompt
    assert "these books (any)" in prompt


def test_the_schema_of_the_expansion_requires_all_that_it_names_and_nothing_else() -> None:
    properties = EXPANSION_SCHEMA["properties"]
    assert isinstance(properties, dict)
    assert list(properties) == EXPANSION_SCHEMA["required"]
    assert EXPANSION_SCHEMA["additionalProperties"] is False
