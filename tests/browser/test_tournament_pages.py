"""A small tournament over its pages, in a browser: for everybody, light and dark, on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark, violations
from .events import Event
from .judging import recount
from .serving import Served

Person = Callable[..., Page]

NAMES = ["Ada", "Grace", "Lin", "Émilie du Châtelet", "A name that goes on and on and on and on"]


@pytest.fixture(scope="module")
def event(served: Served) -> Event:
    """A tournament of five in its first round, a result of which has been corrected."""
    event = Event(served)
    event.does("register", players=[{"name": name} for name in NAMES])
    event.starts(1)
    event.does("enter", stage=1, round=1, table=1, result={"places": [1, 2]})
    event.does("correct", stage=1, round=1, table=1, result={"places": [2, 1]}, why="swapped")
    return event


@pytest.fixture(scope="module")
def cup(served: Served) -> Event:
    """A cup of five, whose first round has its result."""
    event = Event(served, stages=[{"format": "single_elimination", "third_place": True}])
    event.does("register", players=[{"name": name} for name in NAMES])
    event.starts(1)
    event.does("enter", stage=1, round=1, table=1, result={"places": [1, 2], "scores": [12, 9]})
    return event


PHONE: Any = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
PAGES = ["", "/players", "/wall", "/me", "/changes"]


def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scrolling(person: Person, event: Event) -> None:
    page = person(has_touch=True)
    for path in PAGES:
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(f"{event.url}/t/{event.id}{path}")
        assert in_light_and_dark(page) == [], path
        page.emulate_media(color_scheme="light")
        page.set_viewport_size(PHONE["viewport"])
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert violations(page) == [], path


def test_a_bracket_scrolls_in_its_own_box(person: Person, cup: Event) -> None:
    page = person(viewport=PHONE["viewport"], color_scheme="dark")
    for path in ("", "/wall"):
        page.goto(f"{cup.url}/t/{cup.id}{path}")
        if path:
            page.keyboard.press("ArrowRight")
        picture = page.get_by_role("region", name="Bracket")
        picture.focus()
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
        assert picture.evaluate("box => box.scrollWidth > box.clientWidth"), path
        assert violations(page) == [], path


def test_semifinals_and_the_final_fit_a_phone_side_by_side(person: Person, served: Served) -> None:
    event = Event(served, stages=[{"format": "single_elimination"}])
    event.does("register", players=[{"name": name} for name in NAMES[:4]])
    event.starts(1)
    page = person(f"/t/{event.id}", viewport=PHONE["viewport"])
    picture = page.get_by_role("region", name="Bracket")
    expect(picture.get_by_role("heading", name="Final", exact=True)).to_be_visible()
    assert picture.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_the_page_says_that_there_is_more_and_the_projector_shows_it(person: Person, served: Served) -> None:
    event = Event(served)
    event.does("register", players=[{"name": name} for name in NAMES])
    event.starts(1)
    page, wall = person(f"/t/{event.id}"), person(f"/t/{event.id}/wall")
    expect(page.locator("#news")).to_be_hidden()
    leaf = wall.locator(".leaf:visible")
    expect(leaf).to_have_count(1)
    expect(leaf).to_contain_text("Ada")
    wall.keyboard.press("ArrowRight")
    expect(leaf.locator("caption")).to_have_text("Standings")
    event.does("enter", stage=1, round=1, table=1, result={"places": [1, 1]})
    expect(leaf.locator("tbody tr").first).to_contain_text("3")
    wall.keyboard.press("ArrowLeft")
    expect(leaf).to_contain_text("a draw")
    expect(page.locator("#news")).to_be_visible()
    expect(page.locator("#tables")).not_to_contain_text("a draw")
    page.get_by_role("link", name="Show it").click()
    expect(page.locator("#tables")).to_contain_text("a draw")


def test_players_choose_and_report_on_their_phones_and_see_each_other(person: Person, served: Served) -> None:
    pools = {"pools": [["ursula", "jafar"]], "casting": "turn_or_character", "choosing": "seed"}
    event = Event(served, game="villainous", stages=[{"format": "single_elimination"} | pools])
    rated = [{"name": "Ada", "rating": 1800}, {"name": "Grace", "rating": 1700}]
    done = event.does("register", players=rated)
    phones = []
    for guest in done["tokens"]:
        phone = person(f"/t/{event.id}/me#key={guest['token']}", **PHONE)
        phone.locator("#enter").tap()
        expect(phone.locator("main")).to_contain_text("You have no table yet.")
        phones.append(phone)
    ada, grace = phones
    event.does("pair", round=1)
    event.does("publish", stage=1, round=1)
    expect(ada.locator(".place-now")).to_have_text("Table 1")
    assert violations(ada) == []
    ada.get_by_role("button", name="Take the first turn").tap()
    grace.get_by_label("Character").select_option("Jafar")
    grace.get_by_role("button", name="Take this character").tap()
    expect(grace.locator("#character")).to_have_text("Your character: Jafar")
    ada.get_by_label("Character").select_option("Ursula")
    assert violations(ada) == []
    ada.get_by_role("button", name="Take this character").tap()
    expect(ada.locator("#turn")).to_have_text("Ada has the first turn.")
    event.does("start", stage=1, round=1)
    ada.locator(".winner-of").get_by_text("Ada").tap()
    ada.get_by_role("button", name="Report").tap()
    expect(ada.locator(".said")).to_contain_text("You have said: Ada won.")
    expect(grace.locator(".said")).to_contain_text("The other side says: Ada won.")
    assert violations(grace) == []
    assert grace.evaluate("document.documentElement.scrollWidth") <= 360
    grace.get_by_role("button", name="That is right").tap()
    for phone in phones:
        expect(phone.locator("#result")).to_have_text("Ada won")


STEPS = ["Pair the next round", "Publish the pairing", "Start the round"]


def test_a_small_tournament_from_its_opening_to_its_end(person: Person, served: Served) -> None:
    desk = announced(person, recount(served, "token", "issue", "--for", "desk-2", "--scope", "organize"))
    desk.locator("#registration summary").press("Enter")
    desk.get_by_role("button", name="Open registration").press("Enter")
    expect(desk.locator("#registration .badge")).to_have_text("open")
    phone = person(f"{desk.url.partition('/desk')[0]}/register".removeprefix(served.url), **PHONE)
    phone.fill("#name", "Lin")
    phone.locator("#register").tap()
    expect(phone.locator("#registered")).to_contain_text("Keep this link")
    assert violations(phone) == []
    phone.get_by_role("link", name="To my table").tap()

    desk.fill("[name=roster]", "Ada\nGrace\nMae")
    desk.get_by_role("button", name="Preview the list").click()
    expect(desk.locator("#preview")).to_contain_text("Players: 3")
    assert violations(desk) == []
    desk.get_by_role("button", name="Register them").click()
    links = {
        name: desk.locator("#links").get_by_label(name).input_value() for name in ("Ada", "Grace", "Mae")
    }
    desk.get_by_role("link", name="Organizer’s desk").first.click()
    for step in STEPS:
        desk.get_by_role("button", name=step).click()
    assert_reported(person, served, phone, links)
    open_table = desk.locator(".tables > li:not(.done)")
    expect(open_table).to_have_count(1)
    enters(desk, int(open_table.locator(".number").inner_text().split()[-1]))
    corrects(desk, 1)
    assert violations(desk) == []

    for step in ("Close the round", "Make the cut", *STEPS):
        desk.get_by_role("button", name=step, exact=True).first.click()
    enters(desk, 1)
    desk.set_viewport_size({"width": 360, "height": 740})
    assert desk.evaluate("document.documentElement.scrollWidth") <= 360
    for step in ("Close the round", "End the tournament"):
        desk.get_by_role("button", name=step).click()
    desk.get_by_role("link", name="What everybody sees").click()
    expect(desk.locator("main .heading")).to_contain_text("Autumn Cup ended")
    expect(desk.locator("#winner-name")).to_contain_text("Winner: ")
    expect(desk.locator("[aria-labelledby=page] .standings tbody tr")).to_have_count(2)
    expect(desk.locator("#final tbody tr")).to_have_count(4)


def announced(person: Person, issued: str) -> Page:
    """Opens a tournament by the form, with a mistake before; returns its desk."""
    desk = person("/t/new")
    desk.fill("#token", issued.split()[-1])
    desk.click("#enter")
    desk.locator(".games a").first.click()
    desk.fill("[name=title]", "Autumn Cup")
    desk.fill("[name='stages.0.rounds']", "one")
    desk.get_by_role("button", name="Another stage").click()
    desk.select_option("[name='stages.1.format']", "single_elimination")
    desk.fill("[name='stages.1.players']", "2")
    desk.locator("[name='stages.1.players']").press("Enter")
    expect(desk.locator("[name='stages.0.rounds'][aria-invalid=true]")).to_have_value("one")
    expect(desk.locator("[name=title]")).to_have_value("Autumn Cup")
    assert violations(desk) == []
    desk.fill("[name='stages.0.rounds']", "1")
    desk.click("#announce")
    return desk


def assert_reported(person: Person, served: Served, phone: Page, links: dict[str, str]) -> None:
    """Lin reports that she has won, and her opponent says so too."""
    expect(phone.locator(".place-now")).to_contain_text("Table")
    against = phone.locator(".against").inner_text()
    opponent = next(name for name in links if name in against)
    phone.locator(".winner-of").get_by_text("Lin").tap()
    phone.get_by_role("button", name="Report").tap()
    expect(phone.locator(".said")).to_contain_text("You have said: Lin won.")
    other = person(links[opponent].removeprefix(served.url), **PHONE)
    other.locator("#enter").tap()
    expect(other.locator(".said")).to_contain_text("The other side says: Lin won.")
    assert other.evaluate("document.documentElement.scrollWidth") <= 360
    other.get_by_role("button", name="That is right").tap()
    expect(phone.locator("#result")).to_have_text("Lin won")


def enters(desk: Page, table: int) -> None:
    """Enters that the first at a table won."""
    row = desk.locator(f"#table-{table}")
    row.locator("summary").click()
    row.locator(".winner-of label").first.click()
    row.get_by_role("button", name="Enter").click()
    expect(desk.locator(f"#table-{table} .how")).to_contain_text("won")


def corrects(desk: Page, table: int) -> None:
    """Corrects a result to a draw, with the keyboard, after reading what that does."""
    desk.locator(f"#table-{table} summary").press("Enter")
    desk.locator(f"#table-{table} .winner-of input[value=draw]").press("Space")
    desk.locator(f"#table-{table} [name=why]").fill("The time was up.")
    desk.get_by_role("button", name="What would it change?").press("Enter")
    expect(desk.locator(f"#table-{table} .reach")).to_contain_text("1 instead of")
    desk.get_by_role("button", name="Correct it").press("Enter")
    expect(desk.locator(f"#table-{table} .how")).to_contain_text("a draw corrected")
