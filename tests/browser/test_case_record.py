"""A judge at a tablet settles a case of a recorded table by its record."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.service.recordings.scribe import entry_body, played_match

from .accessibility import in_light_and_dark
from .judging import api_token
from .recording import TappingScribe
from .serving import HTTP, Served

Person = Callable[..., Page]


def send(scribe: TappingScribe, path: str, body: dict[str, Any], token: str) -> None:
    """Sends a command about the match."""
    sent = HTTP.post(f"{scribe.path}/{path}", json=body, headers={"Authorization": f"Bearer {token}"})
    assert sent.status_code == 201, sent.text


def open_case(person: Person, served: Served) -> TappingScribe:
    """Returns a match with eight entries and an objection of Ben, at the judge's page of its record."""
    scribe = TappingScribe(person(viewport={"width": 1024, "height": 768}), served, played_match())
    entries = [entry_body(entry, number) for number, entry in enumerate(scribe.played.entries[:8], 1)]
    send(scribe, "entries", {"after": 0, "entries": entries}, scribe.token)
    send(scribe, "objections", {"seat": 1, "entry": 4, "text": "Not there."}, scribe.players[1])
    scribe.page.goto(f"{served.url}/m/{scribe.match}/desk")
    scribe.page.fill("#token", api_token(served))
    scribe.page.click("#enter")
    scribe.page.wait_for_selector("body[data-ready]")
    scribe.page.locator("#file a.record").click()
    scribe.page.wait_for_url("**/cases/1/record")
    scribe.page.wait_for_selector("body[data-ready]")
    return scribe


def test_a_judge_amends_an_entry_and_sees_first_what_would_follow(person: Person, served: Served) -> None:
    page = (scribe := open_case(person, served)).page
    page.locator(".entries a[href='?entry=3']").click()
    asks = page.locator(".asks").first
    asks.locator("input[name=pick]:not(:checked)").last.check()
    asks.locator("textarea").fill("The other answer was given.")
    asks.get_by_role("button", name="Look at what would follow").click()
    expect(page.locator("#reach")).to_contain_text("Later entries that")
    assert in_light_and_dark(page) == []
    page.locator("#reach button").click()
    expect(page).to_have_url(re.compile("/desk"))
    assert [
        fact["event"]["entry"] for fact in scribe.facts() if fact["event"]["type"] == "record.Amended"
    ] == [3]


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_judge_puts_the_board_as_it_is(person: Person, served: Served, lang: str) -> None:
    page = (scribe := open_case(person, served)).page
    page.goto(f"{served.url}/m/{scribe.match}/cases/1/record?lang={lang}")
    page.wait_for_selector("body[data-ready]")
    page.locator("#irregularity > summary").click()
    page.locator("#irregular > label textarea").fill("She stood elsewhere.")
    page.locator("#board-now > summary").click()
    page.locator("#table-position [data-pick='ARI']").first.click()
    page.locator("#table-position [data-pick='a5']").first.click()
    expect(page.locator("textarea[name=position]")).to_have_value(re.compile("B.ARI at=a5"))
    assert in_light_and_dark(page) == []
    page.locator("button[value=stands]").click()
    expect(page).to_have_url(re.compile("/desk"))
    [irregular] = [fact["event"] for fact in scribe.facts() if fact["event"]["type"] == "record.Irregular"]
    assert "B.ARI at=a5" in irregular["position"]
