"""Other people on real pages: presence and phrases at a match, and the queue that finds an opponent."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .accessibility import violations
from .serving import Served
from .table import opened, ready, takes_seat

Person = Callable[..., Page]

LEAVING = """() => {
  const since = new Date(Date.now() - 200_000).toISOString();
  const seats = [
    { seat: 0, state: "here", since: null },
    { seat: 1, state: "away", since },
  ];
  document.dispatchEvent(new CustomEvent("company", { detail: { seats, spectators: 0 } }));
}"""
"""Shows a player who left three minutes ago."""


def test_players_see_each_other_come_speak_and_go_away(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    ada, grace = person(), person()
    takes_seat(ada, table, 0, "Ada")
    sitting = ada.locator(".match-title [data-sitting='1']")
    expect(sitting).to_have_attribute("data-presence", "free")
    takes_seat(grace, table, 1, "Grace")
    expect(sitting).to_have_attribute("data-presence", "here")

    grace.locator("#tab-talk").click()
    grace.get_by_role("button", name="Good luck").click()
    expect(ada.locator("#spoken")).to_have_text("Grace: Good luck")
    expect(ada.locator("#tab-talk .count")).to_have_text("1")
    ada.locator("#tab-talk").click()
    expect(ada.locator("#tab-talk .count")).to_have_text("")
    expect(ada.locator("#phrases li")).to_contain_text("Grace Good luck")
    assert violations(ada, within="#panel") == []

    ada.get_by_role("button", name="Mute Grace").click()
    expect(ada.locator("#phrases li")).to_have_count(0)
    ada.reload()
    ready(ada)
    ada.locator("#tab-talk").click()  # a running match opens on its story
    mute = ada.get_by_role("button", name="Mute Grace")
    expect(mute).to_have_attribute("aria-pressed", "true")
    expect(ada.locator("#phrases li")).to_have_count(0)
    mute.click()
    expect(ada.locator("#phrases li")).to_have_count(1)

    ada.evaluate(LEAVING)
    expect(ada.locator("#people-list li").nth(1)).to_contain_text("away for 3 min")
    expect(sitting).to_have_attribute("data-presence", "away")


def test_two_people_that_wait_at_their_pages_come_into_one_match(person: Person) -> None:
    ada, grace = person("/play?pace=quick"), person("/play?pace=quick")
    for page, name in ((ada, "Ada"), (grace, "Grace")):
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Go").click()
    ready(ada)
    ready(grace)
    assert ada.url.partition("?")[0] == grace.url.partition("?")[0]
    for page in (ada, grace):
        expect(page.locator(".match-title [data-presence=here]")).to_have_count(2)


def test_a_reload_keeps_the_place_in_the_queue(person: Person) -> None:
    page = person("/play?pace=normal")
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Go").click()
    for _ in range(2):
        expect(page.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
        page.reload()
    expect(page.get_by_role("heading", name="Looking for an opponent")).to_be_visible()
