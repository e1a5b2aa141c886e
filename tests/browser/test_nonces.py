"""A browser makes its contribution to shuffles and lots."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from domain.tournament.lots.nonces import hash_nonce

from .events import Event
from .picking import answers
from .serving import HTTP, Served
from .table import opened, ready

Person = Callable[..., Page]


def test_a_seat_and_each_answer_bring_a_nonce_of_this_browser(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    page = person(f"/m/{table.match}/join/0/{table.claims[0]}")
    page.wait_for_function("document.querySelector('input[name=nonce]').value.length === 32")
    brought = page.input_value("input[name=nonce]")
    page.fill("input[name=player]", "Ada")
    page.click("main form button")
    table.takes(1, "Grace")
    ready(page)
    answers(page, len(table.facts()))
    events = [fact["event"] for fact in table.facts()]
    [ada, _] = [event for event in events if event["type"] == "table.SeatClaimed"]
    said = [event for event in events if event["type"] == "core.Answered" and event["seat"] == 0]
    assert ada["nonce"] == brought
    assert [len(event["nonce"]) for event in said] == [32] * len(said)
    assert said


def test_a_registration_brings_a_hash_and_my_table_reveals_its_nonce_by_itself(
    person: Person, served: Served
) -> None:
    event = Event(served)
    event.does("open_registration")
    page = person(f"/t/{event.id}/register")
    page.wait_for_function("document.querySelector('input[name=nonce_hash]').value.length === 64")
    brought = page.input_value("input[name=nonce_hash]")
    page.fill("#name", "Ada")
    page.click("#register")
    page.get_by_role("link", name="To my table").click()
    expect(page.locator("#who")).to_be_visible()
    event.does("close_registration")
    page.wait_for_function("JSON.parse(document.getElementById('data').textContent).seq === 5")
    facts = HTTP.get(f"{served.url}/api/v1/tournaments/{event.id}/facts").json()["items"]
    events = {fact["event"]["type"].partition(".")[2]: fact["event"] for fact in facts}
    nonce = events["NonceRevealed"]["nonce"]
    assert len(nonce) == 32
    assert events["PlayerRegistered"]["nonce_hash"] == brought == hash_nonce(nonce)
