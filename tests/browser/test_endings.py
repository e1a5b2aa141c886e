"""How a match ends on the pages: who was just answering is told, and sees the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from .serving import Served
from .table import edge, finished, moment, opened, ready, takes_seat

Person = Callable[..., Page]

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


def test_an_answer_after_the_end_is_told_to_be_late_and_the_end_is_shown(
    person: Person, served: Served
) -> None:
    table = opened(served, "arena", {"chapter": 1}, clock={"kind": "match", "seconds": 3600})
    table.plays.extend(("", table.takes(1, "Grace")))
    ada = person()
    takes_seat(ada, table, 0, "Ada")
    ada.evaluate("localStorage.setItem('recount.pace', 'normal')")
    ada.reload()
    expect(ada.locator("[data-does=resign]")).to_be_visible()
    expect(ada.locator("#board [data-pick]").first).to_be_visible()
    held: list[Route] = []
    ada.route("**/updates/*", lambda route: held.append(route))  # the page hears late
    table.posts(1, "concession")
    with ada.expect_response("**/answers") as refused:
        ada.locator("#board [data-pick]").first.click()
    assert refused.value.status == 412
    for each in held:
        each.continue_()
    ada.unroute("**/updates/*")
    expect(ada.locator("#trouble")).to_have_text("The match is over: your answer came too late.")
    expect(ada.locator("#question")).to_have_text("You won.")
    expect(ada.locator("#result")).to_have_text("You won.")
    expect(ada.locator("#story li").last).to_have_text("Ada wins.")
    expect(ada.locator("#story li").last).to_be_in_viewport(ratio=0.99)  # parts of a pixel are cut
    expect(ada.locator("#summary")).to_be_visible()
    for above in ("#clocks", "#board .score"):
        assert edge(ada, above, "bottom") <= edge(ada, "#summary", "top")


@pytest.fixture(scope="module")
def ended(served: Served) -> str:
    """A match that bots have played to its end."""
    return finished(served).match


def test_the_end_shows_the_greatest_change(person: Person, ended: str) -> None:
    page = person(f"/m/{ended}")
    ready(page)
    greatest = re.compile(r"^Greatest change on the boardRound \d.*\.Show it$")
    expect(page.locator("#turn")).to_have_text(greatest)
    last, share = moment(page), edge(page, "#share-open", "left")
    page.locator("#turn").click()
    expect(page.locator("#turn")).to_be_hidden()
    assert moment(page) < last
    assert edge(page, "#share-open", "left") == share  # no other button takes the place of one


def test_the_end_names_the_objective_and_the_progress_of_the_others(person: Person, served: Served) -> None:
    villains = ["prince-john", "captain-hook"]
    page = person(f"/m/{finished(served, 'villainous', 'greedy', villains=villains).match}", **PHONE)
    ready(page)
    ending = re.compile(r"^Objective reached: Start a turn with at least 20 Power\. Captain Hook: [0-2]/3$")
    expect(page.locator("#ending")).to_have_text(ending)
    expect(page.locator("#ending")).to_be_in_viewport(ratio=0.99)
    expect(page.locator("#summary-open")).to_be_hidden()
    expect(page.locator(".story-filter button")).to_have_text(["Acts", "All facts"])
    expect(page.locator("#turn")).to_be_visible()
    page.locator("#story-open").click()
    expect(page.locator("#tab-story")).to_be_in_viewport(ratio=0.99)
    assert edge(page, "#asking", "bottom") <= edge(page, "#panel", "top")
    assert edge(page, "#panel", "bottom") <= edge(page, ".rest", "top")
    page.locator("#story .line a", has_text="gains").last.tap()
    expect(page.locator(".lead .points")).to_be_in_viewport(ratio=0.99)
    page.locator("#panel").evaluate("(panel) => panel.scrollIntoView()")
    page.locator("#scrubber .back").tap()
    expect(page.locator(".lead .points")).to_be_in_viewport(ratio=0.99)


def test_a_list_of_ended_matches_covers_no_name_of_a_game_on_a_phone(person: Person, ended: str) -> None:
    page = person("/lobby?status=over", viewport={"width": 360, "height": 740})
    row = f".match-row:has(a[href*='{ended}'])"
    assert edge(page, f"{row} .game", "bottom") <= edge(page, f"{row} time", "top")


def test_a_why_leads_from_an_effect_of_an_act_to_all_others(person: Person, ended: str) -> None:
    page = person(f"/m/{ended}")
    ready(page)
    page.evaluate(
        """() => {
          const sentences = (line) => line.querySelector("a").textContent.split(". ").length;
          const lines = [...document.querySelectorAll("#story .line:has(.cause)")];
          lines.sort((one, other) => sentences(other) - sentences(one))[0].querySelector(".cause").click();
        }"""
    )
    other = page.locator("#why .others button").last
    effect = other.inner_text()
    other.click()
    expect(page.locator("#why .causes a").first).to_have_text(effect)
    expect(page.locator("#why .others button").filter(has_text=effect)).to_have_count(0)
    before = page.url
    page.locator("#why").get_by_role("button", name="What else was possible?").click()
    expect(page.locator("#why .choices").first).to_be_visible()
    page.locator("#why").get_by_role("button", name="← Why?").click()
    expect(page.locator("#why .causes a").first).to_have_text(effect)
    expect(page).to_have_url(before)
    expect(page.locator("#why")).to_contain_text("Only the players of a match call a judge.")
    page.mouse.click(4, 450)  # beside it
    expect(page.locator("#why")).to_be_hidden()


def test_the_sheet_of_the_end_gives_way_to_a_moment_on_a_phone(person: Person, ended: str) -> None:
    page = person(f"/m/{ended}", viewport={"width": 360, "height": 740})
    ready(page)
    page.click("#summary-open")
    page.locator("#summary-rounds button").first.click()
    expect(page.locator("#summary")).to_be_hidden()
    expect(page.locator("#question")).to_be_focused()
