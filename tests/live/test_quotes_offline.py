"""Without a key a question is answered by quotations, each of which stands word for word where it is cited."""

import re

import pytest

from rag import Library
from rag.text import squeeze

LEADS = {
    "en": "The sentences nearest to the question, word for word:",
    "fr": "Les phrases les plus proches de la question, mot pour mot :",
}
ASKED = [
    ("en", "Which sea creature is Socrates compared to, and for what reason?"),
    ("en", "Why is being afraid of death a kind of false wisdom?"),
    ("fr", "À quoi servent les abeilles dans la discussion sur la définition de la vertu ?"),
    ("fr", "Que reproche Socrate aux gens de métier qu'il a interrogés ?"),
]
# one pair of marks around all of it, then the number of one citation
QUOTATION = re.compile(r"(?:«\s(.+)\s»|“(.+)”|\"(.+)\"|‹\s(.+)\s›) \[(\d+)\]")


def quotations(text: str) -> list[tuple[str, int]]:
    """The words and the cited number of each paragraph after the lead."""
    found = []
    for line in text.split("\n\n")[1:]:
        read = QUOTATION.fullmatch(line)
        assert read, f"not a quotation with its citation: {line}"
        found.append((next(filter(None, read.groups()[:4])), int(read[5])))
    return found


@pytest.mark.parametrize("question", [question for _, question in ASKED])
def test_an_answer_is_2_to_5_sentences_that_stand_word_for_word_in_what_they_cite(
    sample: Library, question: str
) -> None:
    assert not sample.settings.has_claude
    answer = sample.ask(question)
    assert (answer.outcome, answer.unknown_keys) == ("quoted", 0)
    quoted = quotations(answer.text)
    assert 2 <= len(quoted) <= 5
    cited = {citation.number: citation.passage for citation in answer.citations}
    assert {number for _, number in quoted} == set(cited)
    assert [words for words, number in quoted if squeeze(words) not in squeeze(cited[number].text)] == []
    assert {quote.state for citation in answer.citations for quote in citation.quotes} == {"exact"}
    assert all(citation.quotes for citation in answer.citations)
    assert [(one.step, one.model) for one in answer.usage] == [("answer", "quotes")]


@pytest.mark.parametrize(("language", "question"), ASKED)
def test_the_words_around_the_quotations_are_in_the_questions_language(
    sample: Library, language: str, question: str
) -> None:
    assert squeeze(sample.ask(question).text.split("\n\n")[0]) == LEADS[language]


def test_a_question_that_no_guide_answers_is_told_so_and_no_answer_is_asked_for(sample: Library) -> None:
    answer = sample.ask("best pizza in Rome")
    assert (answer.outcome, answer.citations) == ("not_in_library", ())
    assert [one.step for one in answer.usage if one.step == "answer"] == []
