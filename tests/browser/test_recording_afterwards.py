"""After a recorded match: its review over random deals, what else was possible, and a study from a deal."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.service.recordings.scribe import entry_body, played_match

from .judging import api_token, at_rest, comes_to_the_desk, looks_as_judge
from .recording import TappingScribe
from .serving import HTTP, Served
from .table import Table, ready

Person = Callable[..., Page]

ENTRIES = 14


def record_match(page: Page, served: Served) -> TappingScribe:
    """Records the beginning of a match, which Ben concedes."""
    scribe = TappingScribe(page, served, played_match())
    headers = {"Authorization": f"Bearer {scribe.token}"}
    bodies = [entry_body(entry, number) for number, entry in enumerate(scribe.played.entries[:ENTRIES], 1)]
    sent = HTTP.post(f"{scribe.path}/entries", json={"after": 0, "entries": bodies}, headers=headers)
    assert sent.status_code == 201, sent.text
    headers = {"Authorization": f"Bearer {scribe.players[1]}"}
    conceded = HTTP.post(f"{scribe.path}/concession", json={}, headers=headers)
    assert conceded.status_code == 201, conceded.text
    return scribe


def test_a_recorded_match_is_reviewed_and_played_on_in_a_random_deal(person: Person, served: Served) -> None:
    page = person("/", locale="en")
    scribe = record_match(page, served)
    page.goto(f"{served.url}/m/{scribe.match}")
    ready(page)
    expect(page.locator("#viewer option[value=everything]")).to_be_disabled()
    page.locator("#tab-review").click()
    expect(page.locator("#review")).to_contain_text("are drawn at random")
    page.locator("#review-begin").click()
    expect(page.locator("#review-players tbody tr")).to_have_count(2)
    expect(page.locator("#review-trouble")).to_be_empty()
    page.locator("#chances > summary").click()
    page.locator("#moments").fill("2")
    page.locator("#course-matches").fill("4")
    page.locator("#chart").click()
    expect(page.locator("#course li b")).to_have_count(2)
    page.goto(f"{served.url}/m/{scribe.match}?seq={turn_of(scribe)}")
    ready(page)
    page.evaluate("document.getElementById('possible').click()")
    expect(page.locator("#why")).to_contain_text("(with some hands)")
    page.keyboard.press("Escape")
    page.evaluate("document.getElementById('onwards').click()")
    expect(page.locator("#onwards-dialog")).to_contain_text("others than at the table")
    page.locator("#onwards-dialog").get_by_role("button", name="Open the study").click()
    page.wait_for_url(lambda url: "/m/" in url and scribe.match not in url)
    ready(page)
    expect(page.locator(".imported").first).to_contain_text("were drawn at random")
    expect(page.locator(".imported a")).to_have_attribute("href", f"/m/{scribe.match}")


def turn_of(scribe: TappingScribe) -> int:
    """Returns the last fact with the entry of a turn."""
    facts = HTTP.get(f"{scribe.path}/facts").json()["items"]
    entries = [fact for fact in facts if fact["event"]["type"] == "record.Entered"]
    return int(next(fact["seq"] for fact in entries if "play:" in "".join(fact["event"]["picks"])))


def test_a_judge_plays_out_a_card_that_the_hand_may_have_held(person: Person, served: Served) -> None:
    page = person("/", locale="en")
    scribe = record_match(page, served)
    comes_to_the_desk(page, Table(served.url, scribe.match, (), []), api_token(served))
    looks_as_judge(page)
    page.fill("#left-seq", str(turn_of(scribe)))
    page.locator("#left-seq").press("Tab")
    at_rest(page)
    card = page.locator("#instead option").filter(has_text="Play ").first
    expect(card).to_be_attached()
    page.locator("#instead").select_option(card.get_attribute("value"))
    page.fill("#whatif-matches", "4")
    page.locator("#wonder").click()
    expect(page.locator("#chances")).to_contain_text("instead: Play ")
    expect(page.locator("#trouble")).to_be_empty()
