"""Studies and commentaries: set up by hand, played on from, written about and passed on."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark, violations
from .picking import answers, length
from .serving import Served
from .table import Table, finished, played, ready

Person = Callable[..., Page]

SMALL = {"viewport": {"width": 360, "height": 780}, "has_touch": True}


@pytest.fixture(scope="module")
def over(served: Served) -> Table:
    """A match of chapter 1 that is over."""
    return finished(served)


def position(page: Page) -> str:
    return page.locator("#position").input_value()


def tap(page: Page, thing: str) -> None:
    """Taps what stands for a pick on the board, as a keyboard does."""
    page.locator(f'#board [data-pick="{thing}"]').first.press("Enter")


def onwards(page: Page) -> None:
    """Asks to play on, with a tool that lies in a sheet where there is no room for all."""
    if page.locator("#more").is_visible():
        page.locator("#more").click()
    page.locator("#onwards").click()


def test_a_position_of_the_arena_is_set_up_on_the_board_passed_on_and_played(person: Person) -> None:
    page = person("/study?game=arena")
    ready(page)
    tap(page, "GAS")
    tap(page, "d4")
    expect(page.locator("#position")).to_have_value(re.compile(r"B\.GAS at=d4 hp=10"))
    page.select_option("#figure", "GAS")
    page.locator("#hp").fill("1")
    page.locator("#hp").blur()
    expect(page.locator("#position")).to_have_value(re.compile(r"B\.GAS at=d4 hp=1 "))
    page.locator("#stealthy").fill("2")
    page.locator("#stealthy").blur()
    expect(page.locator("#position")).to_have_value(re.compile(r"hp=1 stealthy=2"))
    page.select_option("#turn", "ARI")
    expect(page.locator("#position")).to_have_value(re.compile(r" turn=ARI "))
    other = person("/study" + page.url.partition("/study")[2])
    ready(other)
    assert position(other) == position(page)
    page.click("#undo")
    expect(page.locator("#position")).not_to_have_value(re.compile(r" turn=ARI "))
    page.locator("h1").click()
    page.keyboard.press("Control+Shift+Z")
    expect(page.locator("#position")).to_have_value(re.compile(r" turn=ARI "))
    page.locator("[data-card=GAS]").drag_to(page.locator('#board [data-pick="e4"]'))
    expect(page.locator("#position")).to_have_value(re.compile(r"B\.GAS at=e4 "))
    page.click("#play")
    page.locator('#open input[value="bots"]').check()
    page.select_option("#open select[name=seat]", "1")
    page.locator("#open input[name=player]").fill("Ada")
    page.locator("#open button").click()
    page.wait_for_url("**/m/*")
    ready(page)
    expect(page.locator('#board [data-who="GAS"] .hp')).to_contain_text("1")
    for _ in range(2):
        answers(page, length(page))


def test_a_position_of_villains_is_set_up_and_this_browser_plays_every_seat(person: Person) -> None:
    page = person("/study?game=villainous")
    ready(page)
    page.locator("#power").fill("17")
    page.locator("#power").blur()
    expect(page.locator("#position")).to_have_value(re.compile(r"prince-john at=sherwood power=17 "))
    page.select_option("#mover", "jail")
    expect(page.locator("#position")).to_have_value(re.compile(r"prince-john at=jail "))
    page.get_by_text("Villain deck").first.click()
    nutsy = page.locator("[data-card=nutsy]")
    if not nutsy.is_visible():
        page.get_by_text("Hand").first.click()
    nutsy.click()
    page.select_option("#where", "@church")
    page.locator("#put").click()
    expect(page.locator("#position")).to_have_value(re.compile(r"nutsy@church"))
    tap(page, "nutsy")
    tap(page, "nottingham")
    expect(page.locator("#position")).to_have_value(re.compile(r"nutsy@nottingham"))
    page.click("#play")
    page.locator("#open button").click()
    page.wait_for_url("**/m/*")
    ready(page)
    expect(page.locator("#board")).to_contain_text("17")
    viewer = page.locator("#viewer")
    expect(viewer).to_have_value("seat-0")
    for _ in range(2):
        answers(page, length(page))
    page.locator('#question [data-option="end"]').click()
    expect(viewer).to_have_value("seat-1")


def test_a_match_is_played_on_from_a_moment(person: Person, over: Table) -> None:
    page = person(f"/m/{over.match}?seq=40", **SMALL)
    ready(page)
    onwards(page)
    assert violations(page, "#onwards-dialog") == []
    page.locator('#onwards-form input[value="bots"]').check()
    page.locator("#onwards-form input[name=player]").fill("Joan")
    page.locator("#onwards-form button:not([data-close])").click()
    page.wait_for_url(lambda url: f"/m/{over.match}" not in url)
    ready(page)
    expect(page.locator(".match-title a")).to_have_attribute("href", re.compile(rf"/m/{over.match}\?seq=\d+"))
    answers(page, length(page))
    page.locator(".match-title a").click()
    ready(page)
    assert f"/m/{over.match}" in page.url


def test_a_match_that_goes_on_does_not_offer_to_play_on_elsewhere(person: Person, served: Served) -> None:
    page = person(f"/m/{played(served, 'arena', {'chapter': 1}, 6).match}")
    ready(page)
    page.locator("#more").click()
    expect(page.locator("#possible")).to_be_visible()
    expect(page.locator("#onwards")).to_be_hidden()


def test_a_commentary_is_written_passed_on_and_not_written_by_others(person: Person, over: Table) -> None:
    grace = person(f"/m/{over.match}?seq=40", **SMALL)
    ready(grace)
    grace.locator("#tab-review").click()
    grace.locator("#commentary-new summary").click()
    grace.fill("#commentary-form [name=title]", "Where it was lost")
    grace.fill("#commentary-form [name=author]", "Grace")
    grace.locator("#commentary-form button").click()
    grace.fill("#note-text", "<b>Here</b> the match turns.")
    grace.check("#note-marking")
    grace.locator("#board .space.golden").nth(1).click(force=True)
    expect(grace.locator("#note-marks")).to_contain_text("d4")
    grace.locator("#note-say").click()
    expect(grace.locator("#note")).to_contain_text("<b>Here</b> the match turns.")
    assert grace.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(grace, "#notes, #board, #scrubber, #story .noted") == []
    link = grace.locator("#notes-link").input_value()
    reader = person("/study")
    reader.goto(link)
    ready(reader)
    expect(reader.locator("#notes-list li")).to_have_count(1)
    expect(reader.locator("#note")).not_to_contain_text("turns")
    reader.locator("#notes-list a").click()
    expect(reader.locator("#note")).to_contain_text("<b>Here</b> the match turns.")
    expect(reader.locator("#board .space.marked .name")).to_have_text("d4")
    act = reader.locator("#story .noted")
    expect(act).to_have_count(1)
    assert int(act.get_attribute("data-seq") or 0) <= 40 <= int(act.get_attribute("data-last") or 0)
    expect(reader.locator(".noted-marks i")).to_have_count(1)
    expect(reader.locator("#note-form")).to_be_hidden()
    grace.locator("#note-unsay").click()
    expect(grace.locator("#notes-list li")).to_have_count(0)


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_axe_finds_nothing_where_positions_are_set_up_and_a_phone_is_wide_enough(
    person: Person, game: str
) -> None:
    page = person(f"/study?game={game}", **SMALL)
    ready(page)
    page.locator(".start summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(page) == []
    for width, height in ((1440, 900), (1024, 768)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        expect(page.locator("#play")).to_be_in_viewport()
    page.locator("#board [data-pick]").first.press("Enter")
    if game == "arena":
        assert_refused(page)
    assert in_light_and_dark(page) == []


def assert_refused(page: Page) -> None:
    """What cannot be is told, and changes nothing."""
    before = position(page)
    page.select_option("#figure", "GAS")
    page.locator("#hp").fill("99")
    page.locator("#hp").blur()
    expect(page.locator("#edit-trouble")).to_contain_text("never has more")
    expect(page.locator("#hp")).to_have_value("10")
    assert position(page) == before
    page.locator(".text summary").click()
    page.locator("#position").fill("arena chapter=9")
    page.locator("#read").click()
    expect(page.locator("#position-trouble")).not_to_be_empty()
