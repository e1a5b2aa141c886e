"""The replay: every key, deep links, and no more than a viewer may know."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random

import pytest
from playwright.sync_api import Page, Response, expect

from .serving import Served
from .table import Table, moment, played, ready

Person = Callable[..., Page]


@pytest.fixture(scope="module")
def arena(served: Served) -> Table:
    """A match that has been going on until somebody scored."""
    table, luck = played(served, "arena", {"chapter": 4}, 100), Random(2)
    while not any(table.sees()["board"]["points"]) and table.answer(luck):
        pass
    return table


@pytest.fixture(scope="module")
def realms(served: Served) -> Table:
    return played(served, "villainous", {"villains": ["ursula", "captain-hook", "queen-of-hearts"]}, 30, 3)


def watch(person: Person, table: Table, query: str = "", **how: object) -> Page:
    page = person(f"/m/{table.match}{query}", **how)
    ready(page)
    return page


def test_every_key_goes_where_it_says(person: Person, arena: Table) -> None:
    page = watch(person, arena)
    last = moment(page)
    assert last == arena.sees()["seq"]
    press = page.keyboard.press
    play = page.locator("#scrubber .play")
    expect(play).to_have_accessible_name("Replay from the start")
    press("Home")
    expect(play).to_have_accessible_name("Play the replay")
    assert moment(page) == 1
    press("ArrowRight")
    assert moment(page) == 2
    press("ArrowLeft")
    assert moment(page) == 1
    press("Control+ArrowRight")
    answer = moment(page)
    assert answer > 2
    press("Control+ArrowLeft")
    assert moment(page) < answer
    press("ArrowDown")
    press("ArrowDown")
    turn = moment(page)
    press("ArrowUp")
    assert moment(page) < turn
    press("Home")
    press("PageDown")
    one = moment(page)
    press("PageDown")
    assert 1 < one < moment(page)
    press("PageUp")
    assert moment(page) == one
    press("End")
    assert moment(page) == last
    space = page.locator("svg.arena .space").first
    before = space.get_attribute("transform")
    press("f")
    assert space.get_attribute("transform") != before
    press("f")
    assert space.get_attribute("transform") == before

    # Space lets the film run and stop.
    press("Home")
    page.locator("#more").click()
    page.locator("#pace select").select_option("8")
    press("Escape")
    page.locator("body").click(position={"x": 2, "y": 2})
    press("Space")
    page.wait_for_function("() => Number(document.querySelector('#scrubber input[type=range]').value) > 5")
    press("Space")
    stopped = moment(page)
    press("ArrowRight")
    assert moment(page) == stopped + 1
    press("?")
    expect(page.locator("#help")).to_be_visible()
    press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_a_moment_is_the_same_whichever_way_one_comes(person: Person, realms: Table) -> None:
    page = watch(person, realms, "?seq=1&as=spectator")
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    walked = page.locator("#board").inner_text()
    page.keyboard.press("End")
    page.keyboard.press("Home")
    page.goto(f"{realms.url}/m/{realms.match}?seq=41&as=spectator")
    ready(page)
    assert page.locator("#board").inner_text() == walked


def test_without_spoilers_neither_result_nor_length_is_told(person: Person, arena: Table) -> None:
    last = arena.sees()["seq"]
    page = watch(person, arena, "?seq=30&as=spectator&quiet")
    assert str(last) not in page.locator(".controls").inner_text()
    slider = page.locator("#scrubber input[type=range]")
    assert str(last) not in (slider.get_attribute("aria-valuetext") or "")
    assert slider.get_attribute("max") == "100"
    expect(page.locator("#scrubber .mark")).to_have_count(0)
    assert shown_lines(page) <= 30
    page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    assert moment(page) == 31
    assert shown_lines(page) <= 31
    page.locator("#more").click()
    page.locator("#quiet").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("End")
    assert moment(page) == last

    page.goto(f"{arena.url}/m/{arena.match}?as=spectator&quiet")
    ready(page)
    assert moment(page) == 1
    expect(page.locator("#result")).to_be_empty()


def shown_lines(page: Page) -> int:
    """Returns the last fact that the story lets one read of; headings of what comes later count as well."""
    line = page.locator("#story li:not([hidden])").last
    return int(line.get_attribute("data-seq") or 10**6)


def test_people_marks_and_ways_are_told_in_words_and_drawn(person: Person, arena: Table) -> None:
    page = watch(person, arena)
    assert page.locator("#viewer option:not([hidden])").all_inner_texts() == ["Spectator"]
    expect(page.locator("#story")).to_contain_text("Ada sits down.")
    assert "seat 0" not in page.locator("#story").inner_text()

    mark = page.locator("#scrubber .mark").first
    mark.dispatch_event("pointerenter")
    kind, _, told = (mark.get_attribute("title") or "").partition(": ")
    assert kind in ("Points", "Knock-out")
    mark.dispatch_event("click")
    slider = page.locator("#scrubber input[type=range]")
    assert f"{kind}. {told}" in (slider.get_attribute("aria-valuetext") or "")
    assert told == page.locator("#live").inner_text()

    page.locator("#story .line", has_text="moves to").first.locator("a").click()
    expect(page.locator("svg.arena .way")).to_have_count(1)
    expect(page.locator("svg.arena .figure.changed")).to_have_count(1)
    page.keyboard.press("Home")
    expect(page.locator("svg.arena .way")).to_have_count(0)


def test_a_figure_and_a_card_tell_what_they_are_without_a_mouse_too(person: Person, arena: Table) -> None:
    page = watch(person, arena)
    leaf = page.locator(".about")
    pile = page.locator("button.pile").first
    pile.focus()
    page.keyboard.press("Enter")
    expect(leaf).to_be_visible()
    page.keyboard.press("Escape")
    expect(leaf).to_be_hidden()
    expect(pile).to_be_focused()
    page.locator(".member").first.click()
    expect(leaf).to_be_visible()
    expect(leaf).to_contain_text("HP")
    leaf.get_by_role("button", name="Why?").click()
    expect(page.locator("#why .causes a").first).to_be_visible()
    page.keyboard.press("Escape")
    name = page.locator("#story .mention:visible").last
    name.hover()
    expect(leaf.locator("h3")).to_have_text(name.inner_text())


def test_what_is_read_stays_open_while_the_match_goes_on(person: Person, served: Served) -> None:
    table = played(served, "arena", {"chapter": 1}, 20)
    page = watch(person, table, "?seq=30&as=spectator")
    page.locator(".member").first.click()
    expect(page.locator(".about")).to_be_visible()
    lines = page.locator("#story .line").count()
    table.answer(Random(4))
    page.wait_for_function("lines => document.querySelectorAll('#story .line').length > lines", arg=lines)
    assert moment(page) == 30
    expect(page.locator(".about")).to_be_visible()


def test_only_a_mouse_that_moves_asks_what_a_thing_is(person: Person, arena: Table) -> None:
    """What comes to lie beneath a mouse that stands still, as when a leaf is closed, is not asked about."""
    page = watch(person, arena, viewport={"width": 1280, "height": 400})
    leaf, pile = page.locator(".about"), page.locator("button.pile").first
    pile.evaluate("pile => pile.scrollIntoView({ block: 'center', behavior: 'instant' })")
    place, scrolled = pile.bounding_box(), page.evaluate("scrollY")
    assert place
    assert scrolled
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.clock.install()
    page.mouse.move(x, y)
    pile.evaluate("pile => pile.addEventListener('pointerenter', () => (pile.title = 'entered'))")
    page.evaluate("top => scrollTo({ top, behavior: 'instant' })", scrolled)
    expect(pile).to_have_attribute("title", "entered")
    page.clock.run_for(1000)
    expect(leaf).to_be_hidden()
    page.mouse.move(x, y + 1)
    page.clock.run_for(1000)
    expect(leaf).to_be_visible()


def test_a_link_shows_exactly_its_moment_and_passes_it_on(person: Person, arena: Table) -> None:
    page = watch(person, arena, "?seq=60&as=spectator", permissions=["clipboard-read", "clipboard-write"])
    assert moment(page) == 60
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("seq=61"))
    expect(page.locator("#story [aria-current]")).to_have_count(1)
    page.keyboard.press("f")
    page.locator("#more").click()
    page.locator("#passing").click()
    page.locator("#share-copy").click()
    expect(page.locator("#share-said")).not_to_be_empty()
    copied = page.evaluate("navigator.clipboard.readText()")
    page.locator("#share [data-close]").click()
    page.goto(copied)
    ready(page)
    assert moment(page) == 61
    assert "as=spectator" in copied
    assert str(page.locator("svg.arena .space").first.get_attribute("class")).endswith(" back-1")


SPACES = """() => [...document.querySelectorAll('svg.arena .space')].map((space) => {
  const { x, y, width, height } = space.getBoundingClientRect();
  return [space.getAttribute('class'), x, y, width, height];
})"""
"""What each space is, and where: the one of who is on turn has a thicker edge, and takes more room."""


def test_nothing_moves_that_has_not_changed(person: Person, arena: Table) -> None:
    page = watch(person, arena, "?seq=120&as=spectator")
    stood = arena.figures(120)
    page.evaluate(
        """() => {
          window.moved = 0;
          const add = (seen) => seen.getEntries().forEach((each) => (window.moved += each.value));
          new PerformanceObserver(add).observe({ type: "layout-shift" });
        }"""
    )
    before = page.evaluate(SPACES)
    for _ in range(40):
        page.keyboard.press("ArrowRight")
    page.wait_for_function("() => new Promise((done) => requestAnimationFrame(() => done(true)))")
    assert page.evaluate("window.moved") < 0.01
    same = [(was, now) for was, now in zip(before, page.evaluate(SPACES), strict=True) if was[0] == now[0]]
    moved = {at for _, at in stood ^ arena.figures(160)}
    assert len(same) >= len(before) - len(moved) - 2  # one who was on turn, and one who is
    assert [(was, now) for was, now in same if was != now] == []


def test_nothing_hidden_is_in_the_page_or_on_the_wire(person: Person, served: Served, arena: Table) -> None:
    replies: list[Response] = []

    def keep(reply: Response) -> None:
        if "/updates/" in reply.url or "/question/" in reply.url:
            replies.append(reply)

    page = person()
    page.on("response", keep)
    with page.expect_response(re.compile("/updates/")):
        page.goto(f"{served.url}/m/{arena.match}?as=spectator")
    ready(page)
    sent = [reply.text() for reply in replies]
    public = cards(json.dumps(arena.sees()))
    hidden = {
        card for seat in (0, 1) for card in arena.sees(seat)["board"]["summoners"][seat]["hand"]
    } - public
    assert hidden, "hands that hide nothing prove nothing"
    assert any('"items"' in text for text in sent)
    for text in sent:
        assert not hidden & cards(text)
    shown = page.locator("#board").inner_html() + page.locator("#question").inner_html()
    assert not hidden & cards(shown)


def cards(text: str) -> set[str]:
    """Everything in *text* that is the id of a card."""
    return set(re.findall(r"[A-Z]{3}\d\d", text))
