"""The time zone of an event: that of the browser that opens it, on every page thereafter."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .judging import recount
from .serving import Served

Person = Callable[..., Page]


def test_an_event_is_in_the_zone_of_the_browser_that_opens_it(person: Person, served: Served) -> None:
    token = recount(served, "token", "issue", "--for", "rome", "--scope", "organize").split()[-1]
    desk = person("/t/new?game=arena", timezone_id="Europe/Rome")
    desk.fill("#token", token)
    desk.click("#enter")
    desk.locator(".games a").first.click()
    expect(desk.locator("#zone")).to_have_value("Europe/Rome")
    desk.fill("[name=title]", "Coppa")
    desk.fill("#zone", "Rome")
    desk.fill("[name='stages.0.rounds']", "1")
    desk.click("#announce")
    expect(desk.locator("#trouble")).to_contain_text("“Rome” is no time zone")
    expect(desk.locator("#zone")).to_have_value("Rome")
    desk.fill("#zone", "Europe/Rome")
    desk.click("#announce")
    expect(desk.locator("#times")).to_contain_text("It starts at (Europe/Rome)")
    expect(desk.locator("body")).not_to_contain_text("UTC")
