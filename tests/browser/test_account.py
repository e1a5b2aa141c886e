"""The own account in a browser: made on a phone without scripts, in French, and signed in to by its link."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark, violations
from .serving import Served
from .table import ready

Person = Callable[..., Page]

PHONE = {"width": 360, "height": 740}


def test_an_account_is_made_on_a_phone_in_french(person: Person) -> None:
    page = person("/me?lang=fr", viewport=PHONE, has_touch=True)
    assert in_light_and_dark(page) == []
    page.get_by_label("Votre nom").fill("Zénobie")
    page.get_by_role("button", name="Créer un compte").click()
    expect(page.locator("#signed-in")).to_contain_text("Vous jouez sous le nom de Zénobie")
    page.locator("#next").click()
    page.get_by_role("link", name="Zénobie").click()
    page.get_by_text("Vos données").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert in_light_and_dark(page) == []


def test_the_link_signs_in_who_says_so_and_leaves_the_address(person: Person, served: Served) -> None:
    page = person("/me", java_script_enabled=False)
    page.get_by_label("Your name").fill("Hypatia")
    page.get_by_role("button", name="Make an account").click()
    link = page.get_by_label("Your personal link").input_value()
    phone = person(link.removeprefix(served.url), viewport=PHONE)
    expect(phone.get_by_label("Your personal link, or its key")).to_have_value(link.partition("#key=")[2])
    assert phone.url == f"{served.url}/me"
    expect(phone.locator("#signed-in")).to_have_count(0)
    phone.get_by_role("button", name="Sign in").click()
    expect(phone.locator("#signed-in")).to_contain_text("Hypatia")
    phone.goto(f"{served.url}/new?game=villainous")
    expect(phone.locator(".playing-as")).to_contain_text("You play as Hypatia")
    phone.locator("[name='who.1']").select_option("friend")
    phone.get_by_role("button", name="Open the match").click()
    ready(phone)
    expect(phone.locator("#seats-list .account")).to_have_attribute("aria-label", "has an account")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    seat = phone.locator("#seats-list input").input_value()
    guest = person(seat.removeprefix(served.url))
    expect(guest.locator(".sitting .account")).to_have_count(1)
    guest.get_by_label("Your name").fill("Boudica")
    guest.get_by_role("button", name="Take the seat").click()
    ready(guest)
    for each in (phone, guest):
        expect(each.locator(".match-title b")).to_have_text("Hypatia✓ – Boudica")
        expect(each).to_have_title(re.compile(": Hypatia – Boudica$"))
    assert violations(guest) == []
