"""Shapes of the pages: what lies over what, what moves, what is in sight; by boxes, never by pixels."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .serving import Served
from .table import Table, edge, opened, played, ready, sits_down, takes_seat

Person = Callable[..., Page]

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
WIDTHS = (1440, 1024, 360)

OVERLAPS = """([some, others]) => {
  const boxes = (selector) => [...document.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility({ visibilityProperty: true }))
    .map((each) => ({ each, box: each.getBoundingClientRect() }))
    .filter(({ box }) => box.width && box.height);
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const told = ({ each }) => `${each.getAttribute("class")}: ${each.textContent}`;
  return boxes(some).flatMap((one) => boxes(others)
    .filter((other) => !other.each.contains(one.each) && !one.each.contains(other.each))
    .filter((other) => over(one.box, other.box))
    .map((other) => `${told(one)} | ${told(other)}`));
}"""


def overlaps(page: Page, some: str, others: str) -> list[str]:
    """What of *some* lies over one of *others*: nothing that holds the other counts."""
    found: list[str] = page.evaluate(OVERLAPS, [some, others])
    return found


@pytest.fixture(scope="module")
def arena(served: Served) -> Table:
    return played(served, "arena", {"chapter": 4}, 40, seed=3)


@pytest.fixture(scope="module")
def team_play(served: Served) -> Table:
    return played(served, "arena", {"chapter": 4}, 40, seats=4, seed=3)


@pytest.mark.parametrize("which", ["arena", "team_play"])
def test_no_name_lies_over_another(person: Person, request: pytest.FixtureRequest, which: str) -> None:
    """On turn-order tiles, in the roster, and on the spaces of the Arena."""
    page = person(f"/m/{request.getfixturevalue(which).match}")
    ready(page)
    tile = ".tile :is(.name, .code, .hp, .place)"
    member = ".member :is(.name, .hp, .code, .bar)"
    figure = ".figure :is(.rim, .hp circle, .status rect)"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        assert overlaps(page, tile, tile) == [], width
        assert overlaps(page, member, member) == [], width
        assert overlaps(page, ".space .name", figure) == [], width
    page.locator(".figure").first.hover()
    expect(page.locator(".foreseen .threat")).to_have_attribute("d", re.compile("^M"))
    points_that_were_won_stand_beside_the_score(page)


def points_that_were_won_stand_beside_the_score(page: Page) -> None:
    page.evaluate("document.querySelectorAll('.gain').forEach((each) => (each.textContent = '+1'))")
    for width in (360, 1024):
        page.set_viewport_size({"width": width, "height": 768})
        assert page.locator(".gain:visible").count() == 2
        assert overlaps(page, ".gain", ".score :is(.number b, .who b, .round)") == []
        if width > 360:  # where there is room for it, the score says of how many
            assert overlaps(page, ".gain", ".score .number span") == []


SHARE = """() => {
  const { top, bottom } = document.querySelector("#board .first").getBoundingClientRect();
  return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / innerHeight;
}"""


@pytest.mark.parametrize("table", ["arena", "realms"])
def test_at_a_zoom_of_200_percent_the_board_has_half_of_the_height(
    person: Person, request: pytest.FixtureRequest, table: str
) -> None:
    page = person(f"/m/{request.getfixturevalue(table).match}", viewport={"width": 640, "height": 400})
    ready(page)
    assert page.evaluate(SHARE) >= 0.5


@pytest.fixture(scope="module")
def realms(served: Served) -> Table:
    return opened(served, "villainous", {"villains": ["jafar", "ursula"]})


IN_SIGHT = """() => {
  const { top, bottom } = document.querySelector('#question').getBoundingClientRect();
  const controls = document.querySelector('.controls').getBoundingClientRect();
  return top >= 0 && bottom <= controls.top + 1;
}"""


def test_on_a_phone_question_and_hand_stay_at_the_lower_edge(person: Person, realms: Table) -> None:
    """A Realm is longer than a phone: the question that it raises is in sight wherever one reads."""
    page = person(**PHONE)
    sits_down(page, realms, 0, "Ada")
    takes_seat(page, realms, 1, "Grace")
    expect(page.locator("#question [data-option]").first).to_be_attached()
    for y in (0, 300, 4000):
        page.evaluate("y => scrollTo(0, y)", y)
        assert page.evaluate(IN_SIGHT), f"scrolled to {y}"
        hand, question = (page.locator(each).bounding_box() for each in (".dock", "#question"))
        assert hand
        assert question
        assert question["y"] + question["height"] <= hand["y"] + 1
        assert question["height"] < 100  # folded: the table is seen, where something can be chosen on it
        assert hand["y"] + hand["height"] <= 740 - 50
    a_tapped_card_does_not_move_the_page(page)
    sheet = page.locator("[data-aside=fold]")
    sheet.tap()
    expect(sheet).to_have_attribute("aria-expanded", "true")
    assert page.locator("#question").evaluate("question => question.offsetHeight") > 100


def a_tapped_card_does_not_move_the_page(page: Page) -> None:
    page.evaluate("scrollTo(0, 200)")
    before = page.evaluate("scrollY")
    card = page.locator(".dock .face").first
    expect(card.locator(".text")).to_be_hidden()
    card.tap()
    expect(card.locator(".text")).to_be_in_viewport(ratio=1)
    card.tap()
    expect(page.locator(".about")).to_be_visible()
    assert page.evaluate("scrollY") == before
    page.locator(".about .buttons button").last.tap()
    assert page.evaluate("scrollY") == before


def test_on_a_phone_an_offer_is_in_sight_and_can_be_declined(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    table.plays.extend(("", table.takes(1, "Grace")))
    page = person(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    takes_seat(page, table, 0, "Ada")
    table.posts(1, "draw")
    expect(page.locator("#agreed")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-does=acceptDraw]")).to_be_in_viewport(ratio=1)
    offer = edge(page, "#agreements", "bottom")
    assert edge(page, "#agreed", "top") < edge(page, "#agreements .row >> nth=0", "top") < offer < 740 / 2, (
        "at the top"
    )
    page.locator("[data-does=declineDraw]").tap()
    expect(page.locator("[data-does=declineDraw]")).to_be_hidden()
    assert edge(page, "#agreements", "bottom") != offer
    assert page.evaluate("scrollY") == 0


def test_a_hand_can_be_read(person: Person, realms: Table, served: Served) -> None:
    """What a card is called, costs, is and does stands on it, and on what a question offers."""
    table = opened(served, "villainous", {"villains": ["jafar", "maleficent"]})
    page = person()
    sits_down(page, table, 0, "Ada")
    takes_seat(page, table, 1, "Grace")
    cards = page.locator(".dock .card")
    assert cards.count() == 4
    for part in (".title", ".kind"):
        assert all(text.strip() for text in cards.locator(part).all_inner_texts()), part
    printed = page.evaluate("JSON.parse(document.getElementById('page').textContent).words.texts")
    told = set(cards.locator(".text").all_inner_texts()) - {""}
    assert told
    assert told <= set(printed.values())
    text = cards.locator(".text").first
    expect(text).to_have_css("mask-image", "none")
    text.evaluate("(text) => (text.textContent = 'Gain 1 Power. '.repeat(40))")
    expect(text, "it fades where it has more lines").not_to_have_css("mask-image", "none")


WORDS = """(titles) => titles.flatMap((title) => [...title.textContent.matchAll(/\\p{L}+/gu)].map((word) => {
  const range = document.createRange();
  range.setStart(title.firstChild, word.index);
  range.setEnd(title.firstChild, word.index + word[0].length);
  return [word[0], range.getClientRects().length];
}))"""
"""The words of titles, and on how many lines each of them stands."""


def test_no_word_of_a_title_is_broken(person: Person, served: Served) -> None:
    table = opened(served, "villainous", {"villains": ["ursula", "queen-of-hearts"]})
    page = person(locale="fr-FR")
    sits_down(page, table, 0, "Ada")
    takes_seat(page, table, 1, "Grace")
    lines = dict(page.locator(".dock .title").evaluate_all(WORDS))
    assert max(map(len, lines)) > 10, "some are long"
    assert [word for word, count in lines.items() if count > 1] == []


def test_a_draft_tells_what_a_character_is(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 3})
    page = person()
    sits_down(page, table, 0, "Ada")
    takes_seat(page, table, 1, "Grace")
    ariel = page.locator("#question [data-option=ARI]")
    expect(ariel).to_contain_text("HP: 8")
    expect(ariel).to_contain_text("standard movement: 2")
    expect(ariel).to_contain_text("standard attack: 2")
    expect(ariel).to_contain_text("Soothing Song ×2")
    expect(ariel.locator(".kind")).to_contain_text("heals")


def test_more_players_than_a_chapter_seats_cannot_be_chosen(person: Person) -> None:
    page = person("/new?game=arena")
    page.select_option("[name='option.chapter']", "2")
    page.locator(".counts label", has_text="4").click()
    page.select_option("[name='option.chapter']", "1")
    expect(page.locator("[name=seats][value='4']")).to_be_disabled()
    expect(page.locator("[name=seats][value='2']")).to_be_checked()
    expect(page.locator("#unfit a.rule")).to_have_text("SA-101")


def test_without_scripts_nothing_is_shown_that_does_nothing(
    person: Person, served: Served, arena: Table
) -> None:
    page = person(java_script_enabled=False)
    for path in (f"/m/{arena.match}", "/study?game=arena", "/new?game=arena", "/lobby"):
        page.goto(served.url + path)
        dead = page.locator("button[type=button]:not([popovertarget]):visible")
        assert dead.count() == 0, path
        if path not in ("/new?game=arena", "/lobby"):
            expect(page.locator("noscript p")).to_be_visible()


def test_written_from_the_right_a_page_is_in_sight(person: Person, served: Served, arena: Table) -> None:
    page = person()
    for path in (f"/m/{arena.match}", "/lobby", "/new?game=arena"):
        page.goto(served.url + path)
        page.evaluate("document.documentElement.dir = 'rtl'")
        width = page.evaluate("document.documentElement.scrollWidth")
        main = page.evaluate("document.querySelector('main').getBoundingClientRect().toJSON()")
        assert width <= 1280, path
        assert main["left"] >= 0, path
        assert main["right"] <= 1280, path


def test_in_forced_colours_a_bar_still_tells_its_hp(person: Person, arena: Table) -> None:
    page = person(f"/m/{arena.match}", forced_colors="active")
    ready(page)
    bar = page.locator(".member .bar").first
    assert "gradient" in bar.evaluate("(bar) => getComputedStyle(bar).backgroundImage")
    assert bar.evaluate("(bar) => getComputedStyle(bar).forcedColorAdjust") == "none"


SHIFTS = """() => {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifted += each.value;
  }).observe({ type: "layout-shift", buffered: true });
}"""


SETTLED = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(shifted))))"


@pytest.mark.parametrize("game", ["arena", "villainous"])
def test_a_study_does_not_jump_while_it_is_laid_out(person: Person, served: Served, game: str) -> None:
    page = person(kept=False)  # of somebody who is here for the first time, whose typeface comes late
    page.add_init_script(f"({SHIFTS})()")
    page.goto(f"{served.url}/study?game={game}")
    expect(page.locator("#readiness")).not_to_be_empty()
    expect(page.locator("#board > *").first).to_be_attached()
    assert page.evaluate(SETTLED) < 0.1
