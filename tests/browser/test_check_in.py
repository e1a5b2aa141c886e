"""Check-in at the entrance: players find themselves on a tablet, and the desk sees them come."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark, violations
from .events import Event
from .serving import Served

Person = Callable[..., Page]


def test_a_player_checks_in_at_the_kiosk_while_the_desk_looks_on(person: Person, served: Served) -> None:
    event = Event(served)
    names = ["Ada", "Émilie du Châtelet", "Grace", "Lin"]
    guests = event.does("register", players=[{"name": name} for name in names])["tokens"]
    desk = person(f"/t/{event.id}/desk")
    desk.fill("input[name=token]", event.token)
    desk.locator("main form button").click()
    desk.locator("#check-in summary").press("Enter")
    desk.get_by_role("button", name="Open check-in for round 1").press("Enter")
    link = desk.locator("#check-in input[readonly]").input_value()
    expect(desk.locator("#check-in .qr-code svg")).to_be_visible()
    assert in_light_and_dark(desk) == []

    kiosk = person(link.removeprefix(served.url), viewport={"width": 800, "height": 1100}, has_touch=True)
    kiosk.locator("#enter").tap()
    expect(kiosk.locator("#players button")).to_have_count(4)
    kiosk.keyboard.type("emilie")
    expect(kiosk.locator("#players button:visible")).to_have_count(1)
    kiosk.locator("#players button:visible").tap()
    expect(kiosk.locator("#done")).to_contain_text("Émilie du Châtelet is checked in.")
    expect(kiosk.locator("#players button")).to_have_count(3)
    assert in_light_and_dark(kiosk) == []
    expect(desk.locator("#check-in-state")).to_have_text("open, 1 of 4")
    expect(desk.locator("#absent")).to_contain_text("Not checked in, and so not paired: Ada, Grace, Lin")

    phone = person(f"/t/{event.id}/me#key={guests[0]['token']}", viewport={"width": 360, "height": 740})
    phone.locator("#enter").click()
    phone.get_by_role("button", name="I am here: check in").click()
    expect(phone.locator("#check-in")).to_contain_text("You are checked in.")
    assert violations(phone) == []
    expect(kiosk.locator("#players button")).to_have_count(2)
    kiosk.set_viewport_size({"width": 360, "height": 740})
    assert kiosk.evaluate("document.documentElement.scrollWidth") <= 360
    desk.get_by_role("button", name="Close check-in").click()
    expect(kiosk.locator("main")).to_contain_text("Check-in is closed")
