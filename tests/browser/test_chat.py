"""The chat page in Chromium, from the question to the passage that an answer cites."""

import os
import re
from pathlib import Path
from urllib.parse import quote

import pytest

from browser.conftest import KEY, Listener
from browser.reading import answered, ask, box, contents, expect, open_chat, open_citation
from standins.messages import MessagesStandIn, keys_in, passages_in, question_in

PICTURE = Path(__file__).with_name("chat.png")
QUESTION = "Why does Meno say that Socrates is like a torpedo fish?"


def cites_both(prompt: str) -> str:
    first, second = keys_in(prompt)[:2]
    return f"The second passage says it [{second}]. The first one agrees [{first}]."


def test_each_citation_opens_the_passage_it_stands_for(app: str, api: MessagesStandIn, new_page) -> None:
    api.answer = cites_both
    answer = ask(open_chat(new_page(), app), QUESTION)
    expect(answer.locator("sup")).to_have_text(["[1]", "[2]"])
    passages = passages_in(api.calls("answer")[-1].prompt)
    for number, passage in ((1, passages[1]), (2, passages[0])):
        opened = open_citation(answer, number)
        assert " ".join(opened.locator("blockquote").first.inner_text().split()) == " ".join(passage["text"].split())
        expect(opened).to_contain_text("Edition:")
        expect(opened).to_contain_text("Section:")


def test_braces_in_a_question_are_read_and_searched_as_they_are(app: str, api: MessagesStandIn, new_page) -> None:
    question = "Why is Socrates, {text}, like a torpedo fish to Meno, {} and {{x}} and $y$?"
    page = open_chat(new_page(), app)
    ask(page, question)
    assert contents(page, "user").last.inner_text().strip() == question
    answering = api.calls("answer")[-1]
    assert answering.headers["user-agent"].startswith("Go-"), "it came by Weaviate's generative search"
    assert question_in(answering.prompt) == question
    assert {tuple(sorted(passage)) for passage in passages_in(answering.prompt)} == {("key", "reference", "text")}
    assert question_in(api.calls("expand")[-1].prompt) == question


FAULTS = [
    ("empty", "No answer came back"),
    ("refusal", "No answer came back"),
    ("max_tokens", "cut off before its end"),
    ("thinking", "The passage says it"),
    ("blocks", "The passage says it"),
    ("400", "could not be written"),
    ("401_echo", "could not be written"),
    ("403", "could not be written"),
    ("404", "could not be written"),
    ("429", "could not be written"),
    ("spend_limit", "could not be written"),
    ("500", "could not be written"),
    ("529", "could not be written"),
    ("html_502", "could not be written"),
    ("html_200", "could not be written"),
    ("cut", "could not be written"),
    ("slow", "could not be written"),
]


@pytest.fixture(scope="module")
def one_page(browser, app: str):
    """The faults are tried one after another in one conversation, as a patient reader would meet them."""
    context = browser.new_context(locale="en-GB")
    context.set_default_timeout(30_000)
    yield open_chat(context.new_page(), app)
    context.close()


@pytest.mark.parametrize(("mode", "words"), FAULTS, ids=[mode for mode, _ in FAULTS])
def test_each_fault_of_claude_gives_its_message(one_page, api: MessagesStandIn, mode: str, words: str) -> None:
    api.answer_mode = mode
    api.retry_after = 3600
    answer = ask(one_page, f"{QUESTION} ({mode})")
    expect(answer).to_contain_text(words)
    shown = one_page.locator("body").inner_text()
    assert KEY not in shown
    assert "Traceback" not in shown
    assert "<html>" not in shown
    assert answer.get_by_test_id("stExpander").count() > 1, "sources are shown with every outcome"
    assert box(one_page).input_value() == (f"{QUESTION} ({mode})" if words == "could not be written" else "")


@pytest.mark.parametrize("mode", ["invalid_json", "refusal", "529", "html_502", "slow"])
def test_a_failed_expansion_is_noted_and_the_question_answered(one_page, api: MessagesStandIn, mode: str) -> None:
    api.expand_mode = mode
    api.retry_after = 3600
    answer = ask(one_page, f"{QUESTION} (expansion: {mode})")
    expect(answer).to_contain_text("The passage says it")
    expect(answer.get_by_test_id("stAlert").first).to_be_visible()


def test_nothing_in_an_answer_is_loaded_or_run(app: str, api: MessagesStandIn, listener: Listener, new_page) -> None:
    far = listener.url
    api.answer = lambda prompt: (
        f"![a]({far}/inline.png) ![b][far] <img src='{far}/tag.png'> <script>document.title = 'owned'</script> "
        f"<style>body {{ display: none }}</style> <iframe src='{far}/frame'></iframe> [c](javascript:alert(1)) "
        f":material/home: $x$ [{keys_in(prompt)[0]}].\n\n[far]: {far}/reference.png\n"
    )
    page = open_chat(new_page(), app)
    answer = ask(page, QUESTION)
    for literal in ("![a](", "![b][far]", "<img src=", "<script>", "<style>", "<iframe", "[c](javascript:", "$x$"):
        expect(answer).to_contain_text(literal)
    assert answer.locator("img, script, style, iframe, a, .katex").count() == 0
    assert page.title() == "Ask the library"
    page.wait_for_timeout(500)
    assert listener.requests == []


