"""A recording begins by a form of a phone, or at the desk of a tournament with a link for the tablet."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark
from .events import Event
from .serving import Served
from .table import ready

Person = Callable[..., Page]
STAGES = [{"format": "swiss", "rounds": 3, "options": [{"chapter": 1}]}]


def test_a_phone_begins_a_recording_that_the_players_follow_on_theirs(person: Person) -> None:
    phone = person("/new", viewport={"width": 360, "height": 740})
    phone.get_by_role("link", name="Record a match on a real table").click()
    phone.get_by_role("link", name="Sorcerer’s Arena").click()
    assert in_light_and_dark(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.fill("[name='player.0']", "Ana")
    phone.fill("[name='player.1']", "Ben")
    phone.click("#open")
    expect(phone.locator(".seat-link .qr-code svg")).to_have_count(2)
    assert in_light_and_dark(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    link = phone.locator(".seat-link input").last.input_value()
    phone.click("#begin")
    ready(phone)
    phone.click("#answers .done")
    expect(phone.locator("#answers h2")).to_contain_text("Ana")
    ben = person(viewport={"width": 360, "height": 740})
    ben.goto(link)
    assert in_light_and_dark(ben) == []
    ben.click("#enter")
    expect(ben.locator("#entries li")).to_have_count(1)
    assert "#key" not in ben.url
    expect(ben.get_by_text("Object as Ben")).to_be_visible()


def test_the_desk_gives_a_tablet_the_link_of_the_scribe(person: Person, served: Served) -> None:
    event = Event(served, stages=STAGES)
    event.does("register", players=[{"name": name} for name in ("Ada", "Grace")])
    event.starts(1)
    desk = person(f"/t/{event.id}/desk", viewport={"width": 1180, "height": 820})
    desk.fill("input[name=token]", event.token)
    desk.locator("main form button").first.click()
    desk.get_by_role("button", name="Record this table").click()
    expect(desk.locator(".qr-code svg")).to_be_visible()
    assert in_light_and_dark(desk) == []
    tablet = person(viewport={"width": 768, "height": 1024})
    tablet.goto(desk.locator("#link").input_value())
    tablet.click("#enter")
    ready(tablet)
    assert "#key" not in tablet.url
    tablet.click("#answers .done")
    expect(tablet.locator("#entries > li")).to_have_count(1)
    tablet.reload()
    ready(tablet)
    expect(tablet.locator("#entries > li")).to_have_count(1)
