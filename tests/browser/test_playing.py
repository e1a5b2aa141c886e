"""Two people play, each in a browser of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pytest
from playwright.sync_api import Page, expect

from .picking import answers, shows
from .serving import Served
from .table import Table, opened, takes_seat

Person = Callable[..., Page]


class Pair(NamedTuple):
    """A match of chapter 1 that two people play, each in a browser of their own."""

    table: Table
    ada: Page
    grace: Page

    def mover(self) -> Page:
        """Returns the page of whoever is asked, once it shows the options."""
        seat = self.table.sees()["question"]["seat"]
        page = (self.ada, self.grace)[seat]
        page.wait_for_selector("#question [data-option]", state="attached")  # it may lie folded
        return page

    def answer(self) -> bool:
        """Lets whoever is asked answer, and both see it; tells whether the match goes on."""
        seq = self.table.sees()["seq"]
        answers(self.mover(), seq)
        for page in (self.ada, self.grace):
            shows(page, seq + 1)
        return self.table.sees()["question"] is not None


def holds(page: Page, text: str) -> None:
    """Chooses an answer to the next question in advance."""
    premove = page.locator("#premove")
    premove.get_by_role("textbox").fill(text)
    premove.get_by_role("textbox").press("Enter")
    expect(premove.get_by_role("status")).to_contain_text(text)


@pytest.fixture
def pair(person: Person, served: Served) -> Pair:
    """Ada and Grace, seated."""
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person(), person()
    takes_seat(ada, table, 0, "Ada")
    takes_seat(grace, table, 1, "Grace")
    return Pair(table, ada, grace)


def test_a_page_comes_back_after_the_service_was_killed(pair: Pair, served: Served) -> None:
    before = pair.table.sees()["seq"]
    stage = pair.ada.locator(".stage").bounding_box()
    served.kill()
    expect(pair.ada.locator("#line")).to_be_visible()
    assert pair.ada.locator(".stage").bounding_box() == stage
    served.start()
    expect(pair.ada.locator("#line")).to_be_hidden()
    assert pair.answer()
    assert pair.table.sees()["seq"] > before


def test_a_name_is_never_markup(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    page = person()
    takes_seat(page, table, 0, "<img src=x onerror=alert(1)>")
    assert page.locator("#board img, #story img").count() == 0
    expect(page.locator("#board")).to_contain_text("<img src=x")


def test_what_can_be_chosen_is_chosen_on_the_board(pair: Pair) -> None:
    for _ in range(40):
        mover = pair.mover()
        if mover.locator("svg.arena .space.open").count():
            break
        pair.answer()
    assert mover.locator("svg.arena .space.open").count(), "nobody was asked for a space"
    waiting = pair.grace if mover is pair.ada else pair.ada
    holds(waiting, "withdrawn")
    waiting.locator("#premove").get_by_role("button").click()
    holds(waiting, "b7")  # where Gaston may start
    before = pair.table.sees()["seq"]
    mover.locator("svg.arena .space.open").first.focus()
    mover.keyboard.press("Enter")
    for choice in mover.locator("dialog.which button").all()[:1]:
        choice.click()
    shows(mover, before + 1)
    assert pair.table.sees()["seq"] > before

    # What was chosen in advance is sent as soon as it is asked for.
    shows(mover, before + 5)
    given = [
        fact["event"]["picks"] for fact in pair.table.facts() if fact["event"]["type"] == "core.Answered"
    ]
    assert ["b7"] in given


def test_an_offer_interrupts_nobody_who_is_choosing_or_typing(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    table.plays.extend(("", table.takes(1, "Grace")))
    ada = person()
    ada.add_init_script("localStorage['recount.pace'] = 'normal'")
    takes_seat(ada, table, 0, "Ada")
    field = ada.locator("#typing input")
    ada.keyboard.press("e")
    ada.evaluate(
        """() => {
          window.left = 0;
          document.activeElement.addEventListener("blur", () => (window.left += 1));
          for (const each of document.querySelectorAll("#question [data-option]")) each.dataset.before = "";
        }"""
    )
    table.posts(1, "draw")
    expect(ada.locator("#agreed")).to_contain_text("Grace offers a draw.")
    expect(ada.locator("#story li").last).to_have_text("Grace offers a draw.")
    expect(field).to_be_focused()
    expect(field).to_have_value("e")
    assert ada.evaluate("window.left") == 0
    again = ada.locator("#question [data-option]")
    assert again.count() == ada.locator("#question [data-option][data-before]").count() > 0


def test_a_why_calls_a_judge_about_its_act(pair: Pair) -> None:
    pair.answer()
    page = pair.ada
    page.locator("#story .cause:visible").last.click()
    expect(page.locator("#why .causes")).to_contain_text("Because:")
    fact = page.locator("#why .fact").inner_text().rstrip(".")
    page.locator("#why").get_by_role("button", name="Wrong? Call a judge").click()
    expect(page.locator("#dispute-evidence li:has(:checked)")).to_contain_text(fact)
    page.locator("#tab-story").click()
    page.locator("#story .facts:visible").last.click()
    page.locator("#story").get_by_role("button", name="Wrong? Call a judge").click()
    box = page.locator("#dispute-evidence :checked")
    expect(box).to_have_count(1)
    expect(page.locator("#dispute-text")).to_be_focused()
    box.focus()
    page.evaluate("document.querySelector('#dispute-evidence :checked').former = true")
    page.locator("#scrubber input[type=range]").evaluate(
        "slider => { slider.value = 3; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
    )
    page.wait_for_function("!document.querySelector('#dispute-evidence :checked').former")
    expect(box).to_be_focused()
