"""A scribe notes that a player leaves a table of three."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.service.recordings.scribe import played_match

from .recording import TappingScribe
from .serving import Served


def test_a_scribe_enters_that_a_player_leaves(person: Callable[..., Page], served: Served) -> None:
    scribe = TappingScribe(
        person(viewport={"width": 1024, "height": 768}), served, played_match("villainous", 3, 3)
    )
    scribe.open()
    scribe.enter(1)
    page = scribe.page
    page.get_by_text("A player leaves", exact=True).click()
    page.locator("#leaving select").select_option("Cleo")
    page.locator("#leaving button").click()
    page.locator("dialog [data-sure=yes]").click()
    expect(page.locator("#entries > li").first).to_contain_text("Cleo")
    expect(page.locator("#entries > li")).to_have_count(2)
    [retired] = [fact["event"] for fact in scribe.facts() if fact["event"]["type"] == "table.SeatRetired"]
    assert retired["seat"] == 2
