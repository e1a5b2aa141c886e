"""Leaving a match of three on the real page: it is asked first, and the others see who has left."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .serving import Served
from .table import opened, takes_seat

VILLAINS = ["prince-john", "captain-hook", "maleficent"]


def test_who_leaves_is_asked_first_and_the_others_play_on(
    person: Callable[..., Page], served: Served
) -> None:
    table = opened(served, "villainous", {"villains": VILLAINS}, 3)
    ada, grace, mary = person(), person(), person()
    for seat, (page, name) in enumerate(((ada, "Ada"), (grace, "Grace"), (mary, "Mary"))):
        takes_seat(page, table, seat, name)
    expect(ada.locator("#agreements [data-does=resign]")).to_be_hidden()
    ada.locator("#agreements [data-does=retire]").click()
    ada.keyboard.press("Escape")
    assert table.sees()["question"]["seat"] == 0
    ada.locator("#agreements [data-does=retire]").click()
    ada.locator("[data-sure=yes]").click()
    expect(grace.locator(".match-title")).to_contain_text("Ada (has left) – Grace – Mary")
    expect(ada.locator("#agreements [data-does=retire]")).to_be_hidden()
    assert table.sees()["question"]["seat"] == 1
    mary.locator("#agreements [data-does=retire]").click()
    mary.locator("[data-sure=yes]").click()
    expect(grace.locator("#summary")).to_contain_text("Mary was the last to leave.")
    expect(grace.locator("#summary-title")).to_have_text("You won.")


def test_a_bot_plays_on_for_who_leaves_once_the_others_agree(
    person: Callable[..., Page], served: Served
) -> None:
    table = opened(served, "villainous", {"villains": VILLAINS}, 3)
    ada, grace, mary = person(), person(), person()
    for seat, (page, name) in enumerate(((ada, "Ada"), (grace, "Grace"), (mary, "Mary"))):
        takes_seat(page, table, seat, name)
    ada.locator("#stand-in summary").click()
    ada.locator("#stand-in button").click()
    ada.locator("[data-sure=yes]").click()
    for page in (grace, mary):
        expect(page.locator("#agreed")).to_contain_text("Ada offers that a bot (easy) plays on for Ada.")
    grace.locator("#agreements [data-does=declineStandIn]").click()
    expect(ada.locator("#agreed")).to_contain_text("Grace declined the bot.")
    ada.locator("#stand-in button").click()
    ada.locator("[data-sure=yes]").click()
    for page in (grace, mary):
        page.locator("#agreements [data-does=acceptStandIn]").click()
    expect(grace.locator(".match-title")).to_contain_text("Ada (a bot plays on) – Grace – Mary")
    expect(ada.locator("#stand-in")).to_have_count(0)
    mary.locator("#agreements [data-does=retire]").click()
    mary.locator("[data-sure=yes]").click()
    grace.locator("#stand-in summary").click()
    grace.locator("#stand-in-seat").select_option(label="Mary")
    grace.locator("#stand-in button").click()
    expect(grace.locator(".match-title")).to_contain_text("Mary (a bot plays on)")
    expect(mary.locator("#stand-in")).to_have_count(0)
