"""A newcomer's slips at the scribe's page: no tap skips a choice, and the way back works at every step."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.service.recordings.scribe import played_match

from .recording import TappingScribe
from .serving import Served

Person = Callable[..., Page]
TABLET = {"width": 1024, "height": 768}


def enter_until_revealed(person: Person, served: Served) -> tuple[TappingScribe, int]:
    """Enters a match up to an answer that reveals a card, taps that, and returns its number."""
    scribe = TappingScribe(person(viewport=TABLET), served, played_match())
    scribe.open()
    return scribe, scribe.tap_until_revealed()


def test_undo_drops_the_tap_that_waits_for_its_card(person: Person, served: Served) -> None:
    scribe, number = enter_until_revealed(person, served)
    page = scribe.page
    last = scribe.last_entry
    expect(page.locator("#answers h2").first).to_contain_text("reveals")
    page.click("#back")
    expect(page.locator("[data-candidate]")).to_have_count(0)
    expect(page.locator("#refused")).to_be_empty()
    assert scribe.last_entry == last
    scribe.told_ahead = 0
    scribe.enter(number)


def test_an_entry_is_amended_while_a_tap_waits_for_its_card(person: Person, served: Served) -> None:
    scribe, _ = enter_until_revealed(person, served)
    page = scribe.page
    page.click("#entries > li:first-child button")
    expect(page.locator("#amending")).to_be_in_viewport()
    page.click("#answers .options button:visible >> nth=0")
    expect(page.locator("dialog.which, [data-candidate], #refused:not(:empty)").first).to_be_visible()


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_a_tap_of_another_seat_skips_no_choice(person: Person, served: Served, game: str) -> None:
    scribe = TappingScribe(person(viewport=TABLET), served, played_match(game))
    scribe.open()
    checked = 0
    for number in range(1, 24):
        scribe.enter(number)
        first, *later = scribe.page.locator("#answers .asks").evaluate_all(
            """all => all.map((each) => [...each.querySelectorAll('[data-option]')].map(
              ({ dataset }) => `${dataset.seat} ${dataset.option}`))"""
        )
        implied = {option.partition(" ")[2] for option in first} & {"end", "pass", "pass-turn"}
        several = scribe.page.locator("#answers .asks:first-child [aria-pressed]").count()
        if first and not implied and not several:
            checked += 1
            seats = {option.partition(" ")[0] for options in (first, *later) for option in options}
            assert len(seats) == 1, (number, first, later)
    assert checked > 3


def test_the_page_of_the_match_leads_back_to_the_record(person: Person, served: Served) -> None:
    scribe = TappingScribe(person(viewport=TABLET), served, played_match())
    scribe.open()
    scribe.enter(1)
    scribe.page.goto(f"{served.url}/m/{scribe.match}")
    scribe.page.get_by_role("link", name="Go on recording").click()
    scribe.page.wait_for_selector("body[data-ready]")
    expect(scribe.page.locator("#entries > li")).to_have_count(scribe.last_entry)
    stranger = person(f"/m/{scribe.match}")
    expect(stranger.get_by_role("link", name="Score sheet")).to_be_visible()
    expect(stranger.get_by_role("link", name="Go on recording")).to_have_count(0)
