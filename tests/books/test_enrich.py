"""What counting words can say of a passage."""

import pytest

from rag.books.enrich import ExtractiveEnricher, unit_type
from rag.books.language import detect_language, language_code

CHUNKS = [
    "Recollection explains learning. The slave finds the diagonal, and the diagonal was never taught to the slave.",
    "The torpedo numbs whoever touches it. Socrates numbs others because he is numb himself, says Meno.",
    "Courage stands firm in battle. The soldier who flees without courage is called a coward by all.",
]


def test_keywords_are_what_a_passage_says_more_than_the_others() -> None:
    notes = ExtractiveEnricher(keywords=3).enrich([], CHUNKS, "en").chunks
    assert [note.keywords for note in notes] == [
        ("slave", "diagonal", "Recollection"),
        ("numbs", "torpedo", "whoever"),
        ("courage", "stands", "firm"),
    ]


def test_keywords_keep_their_accents_and_names_their_capitals() -> None:
    chunks = ["La réminiscence selon Ménon : la réminiscence, dit Ménon.", "Autre chose encore.", "Rien."]
    assert ExtractiveEnricher(keywords=2).enrich([], chunks, "fr").chunks[0].keywords == ("réminiscence", "Ménon")


def test_a_summary_is_of_the_texts_own_sentences_in_order_and_short() -> None:
    text = " ".join(CHUNKS)
    (notes,) = ExtractiveEnricher().enrich([text], CHUNKS, "en").sections
    assert len(notes.summary) <= 500
    sentences = [sentence if sentence.endswith(".") else sentence + "." for sentence in notes.summary.split(". ")]
    places = [text.index(sentence) for sentence in sentences]
    assert len(sentences) == 3
    assert places == sorted(places)


def test_a_single_endless_sentence_is_cut_between_words() -> None:
    (notes,) = ExtractiveEnricher().enrich(["virtue " * 200], ["virtue"], "en").sections
    assert notes.summary.endswith("virtue …")
    assert len(notes.summary) <= 502


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Can it be taught? Or does it come by nature? Yes.", "en", "question"),
        ("τί δέ; οὐ πάνυ μνήμων εἰμί.", "grc", "question"),
        ("On appelle vertu ce qui rend bon.", "fr", "definition"),
        ("By virtue I mean what makes a man good; virtue is defined as power.", "en", "definition"),
        ("Par exemple, le cheval court.", "fr", "example"),
        ("But someone will say that this is absurd.", "en", "objection"),
        ("Virtue is knowledge; therefore it can be taught, since all knowledge can.", "en", "argument"),
        ("Itaque virtus docetur, quoniam scientia est; ergo discitur.", "la", "argument"),
        ("One day he came to Athens and told them a tale.", "en", "narration"),
        ("The sea is wide.", "en", "exposition"),
        ("Das Meer ist weit.", "de", "exposition"),
    ],
)
def test_unit_types(text: str, language: str, expected: str) -> None:
    assert unit_type(text, language) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Can virtue be taught, or is it acquired by practice?", "en"),
        ("La vertu peut-elle s'enseigner, ou vient-elle de la nature ?", "fr"),
        ("Quamquam te, Marce fili, annum iam audientem Cratippum, idque Athenis", "la"),
        ("ἔχεις μοι εἰπεῖν, ὦ Σώκρατες, ἆρα διδακτὸν ἡ ἀρετή;", "grc"),
        ("אבגד הוז חטי", "und"),
        ("", "und"),
    ],
)
def test_a_language_is_seen_from_script_and_common_words(text: str, expected: str) -> None:
    assert detect_language(text) == expected


def test_languages_are_written_as_the_library_writes_them() -> None:
    assert [language_code(name) for name in ("eng", "en-GB", "gr", "lat", "FR", "de")] == [
        "en", "en", "grc", "la", "fr", "de",
    ]  # fmt: skip