def test_enter_pressed_twice_asks_once(app: str, api: MessagesStandIn, new_page) -> None:
    api.delay_answer_s = 1
    page = open_chat(new_page(), app)
    box(page).fill(QUESTION)
    box(page).press("Enter")
    page.keyboard.press("Enter")
    expect(box(page)).to_be_disabled()
    page.keyboard.press("Enter")
    answered(page, QUESTION)
    assert len(api.calls("answer")) == 1
    expect(contents(page, "user")).to_have_count(1)


def test_a_touch_of_the_sidebar_meanwhile_does_not_lose_the_answer(app: str, api: MessagesStandIn, new_page) -> None:
    api.delay_answer_s = 2
    page = open_chat(new_page(), app)
    box(page).fill(QUESTION)
    box(page).press("Enter")
    expect(box(page)).to_be_disabled()
    page.get_by_role("combobox", name=re.compile("Language$")).click()
    page.get_by_role("option", name="Français").click()
    expect(page.get_by_role("heading", name="Interroger la bibliothèque")).to_be_visible()
    expect(answered(page, QUESTION)).to_contain_text("The passage says it")
    assert len(api.calls("answer")) == 1


def test_a_follow_up_is_searched_as_the_question_it_stands_for(app: str, api: MessagesStandIn, new_page) -> None:
    standalone = "Why does the torpedo fish numb those who touch it?"
    page = open_chat(new_page(), app)
    ask(page, QUESTION)
    api.expansion = {"standalone": standalone}
    answer = ask(page, "and why?")
    expect(answer).to_contain_text(f"Searched as: {standalone}")
    assert question_in(api.calls("answer")[-1].prompt) == standalone
    assert QUESTION in api.calls("expand")[-1].prompt
    assert f"q={quote(standalone).replace('%20', '+')}" in page.url


def test_a_link_asks_its_question_once_within_its_scope(app: str, api: MessagesStandIn, new_page) -> None:
    page = open_chat(new_page(), app)
    ask(page, QUESTION)
    page.get_by_role("button", name="Link").click()
    link = page.get_by_test_id("stPopoverBody").get_by_test_id("stCode").inner_text().strip()
    assert link == f"{app}/?q={quote(QUESTION)}"
    api.requests.clear()
    other = new_page()
    other.goto(f"{link}&language=en")
    answered(other, QUESTION)
    assert question_in(api.calls("answer")[0].prompt) == QUESTION
    expect(other.get_by_role("combobox", name="Language of the text")).to_have_value("English")
    other.get_by_role("combobox", name="Author").click()
    other.keyboard.press("Escape")
    assert len(api.calls("answer")) == 1


def test_a_french_browser_gets_a_french_page(app: str, api: MessagesStandIn, new_page) -> None:
    page = open_chat(new_page(locale="fr-FR"), app)
    expect(page.get_by_role("heading", name="Interroger la bibliothèque")).to_be_visible()
    expect(box(page)).to_have_attribute("placeholder", "Votre question")
    expect(page.get_by_text("Vous pourriez commencer par")).to_be_visible()


def test_a_phone_never_scrolls_sideways(app: str, api: MessagesStandIn, new_page) -> None:
    api.answer = lambda prompt: f"{'very' * 60} long {default(prompt)}"
    page = open_chat(new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True), app)
    answer = ask(page, QUESTION)
    open_citation(answer, 1)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.get_by_role("main").evaluate("main => main.scrollWidth") <= 390


def default(prompt: str) -> str:
    return f"says it [{keys_in(prompt)[0]}]."


def test_the_whole_way_by_keyboard(app: str, api: MessagesStandIn, new_page) -> None:
    api.answer = cites_both
    page = open_chat(new_page(), app)
    answer = ask(page, QUESTION)
    summary = answer.locator("summary").first
    summary.focus()
    page.keyboard.press("Enter")
    expect(answer.locator("blockquote").first).to_be_visible()


def test_a_picture_for_the_readme(app: str, api: MessagesStandIn, new_page) -> None:
    def quotes(prompt: str) -> str:
        passage, other = passages_in(prompt)[:2]
        words = " ".join(passage["text"].split()[:12])
        return f"The guide puts it so: “{words}” [{passage['key']}]. Another passage leads on from it [{other['key']}]."

    api.answer = quotes
    page = open_chat(new_page(viewport={"width": 1100, "height": 2000}), app)  # all of it, so that nothing scrolls
    answer = ask(page, QUESTION)
    opened = open_citation(answer, 1)
    expect(opened).to_contain_text("quoted word for word")
    if os.environ.get("PICTURE"):
        page.wait_for_timeout(1_000)  # the passage opens slowly
        page.screenshot(path=PICTURE, clip={"x": 0, "y": 0, "width": 1100, "height": 1040})
