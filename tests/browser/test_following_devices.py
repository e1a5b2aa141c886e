"""The scribe's page shows at once what another device enters, and what a judge amends."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.service.client import Json
from tests.service.recordings.scribe import entry_body, played_match

from .recording import TappingScribe
from .serving import HTTP, Served

Person = Callable[..., Page]
TABLET = {"width": 1024, "height": 768}
NEWS = "Another device has entered something"


@pytest.fixture
def scribe(person: Person, served: Served) -> TappingScribe:
    """A scribe who has entered the start and the first answers of a match."""
    scribe = TappingScribe(person(viewport=TABLET), served, played_match())
    scribe.open()
    for number in range(1, 3):
        scribe.enter(number)
    return scribe


def enter_elsewhere(scribe: TappingScribe, first: int, last: int) -> None:
    """Enters some of the answers on another device."""
    bodies = [entry_body(scribe.played.entries[number - 1], number) for number in range(first, last + 1)]
    headers = {"Authorization": f"Bearer {scribe.token}"}
    sent = HTTP.post(f"{scribe.path}/entries", json={"after": first - 1, "entries": bodies}, headers=headers)
    assert sent.json()["last"] == last, sent.text


def amend_elsewhere(scribe: TappingScribe, number: int, entry: Json | None = None) -> None:
    """Puts another entry in the place of one on another device, or takes it out."""
    headers = {"Authorization": f"Bearer {scribe.token}"}
    body = {"entry": entry, "reason": "It did not happen."}
    assert HTTP.post(f"{scribe.path}/entries/{number}/amend", json=body, headers=headers).status_code == 201


def test_entries_of_another_device_appear_without_a_tap(scribe: TappingScribe) -> None:
    page = scribe.page
    page.fill("#typed-line", "a half-typed line")
    enter_elsewhere(scribe, 3, 5)
    expect(page.locator("#entries > li").first).to_have_attribute("data-entry", "5")
    expect(page.locator("#said")).to_contain_text("Errand of Brooms")
    expect(page.locator("#typed-line")).to_have_value("a half-typed line")
    expect(page.locator("#refused")).to_be_empty()
    scribe.enter(6)


def test_an_amendment_elsewhere_takes_back_the_board(scribe: TappingScribe) -> None:
    for number in range(3, 6):
        scribe.enter(number)
    amend_elsewhere(scribe, 5)
    expect(scribe.page.locator("#entries > li").first).to_have_attribute("data-entry", "4")
    scribe.enter(5)


def enter_after_amendment(scribe: TappingScribe) -> str:
    """Enters entry 5 while another device amends entry 4, and returns the id of the amended entry."""
    for number in range(3, 5):
        scribe.enter(number)
    amended = list[Json]()

    def amend_first(route: Route) -> None:
        if route.request.method == "POST" and not amended:
            amended.append(entry_body(scribe.played.entries[3], 104))
            amend_elsewhere(scribe, 4, amended[0])
        route.fallback()

    scribe.page.route(re.compile(r"/entries(\?|$)"), amend_first)
    scribe.enter(5)
    assert amended
    return str(amended[0]["id"])


def test_an_amendment_elsewhere_while_an_entry_is_on_its_way_is_shown_too(scribe: TappingScribe) -> None:
    amended = enter_after_amendment(scribe)
    expect(scribe.page.locator("#entries [data-entry='4']")).to_have_attribute("data-id", amended)
    first = scribe.page.locator("#entries > li").first
    for number in (4, 3):
        expect(scribe.page.locator("#answers")).to_have_attribute("aria-busy", "false")
        scribe.tap("#back")
        expect(first).to_have_attribute("data-entry", str(number))
    expect(scribe.page.locator("#refused")).to_be_empty()


def test_a_take_back_waits_for_news_that_is_on_its_way(scribe: TappingScribe) -> None:
    held = list[Route]()

    def hold_entries(route: Route) -> None:
        if route.request.method == "GET" and not held:
            held.append(route)
        else:
            route.fallback()

    scribe.page.route(re.compile(r"/entries\?limit"), hold_entries)
    with scribe.page.expect_request(re.compile(r"/entries\?limit")):
        amended = enter_after_amendment(scribe)
    expect(scribe.page.locator("#answers")).to_have_attribute("aria-busy", "false")
    scribe.tap("#back")
    held[0].continue_()
    expect(scribe.page.locator("#entries > li").first).to_have_attribute("data-entry", "4")
    expect(scribe.page.locator("#entries [data-entry='4']")).to_have_attribute("data-id", amended)
    expect(scribe.page.locator("#refused")).to_be_empty()


def test_an_entry_that_somebody_else_takes_out_is_not_amended(scribe: TappingScribe) -> None:
    for number in range(3, 6):
        scribe.enter(number)
    page = scribe.page
    page.click("#entries [data-entry='5'] button")
    expect(page.locator("#amending")).to_contain_text("In place of entry 5")
    amend_elsewhere(scribe, 5)
    expect(page.locator("#amending")).to_be_hidden()
    expect(page.locator("#refused")).to_contain_text(NEWS)
    scribe.enter(5)


def test_a_tap_that_answers_an_old_question_is_not_entered(scribe: TappingScribe) -> None:
    page = scribe.page
    page.route("**/facts?after=*", lambda route: route.abort())  # the stream is lost
    page.reload()
    page.wait_for_selector("body[data-ready]")
    enter_elsewhere(scribe, 3, 3)
    scribe.tap_pick(1, "c7")
    expect(page.locator("#refused")).to_contain_text(NEWS)
    expect(page.locator("#entries > li")).to_have_count(3)
    scribe.enter(4)


def test_a_card_that_is_being_named_gives_way_to_another_entry(person: Person, served: Served) -> None:
    scribe = TappingScribe(person(viewport=TABLET), served, played_match())
    scribe.open()
    number = scribe.tap_until_revealed()
    enter_elsewhere(scribe, number, number)
    expect(scribe.page.locator("#refused")).to_contain_text(NEWS)
    expect(scribe.page.locator("[data-candidate]")).to_have_count(0)
    scribe.enter(number + 1)


def test_a_replaced_scribe_learns_it_at_once(scribe: TappingScribe) -> None:
    headers = {"Authorization": f"Bearer {scribe.token}"}
    HTTP.post(f"{scribe.path}/scribe", headers=headers).raise_for_status()
    expect(scribe.page.locator("#line")).to_contain_text("Another device enters this match now")
