"""Reports of players show on the desk and the phones as they come in, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark
from .events import Event
from .serving import Served

Person = Callable[..., Page]

PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
TONES = """
  window.tones = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) { window.tones += 1; return start.apply(this, when); };
"""


def opens_desk(person: Person, event: Event) -> Page:
    """Opens the desk in a browser that counts the tones it plays."""
    desk = person(f"/t/{event.id}/desk")
    desk.add_init_script(TONES)
    desk.fill("input[name=token]", event.token)
    desk.locator("main form button").click()
    expect(desk.locator("h1")).to_have_text("Organizer’s desk")
    return desk


def test_a_contradiction_rings_at_the_desk_and_on_the_phones_and_one_click_ends_it(
    person: Person, served: Served
) -> None:
    event = Event(served)
    guests = event.does("register", players=[{"name": name} for name in ("Ada", "Grace", "Lin", "Mae")])
    event.starts(1)
    desk = opens_desk(person, event)
    phones = []
    for guest in guests["tokens"]:
        phone = person(f"/t/{event.id}/me#key={guest['token']}", **PHONE)
        phone.locator("#enter").tap()
        expect(phone.locator(".place-now")).to_be_visible()
        phones.append(phone)
    table = phones[0].locator(".place-now").inner_text()
    first = phones[0]
    [second] = [phone for phone in phones[1:] if phone.locator(".place-now").inner_text() == table]
    number = table.removeprefix("Table ")

    entry = desk.locator(f"#table-{3 - int(number)}")
    entry.get_by_text("Enter the result").click()
    entry.get_by_label("Score of").first.fill("18")
    first.locator(".winner-of label").first.tap()
    first.get_by_role("button", name="Report").tap()
    expect(desk.locator(f"#reports-{number}")).to_contain_text("reports:")
    assert desk.evaluate("window.tones") == 0
    second.locator(".winner-of label").last.tap()
    second.get_by_role("button", name="Report").tap()

    expect(desk.locator("#contradictions")).to_contain_text(f"Round 1, table {number}")
    expect(desk).to_have_title("(1!) Organizer’s desk · Spring Open · Recount")
    assert desk.evaluate("window.tones") == 2
    expect(desk.locator("#alarm")).to_have_text("Players report different results")
    expect(entry.get_by_label("Score of").first).to_have_value("18")
    expect(entry.get_by_label("Score of").first).to_be_focused()
    assert in_light_and_dark(desk) == []
    for phone in (first, second):
        expect(phone.get_by_role("alert")).to_contain_text("report different results")
        assert phone.title().startswith("(!)")
        assert phone.evaluate("document.documentElement.scrollWidth") <= 360

    desk.locator("#contradictions").get_by_role("button", name="Accept").first.click()
    expect(desk.locator(f"#table-{number} .how")).to_contain_text("won")
    expect(desk.locator("#contradictions")).to_be_hidden()
    expect(first.locator("#result")).to_be_visible()
