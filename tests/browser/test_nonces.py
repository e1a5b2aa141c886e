"""A browser makes its contribution to lots."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from domain import chance

from .events import Event
from .serving import HTTP, Served

Person = Callable[..., Page]


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
    assert events["PlayerRegistered"]["nonce_hash"] == brought == chance.nonce_hash(nonce)
