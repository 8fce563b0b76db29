"""The chat page, run as a whole."""

import re
from dataclasses import replace

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

import rag.web
from rag.errors import BadQuestion, LocalServerFailed, WeaviateDown
from rag.types import Scope
from standins.library import ANSWER, FOUND, FakeLibrary

WRAP = 'dir="auto" style="overflow-wrap:anywhere"'
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def plain(label: str) -> str:
    return ESCAPED.sub(r"\1", label).replace("\u2060", "")


def texts(page: AppTest) -> str:
    """All that is read on the page, without its escapes."""
    boxes = [*page.info, *page.warning, *page.error, *page.caption, *page.markdown]
    return plain("\n".join([*(one.value for one in page.html), *(str(one.value) for one in boxes)]))


def expander(page: AppTest, start: str) -> AppTest:
    return next(one for one in page.expander if plain(one.label).startswith(start))


def ask(page: AppTest, question: str) -> AppTest:
    return page.chat_input[0].set_value(question).run()


def test_a_new_session_shows_the_starter_questions(chat: AppTest) -> None:
    chat.run()
    assert [plain(button.label) for button in chat.button] == ["What is *virtue*?", "Is $x$ a number?"]
    assert not chat.exception


def test_a_starter_is_asked_when_it_is_pressed(chat: AppTest, opener) -> None:
    chat.run().button[0].click().run()
    assert [asked[0] for asked in opener.library.asked] == ["What is *virtue*?"]


def test_an_answer_shows_its_text_and_raises_its_own_numbers(chat: AppTest) -> None:
    ask(chat.run(), "What is virtue?")
    assert "numbed, “ἤκουον μὲν ἔγωγε” <sup>[1]</sup>" in texts(chat)
    assert [message.name for message in chat.chat_message] == ["user", "assistant"]


