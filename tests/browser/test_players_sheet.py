"""Players follow the recording of their table on phones, and sign it there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from tests.service.recordings.scribe import entry_body, played_match

from .accessibility import in_light_and_dark
from .serving import HTTP, Served
from .table import Table, sits_down

Person = Callable[..., Page]

PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True}


class Recording:
    """A match on a real table, with the entries of its scribe."""

    def __init__(self, served: Served) -> None:
        body = {"game": "arena", "options": {"chapter": 1}, "seats": 2, "source": "table"}
        opened = HTTP.post(f"{served.url}/api/v1/matches", json=body).json()
        self.table = Table(served.url, opened["id"], tuple(opened["claims"]), [])
        self._address = f"{served.url}/api/v1/matches/{opened['id']}/entries"
        self._headers = {"Authorization": f"Bearer {opened['scribe']}"}
        self.bodies = [entry_body(entry, number) for number, entry in enumerate(played_match().entries, 1)]

    def enter(self, after: int, last: int) -> None:
        """Enters what happened after entry *after*, up to entry *last*."""
        while after < last:
            body = {"after": after, "entries": self.bodies[after : min(after + 50, last)]}
            after = HTTP.post(self._address, json=body, headers=self._headers).json()["last"]


def test_players_follow_the_entries_and_sign_them_at_the_end(person: Person, served: Served) -> None:
    recording = Recording(served)
    phones = []
    for seat, name in enumerate(("Ana", "Ben")):
        phone = person(**PHONE)
        sits_down(phone, recording.table, seat, name)
        phones.append(phone)
    recording.enter(0, 5)
    ana, ben = phones
    for phone in phones:
        phone.goto(f"{served.url}/m/{recording.table.match}/sheet")
        expect(phone.locator("#entries li")).to_have_count(5)
    last = len(recording.bodies)
    recording.enter(5, last)
    for phone in phones:
        expect(phone.locator("#entries li")).to_have_count(last)
        expect(phone.locator("#position h2")).to_have_text("Final position")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    assert in_light_and_dark(ana) == []

    ben.get_by_text("Object as Ben").tap()
    ben.get_by_label("Number of the entry").fill("7")
    ben.get_by_label("What was it in truth?").fill("It was Gaston.")
    ben.get_by_role("button", name="Object").tap()
    expect(ana.locator("[data-seat='1']")).to_contain_text("objects to entry 7: It was Gaston.")
    for seat, phone in enumerate(phones):
        phone.get_by_role("button", name="Sign as").tap()
        expect(phone.locator(f"[data-seat='{seat}'] .signed")).to_be_visible()
    expect(ana.locator("#signatures")).to_contain_text("All have signed")


def test_a_player_notes_draws_by_taps_without_a_network_and_shows_them_at_the_end(
    person: Person, served: Served
) -> None:
    recording = Recording(served)
    ana = person(**PHONE)
    sits_down(ana, recording.table, 0, "Ana")
    recording.enter(0, 30)
    ana.goto(f"{served.url}/m/{recording.table.match}/sheet")
    cards, noted = ana.locator("#cards-0"), ana.locator("#cards-0 [data-noted]")
    expect(cards.locator("button.noted")).to_have_count(0)
    ana.route("**/notes", lambda route: route.abort())
    for card in ("SAM06", "SAM08"):
        cards.locator(f"button[value='{card}']").tap()
    expect(noted).to_have_count(2)
    expect(ana.locator("#noted")).to_contain_text("saved in this browser")
    ana.unroute("**/notes")
    ana.evaluate("dispatchEvent(new Event('online'))")
    expect(ana.locator("#noted")).to_be_hidden()
    recording.enter(30, len(recording.bodies))
    ana.reload()
    expect(noted).to_have_count(2)
    assert ana.evaluate("document.documentElement.scrollWidth") <= 360
    assert in_light_and_dark(ana) == []
    ana.get_by_role("button", name="Turn the noted cards over").tap()
    expect(ana.get_by_role("button", name="Turn the noted cards over")).to_have_count(0)
    names = HTTP.get(f"{served.url}/api/v1/matches/{recording.table.match}/facts?limit=1000").json()["items"]
    cards_named = [each["event"]["card"] for each in names if each["event"]["type"] == "record.Named"]
    assert cards_named == ["SAM06", "SAM08"]
