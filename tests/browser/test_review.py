"""The review of a match on its page: what would have been better, on a board of its own."""

from __future__ import annotations

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.service.history.test_whatif import LAST

from .serving import HTTP, Served
from .table import Table, edge, moment, ready

Person = Callable[..., Page]


def given_away(served: Served) -> Table:
    """A match that Grace would have won by a blow, and lost by ending the turn."""
    told = HTTP.post(f"{served.url}/api/v1/matches", json={"game": "arena", "from": LAST}).json()
    table = Table(served.url, told["id"], tuple(told["claims"]), [])
    table.plays.extend(table.takes(seat, name) for seat, name in enumerate(("Ada", "Grace")))
    headers = {"Authorization": f"Bearer {table.plays[1]}", "If-Match": '"3"'}
    address = f"{served.url}/api/v1/matches/{table.match}/answers"
    assert HTTP.post(address, json={"picks": ["end"]}, headers=headers).status_code == 201
    return table


def test_what_would_have_been_better_is_played_on_a_board_that_says_that_nobody_did(
    person: Person, served: Served
) -> None:
    page = person(f"/m/{given_away(served).match}")
    ready(page)
    page.evaluate("document.getElementById('possible').click()")
    expect(page.locator("#why")).to_contain_text("The board shows the nearest question.")
    expect(page.locator("#why .possible")).to_contain_text(["Attack", "End the turn"])
    page.keyboard.press("Escape")
    assert moment(page) == 3
    expect(page.locator("#golive")).to_be_hidden()
    page.locator("#tab-story").press("ArrowRight")
    expect(page.locator("#tab-review")).to_be_focused()
    page.reload()
    ready(page)
    page.locator("#review-open").click()
    expect(page.locator("#review-verdict")).to_contain_text(
        "Round 9 · Gaston: Grace loses the lead by this answer. The chances fall from"
    )
    again = page.locator("#review-request summary")
    expect(again).to_have_text("Review again, deeper")
    expect(page.locator("#review-form")).to_be_hidden()
    page.locator("#review-verdict button").click()
    expect(page.locator("#review-moments [aria-current]")).to_be_in_viewport()
    assert moment(page) == 3
    expect(page.locator("#question")).to_have_text(
        re.compile(
            "Blunder. Grace chose “End the turn”. “Attack Sorcerer’s Apprentice Mickey” was better: "
            "a chance of [0-9]+% instead of [0-9]+%."
        )
    )
    expect(page.locator("#board .figure[data-answer=better] .answer-mark text")).to_have_text("✓")
    page.locator("#scrubber input[type=range]").press("End")
    expect(page.locator("#turn")).to_contain_text("Where did it turn?")
    size = page.viewport_size
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator("#review-verdict button").click()
    assert edge(page, "#board .field", "bottom") <= edge(page, "#review-moments [aria-current]", "top")
    for folded in (".chances-strip", "#share-open", "#try"):
        expect(page.locator(folded)).to_be_hidden()
    expect(page.locator("#review-open")).to_be_visible()  # the way back to the list
    assert size is not None
    page.set_viewport_size(size)
    expect(page.locator("#review-moments .greatest")).to_contain_text(
        re.compile(r"\?\?.*a chance of", re.DOTALL)
    )
    expect(page.locator("#review-players tbody th")).to_have_text(["Ada", "Grace"])
    expect(page.locator("#scrubber .flaw")).to_have_text("??")
    expect(page.locator("#scrubber .scale")).to_have_text(["100%", "50%", "0%"])
    page.reload()  # this browser has stored the review
    ready(page)
    expect(page.locator("#review-course .name")).to_have_text(["Ada", "Grace"])
    expect(page.locator("#review-course .flaw-sign")).to_have_text("??")
    expect(page.locator("#review-form")).to_be_hidden()
    again.click()
    expect(page.locator("#review-begin")).to_be_visible()
    expect(page.locator("#story [data-mark]")).to_have_attribute("data-seq", "3")
    page.locator("#review-moments").get_by_role("button", name="Play the better line").click()
    line = page.locator("#played-line")
    expect(line).to_contain_text("None of this was played. As Grace could imagine it")
    first = line.locator("#line-steps button").nth(1)
    expect(first).to_have_attribute("aria-current", "step")
    expect(first).to_have_text("Grace: Attack Sorcerer’s Apprentice Mickey")
    mickey = line.locator(".tile").filter(has_text="Mickey")
    expect(mickey).not_to_contain_text("1 HP")
    page.keyboard.press("ArrowLeft")
    expect(mickey).to_contain_text("1 HP")
    expect(line.locator("#line-back")).to_be_disabled()