def test_what_quotations_are_is_said_once_in_a_conversation(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(replace(ANSWER, outcome="quoted"))
    ask(ask(ask(chat.run(), "What is virtue?"), "And courage?"), "And piety?")
    assert [info.value[:40] for info in chat.info] == ["These are quotations, word for word, cho"]
    short = "Quotations, word for word, without a language model."
    assert [one.value for one in chat.caption].count(short) == 2


def test_a_new_conversation_forgets_the_last_one_and_its_address(chat: AppTest, opener) -> None:
    assert "chat.new" not in [button.key for button in chat.run().button], "there is nothing to leave yet"
    ask(chat, "What is virtue?")
    assert "q" in chat.query_params
    chat.sidebar.button(key="chat.new").click().run()
    assert list(chat.chat_message) == []
    assert "q" not in chat.query_params
    ask(chat, "And courage?")
    assert opener.library.asked[1][1] == (), "nothing is remembered"


def test_a_new_conversation_lets_go_of_a_failed_question(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(WeaviateDown("Weaviate does not answer.", "Start it."), ANSWER)
    ask(chat.run(), "What is virtue?")
    chat.sidebar.button(key="chat.new").click().run()
    assert list(chat.error) == []


def test_spaces_alone_ask_nothing(chat: AppTest, opener) -> None:
    ask(chat.run(), " \u00a0 ")
    assert (opener.library.asked, list(chat.error), list(chat.chat_message)) == ([], [], [])


def test_a_passage_without_an_author_is_named_by_its_work(chat: AppTest, opener) -> None:
    passage = replace(FOUND.passages[0], author="", canonical_reference="")
    found = replace(FOUND, passages=(passage,))
    opener.library = FakeLibrary(replace(ANSWER, outcome="no_answer", citations=(), found=found))
    ask(chat.run(), "What is virtue?")
    assert plain(chat.expander[0].label) == "Meno 80a"


def test_each_citation_opens_its_own_passage(chat: AppTest) -> None:
    ask(chat.run(), "What is virtue?")
    first, second = expander(chat, "[1]"), expander(chat, "[2]")
    assert plain(first.label) == "[1] Meno 80a"
    assert plain(second.label) == "[2] Guide, on Meno 80d"
    words = "\n".join(one.value for one in first.get("html"))
    assert '<div lang="grc" dir="auto" style="overflow-wrap:anywhere">ὦ Σώκρατες,<br>ἤκουον μὲν ἔγωγε</div>' in words
    for detail in (
        "Author: <bdi>Plato",
        "Work: <bdi>Meno",
        "Edition: <bdi>Burnet 1903",
        "Reference: <bdi>80a",
        "Section: <bdi>Meno &gt; The torpedo",
        "Speaker: <bdi>ΜΕΝ.",
        "80a · English · Jowett 1892",
        "O Socrates, I used to be told",
    ):
        assert detail in words
    assert "How will you look" in "\n".join(one.value for one in second.get("html"))


def test_checks_are_said_in_words(chat: AppTest) -> None:
    ask(chat.run(), "What is virtue?")
    shown = texts(chat)
    for state in (
        "✓ quoted word for word: “ἤκουον μὲν ἔγωγε”",
        "✗ quotation not found in this passage: “a fish”",
        "✓ reference confirmed: what",
        "– the answer quotes no words of this passage",
        "✓ Meno 80a: reference confirmed",
        "✗ Meno 99z: reference unconfirmed",
        "✗ sentences without a source, counted from the first: 3",
        "✗ sources that do not exist, removed from the answer: 1",
    ):
        assert state in shown
    assert "no reference" not in shown


@pytest.mark.parametrize(
    ("outcome", "words", "kind"),
    [
        ("quoted", "quotations, word for word", "info"),
        ("not_in_library", "holds nothing that answers", "warning"),
        ("no_answer", "No answer came back", "warning"),
        ("incomplete", "cut off before its end", "warning"),
        ("failed", "could not be written", "error"),
    ],
)
def test_each_outcome_has_its_own_look(chat: AppTest, opener, outcome: str, words: str, kind: str) -> None:
    cited = ANSWER.citations if outcome in ("quoted", "incomplete") else ()
    opener.library = FakeLibrary(replace(ANSWER, outcome=outcome, citations=cited, text="A [1]." if cited else ""))
    ask(chat.run(), "What is virtue?")
    assert words in getattr(chat, kind)[0].value
    labels = [plain(one.label) for one in chat.expander]
    assert ("[1] Meno 80a" if cited else "Meno 80a") in labels


def test_nothing_in_the_library_calls_its_passages_nearest_and_names_the_scope(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(replace(ANSWER, outcome="not_in_library", citations=(), text=""))
    chat.query_params["author"] = "Platon"
    ask(chat.run(), "Best pizza in Rome?")
    assert "Nearest passages, which do not answer it" in texts(chat)
    assert "Only these were searched: Plato." in texts(chat)


def test_a_failed_answer_keeps_the_question_in_the_box_and_shows_its_sources(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(
        replace(ANSWER, outcome="failed", citations=(), text="", notes=("Claude is busy.",)), ANSWER
    )
    ask(chat.run(), "What is virtue?")
    assert chat.chat_input[0].proto.value == "What is virtue?"
    assert "Claude is busy." in texts(chat)
    ask(chat, "What is virtue?")
    assert [message.name for message in chat.chat_message] == ["user", "assistant"], "the failed try has gone"


def test_an_error_is_shown_with_what_to_do_and_the_question_stays_in_the_box(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(WeaviateDown("Weaviate does not answer.", "Start it."), ANSWER)
    ask(chat.run(), "What is virtue?")
    shown = plain(chat.error[0].value)
    assert "The library's database does not answer." in shown
    assert "Weaviate does not answer." in shown
    assert "Start it." in shown
    assert chat.chat_input[0].proto.value == "What is virtue?"
    assert not chat.exception
    ask(chat, "What is virtue?")
    assert not chat.error
    assert opener.library.asked[1][1] == (), "what failed is no part of the history"


def test_a_fault_of_ours_leaves_a_page_that_can_go_on_with_the_question_in_its_box(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(KeyError("ours"), ANSWER)
    ask(chat.run(), "What is virtue?")
    assert [one.message for one in chat.exception] == ["'ours'"]
    chat.run()
    assert chat.chat_input[0].proto.value == "What is virtue?"
    ask(chat, "What is virtue?")
    assert "numbed" in texts(chat)


def test_a_question_that_cannot_be_searched_says_why(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(BadQuestion("The question has 200000 characters.", "At most 2000 are searched."))
    ask(chat.run(), "x" * 200_000)
    assert "At most 2000 are searched." in plain(chat.error[0].value)


def test_notes_are_shown_once(chat: AppTest, opener) -> None:
    note = "Searched with your words only: Claude is *busy*."
    opener.library = FakeLibrary(replace(ANSWER, found=replace(FOUND, notes=(note,)), notes=(note,)))
    ask(chat.run(), "What is virtue?")
    assert [plain(info.value) for info in chat.info] == [note]


def test_a_follow_up_gets_the_history_and_shows_what_was_searched(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(ANSWER, replace(ANSWER, standalone="Why is Meno numbed?"))
    ask(ask(chat.run(), "What is virtue?"), "and why?")
    assert opener.library.asked[1][:2] == ("and why?", ("What is virtue?", ANSWER.text))
    assert "Searched as: Why is Meno numbed?" in texts(chat)
    assert chat.code[1].value == "http://library.test:8501/?q=Why%20is%20Meno%20numbed%3F"


def test_the_queries_and_sections_can_be_looked_at(chat: AppTest) -> None:
    ask(chat.run(), "What is virtue?")
    how = "\n".join(one.value for one in expander(chat, "How this was found").get("html"))
    assert ">τί ἐστιν ἀρετή</li>" in how
    assert "Meno &gt; The torpedo" in how


def test_the_address_asks_its_question_once_within_its_scope(chat: AppTest, opener) -> None:
    for name, value in {"q": "What is virtue?", "author": "Πλάτων", "work": "Ménon", "language": "grc"}.items():
        chat.query_params[name] = value
    chat.run().run().run()
    assert [(asked[0], asked[2]) for asked in opener.library.asked] == [
        ("What is virtue?", Scope(author="Plato", work="Meno", language="grc"))
    ]


def test_a_name_in_the_address_that_the_library_lacks_stays_a_limit_that_is_seen(chat: AppTest, opener) -> None:
    chat.query_params["author"] = "Kant"
    ask(chat.run(), "What is duty?")
    assert opener.library.asked[0][2] == Scope(author="Kant")
    assert chat.selectbox(key="scope.author").options[-1] == "Kant (not in this library)"


def test_the_link_holds_the_question_and_the_scope_and_so_does_the_address(
    chat: AppTest, opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://books.example/plato/")
    opener.library = FakeLibrary(replace(ANSWER, standalone="What is {virtue} & “x”?"))
    chat.run().selectbox(key="scope.work").select("plato meno").run()
    ask(chat, "What is {virtue} & “x”?")
    query = "q=What%20is%20%7Bvirtue%7D%20%26%20%E2%80%9Cx%E2%80%9D%3F&work=Meno"
    assert chat.code[0].value == f"https://books.example/plato/?{query}"
    assert chat.query_params == {"q": "What is {virtue} & “x”?", "work": "Meno"}


def test_a_french_page_says_in_french_what_an_answer_is_accompanied_by(chat: AppTest, opener) -> None:
    known, unknown = "Claude is overloaded (status 529). Ask again in a moment.", "A *new* sentence."
    opener.library = FakeLibrary(replace(ANSWER, notes=(known, unknown)))
    chat.context["locale"] = "fr-FR"
    ask(chat.run(), "Qu’est-ce que la vertu\u00a0?")
    assert [plain(info.value) for info in chat.info] == [
        "Claude est surchargé (code 529). Reposez la question dans un instant."
    ]
    assert f'<div lang="en" {WRAP}>A *new* sentence.</div>' in [one.value for one in chat.html]
    words = "\n".join(one.value for one in expander(chat, "[1]").get("html"))
    assert "✓ cité mot pour mot\u00a0: «\u00a0ἤκουον μὲν ἔγωγε\u00a0»" in words
    assert "Auteur\u00a0: <bdi>Plato" in words


def test_a_french_page_says_in_french_what_went_wrong(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(WeaviateDown("Weaviate took longer than 20 s.", "A hint nobody translated."), ANSWER)
    chat.context["locale"] = "fr-FR"
    ask(chat.run(), "Qu’est-ce que la vertu\u00a0?")
    assert plain(chat.error[0].value).split("  \n") == [
        "La base de la bibliothèque ne répond pas.",
        "Weaviate a mis plus de 20\u00a0s.",
    ]
    assert f'<div lang="en" {WRAP}>A hint nobody translated.</div>' in [one.value for one in chat.html]


def test_scope_offers_only_what_there_is_in_the_readers_language(chat: AppTest) -> None:
    chat.context["locale"] = "fr-FR"
    chat.run()
    assert chat.selectbox(key="scope.author").options == ["Tout", "Aristote", "Platon"]
    chat.selectbox(key="scope.author").select("plato").run()
    assert chat.selectbox(key="scope.work").options == ["Tout", "Ménon"]
    assert chat.selectbox(key="scope.language").options == ["Tout", "anglais", "français", "grec ancien"]


def test_a_work_that_the_new_author_did_not_write_is_let_go(chat: AppTest, opener) -> None:
    chat.run().selectbox(key="scope.work").select("plato meno").run()
    chat.selectbox(key="scope.author").select("aristotle").run()
    ask(chat, "What is virtue?")
    assert opener.library.asked[0][2] == Scope(author="Aristotle")


def test_the_scope_outlives_a_visit_to_another_page(chat: AppTest, opener) -> None:
    chat.run().selectbox(key="scope.author").select("plato").run()
    chat.switch_page("pages/4_Admin.py").run()
    ask(chat.switch_page("streamlit_app.py").run(), "What is virtue?")
    assert opener.library.asked[0][2] == Scope(author="Plato")


def test_the_browsers_language_is_taken_and_can_be_changed(chat: AppTest) -> None:
    chat.context["locale"] = "fr-CA"
    chat.run()
    assert chat.title[0].value == "Interroger la bibliothèque"
    assert [plain(button.label) for button in chat.button] == ["Qu’est-ce que la vertu ?"]
    chat.selectbox(key="web.language.box").select("en").run()
    assert chat.title[0].value == "Ask the library"
    assert chat.switch_page("pages/4_Admin.py").run().text_input[0].label == "Password"


def test_a_rerun_in_the_middle_neither_loses_the_answer_nor_asks_again(chat: AppTest, opener) -> None:
    opener.library.may_answer.clear()
    chat.run()
    with pytest.raises(RuntimeError, match="timed out"):
        chat.chat_input[0].set_value("What is virtue?").run(timeout=1)
    opener.library.may_answer.set()
    chat.run()
    assert len(opener.library.asked) == 1
    assert "numbed" in texts(chat)


def test_a_second_question_is_not_taken_while_one_is_answered(chat: AppTest, opener) -> None:
    opener.library.may_answer.clear()
    chat.run()
    for _ in range(2):
        with pytest.raises(RuntimeError, match="timed out"):
            chat.chat_input[0].set_value("What is virtue?").run(timeout=1)
    opener.library.may_answer.set()
    chat.run()
    assert len(opener.library.asked) == 1


def test_an_empty_library_says_what_to_do_and_asks_nothing(chat: AppTest, opener) -> None:
    opener.library = FakeLibrary(documents=())
    chat.query_params["q"] = "What is virtue?"
    chat.run()
    assert "holds no documents yet" in texts(chat)
    assert "rag ingest" in chat.code[0].value
    assert (opener.library.asked, list(chat.chat_input)) == ([], [])


def test_a_library_that_cannot_be_opened_is_explained_and_tried_again(chat: AppTest, opener) -> None:
    library, opener.library = opener.library, LocalServerFailed("No Weaviate.", "Set WEAVIATE_URL.")
    chat.run()
    assert "Set WEAVIATE_URL." in plain(chat.error[0].value)
    opener.library = library
    chat.run()
    assert (opener.times, list(chat.error)) == (2, [])


def test_the_library_is_opened_once_for_all_sessions(chat: AppTest, opener) -> None:
    chat.run().run()
    AppTest.from_file(chat._script_path, default_timeout=15).run()
    assert opener.times == 1


def test_the_page_stays_while_the_database_is_away(chat: AppTest, opener) -> None:
    ask(chat.run(), "What is virtue?")
    st.cache_resource.clear()  # what was listed a while ago is listed anew
    opener.library.documents = down
    chat.run()
    assert "numbed" in texts(chat)
    assert not chat.error


def down() -> None:
    raise WeaviateDown("Weaviate does not answer.", "Start it.")


def test_the_pages_use_the_library_that_the_server_has_opened(chat: AppTest, opener) -> None:
    rag.web.share(opener.library)
    ask(chat.run(), "What is virtue?")
    assert (opener.times, len(opener.library.asked)) == (0, 1)


def test_a_question_is_shown_letter_by_letter(chat: AppTest) -> None:
    question = "<script>x</script> {text} {{x}} $x$ :red[y] ![x](http://evil.test)"
    ask(chat.run(), question)
    assert "&lt;script&gt;x&lt;/script&gt; {text} {{x}} $x$ :red[y] ![x](http://evil.test)" in chat.html[0].value


def test_a_long_conversation_shows_its_last_questions_first(chat: AppTest) -> None:
    chat.run()
    for number in range(22):
        ask(chat, f"Question {number}")
    assert "Question 1<" not in texts(chat)
    assert "Question 2<" in texts(chat)
    chat.button[0].click().run()
    assert "Question 0<" in texts(chat)
