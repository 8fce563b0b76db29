"""What a reader does with the chat page, and what is seen there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, expect
else:
    try:
        from playwright.sync_api import expect
    except ImportError:  # the fixture that starts the browser says so
        expect = None

_FINISHED = re.compile("How this was found|Comment cela a été trouvé|still in the box")

if expect is not None:
    expect.set_options(timeout=30_000)  # a build machine with two cores does much else meanwhile


def box(page: Page) -> Locator:
    return page.get_by_test_id("stChatInputTextArea")


def open_chat(page: Page, url: str) -> Page:
    page.goto(url)
    expect(box(page)).to_be_enabled()
    return page


def ask(page: Page, question: str) -> Locator:
    """The finished answer's part of the page."""
    box(page).fill(question)
    box(page).press("Enter")
    return answered(page, question)


def answered(page: Page, question: str) -> Locator:
    """Waits until the question is answered or has failed, which only a finished answer or its error say."""
    expect(contents(page, "user").last).to_contain_text(question)
    answer = contents(page, "assistant").last
    expect(answer).to_contain_text(_FINISHED)
    expect(box(page)).to_be_enabled()
    return answer


def contents(page: Page, whose: str) -> Locator:
    """What is said, without the picture of who says it."""
    said = page.locator(f"[data-testid=stChatMessage]:has([data-testid=stChatMessageAvatar{whose.title()}])")
    return said.get_by_test_id("stChatMessageContent")


def open_citation(answer: Locator, number: int) -> Locator:
    """The opened passage."""
    passage = answer.get_by_test_id("stExpander").filter(has_text=f"[{number}]").first
    passage.locator("summary").click()
    expect(passage.locator("blockquote").first).to_be_visible()
    return passage
