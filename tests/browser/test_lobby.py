"""The lobby, the menu and the opening of matches: by forms alone, by keys alone, for everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from .accessibility import in_light_and_dark, violations
from .serving import Served
from .table import finished, opened, played, ready, sits_down

Person = Callable[..., Page]

SCREEN: ViewportSize = {"width": 1280, "height": 900}
PHONE: ViewportSize = {"width": 360, "height": 780}

ROW = 56
"""The height in pixels that the header may have, everywhere."""


# -- opening and joining -------------------------------------------------------------------------------


def test_a_match_against_a_bot_is_opened_by_its_form_alone(person: Person) -> None:
    page = person("/")
    page.locator("main").get_by_role("link", name="New match").first.click()
    page.locator(".games a[href*=villainous]").click()
    seats = page.locator(".table-of-seats .seat")
    for count in (5, 6, 3, 2):  # only the seats that there are ask who sits there
        page.locator(".counts label").filter(has_text=str(count)).click()
        expect(seats.filter(visible=True)).to_have_count(count)
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Open the match").click()
    ready(page)
    page.goto(page.url.partition("/m/")[0])
    expect(page.locator("#yours li")).to_contain_text("Ada – Bot 2")


def test_a_friend_joins_by_the_link(person: Person, served: Served) -> None:
    ada = person("/new?game=villainous")
    ada.get_by_label("Your name").fill("Ada")
    ada.locator("[name='who.1']").select_option("friend")
    ada.locator("[name='option.villains.1']").select_option("ursula")
    ada.get_by_role("button", name="Open the match").click()
    ready(ada)
    link = ada.locator("#seats-list input").input_value()
    grace = person(link.removeprefix(served.url))
    expect(grace.locator("main")).to_contain_text("Ursula")
    expect(grace.locator(".sitting")).to_contain_text("Ada")
    grace.get_by_label("Your name").fill("Grace")
    grace.get_by_role("button", name="Take the seat").click()
    ready(grace)
    late = person(link.removeprefix(served.url))
    expect(late.locator("#taken")).to_have_text("This seat is taken already.")
    for page, turn in ((ada, "your turn"), (grace, "Ada to answer")):
        page.goto(served.url)
        expect(page.locator("#yours li").first).to_contain_text(turn)


def test_the_keys_alone_open_a_match(person: Person) -> None:
    page = person("/new")
    page.locator(".games a[href*=arena]").press("Enter")
    page.wait_for_url("**/new?game=arena")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    page.keyboard.press("Enter")
    for _ in range(30):
        page.keyboard.press("Tab")
        match page.evaluate("document.activeElement.name || document.activeElement.id"):
            case "player":
                page.keyboard.type("Ada")
            case "option.chapter":
                page.keyboard.press("4")
            case "open":
                page.keyboard.press("Enter")
                break
    ready(page)
    match = urlsplit(page.url).path
    page.goto(urljoin(page.url, "/"))
    expect(page.locator("#yours li")).to_contain_text("Ada – Bot 2")
    expect(page.locator(f"#all a[href='{match}']")).to_have_count(0)
    page.goto(urljoin(page.url, "/lobby?game=arena"))
    expect(page.locator(f"#all a[href='{match}']")).to_contain_text("4, the whole game")


# -- the lobby -----------------------------------------------------------------------------------------


def test_the_filters_show_what_is_asked_for(person: Person, served: Served) -> None:
    played(served, "arena", {"chapter": 1}, 3)
    opened(served, "villainous", {})
    page = person("/lobby?game=arena")
    rows = page.locator("#all .match-row")
    expect(rows.filter(has_text="Ada – Grace").first).to_be_visible()
    page.get_by_label("Game").select_option("villainous")
    page.get_by_label("Status").select_option("open")
    page.get_by_role("button", name="Show").click()
    expect(rows.first).to_contain_text("a free seat – a free seat")
    expect(rows.filter(has_text="Sorcerer’s Arena")).to_have_count(0)
    page.get_by_label("Status").select_option("paused")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".empty")).to_contain_text("No match is like that.")


def test_the_front_page_shows_what_began_since_it_was_opened(person: Person, served: Served) -> None:
    page = person()
    page.clock.install()
    page.goto(served.url)
    table = opened(served, "arena", {"chapter": 1})
    sits_down(page, table, 0, "Hedy")
    page.clock.run_for(15_000)
    page.get_by_role("button", name="Show what is new").click()
    expect(page.locator("#yours li")).to_contain_text("Hedy")
    expect(page.locator(f"#yours a[href='/m/{table.match}']")).to_contain_text("Hedy")


def test_the_live_board_stays_while_what_is_around_it_renews(person: Person, served: Served) -> None:
    for _ in range(2):
        played(served, "arena", {"chapter": 1}, 3)
    page = person()
    page.clock.install()
    page.goto(f"{served.url}/lobby?status=playing")
    board = page.locator("#featured iframe")
    expect(board.content_frame.locator(".embed svg.arena, .embed .realm").first).to_be_visible()
    frame = page.frames[1]
    frame.evaluate("window.mark = true")
    table = played(served, "arena", {"chapter": 1}, 3)
    page.clock.run_for(15_000)
    news = page.get_by_role("button", name="Show what is new")
    expect(news).to_be_visible()
    assert page.locator(f"#watched a[href*='{table.match}']").count() == 0
    assert frame.evaluate("window.mark")
    news.click()
    expect(page.locator(f"#watched a[href*='{table.match}']").first).to_be_visible()
    assert violations(page) == []


# -- the menu ------------------------------------------------------------------------------------------


def test_the_menu_opens_by_a_key_keeps_a_choice_and_leaves_the_address_alone(
    person: Person, served: Served
) -> None:
    table = played(served, "arena", {"chapter": 1}, 6)
    page = person(f"/m/{table.match}?seq=5&as=spectator")
    ready(page)
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#menu")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#menu")).to_be_hidden()
    page.keyboard.press("Enter")
    page.locator("#menu").get_by_role("button", name="Français").click()
    ready(page)
    assert "seq=5" in page.url
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.locator(".menu-button").click()
    page.locator("#menu").get_by_role("button", name="Sombre").click()
    ready(page)
    assert "seq=5" in page.url
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(16, 21, 24)"


def test_a_chosen_theme_goes_before_that_of_the_machine(person: Person) -> None:
    page = person("/")
    paper = {"light": "rgb(243, 237, 225)", "dark": "rgb(16, 21, 24)"}
    shown = "getComputedStyle(document.body).backgroundColor"
    schemes: list[Literal["light", "dark"]] = ["light", "dark"]
    for scheme in schemes:
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate(shown) == paper[scheme]
    for scheme, other in zip(reversed(schemes), schemes, strict=True):
        page.emulate_media(color_scheme=scheme)
        page.locator(".menu-button").click()
        page.locator("#menu").get_by_role("button", name=other.capitalize()).click()
        expect(page.locator("html")).to_have_attribute("data-theme", other)
        assert page.evaluate(shown) == paper[other]


def test_without_scripts_everything_works_and_what_is_wrong_stands_beside_the_form(person: Person) -> None:
    page = person("/new?game=arena", java_script_enabled=False)
    page.locator(".menu-button").click()
    page.locator("#menu").get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.get_by_label("Your name").fill("Ada")
    page.locator(".counts label").filter(has_text="4").click()  # with scripts, 4 cannot be chosen
    page.get_by_role("button", name="Open the match").click()
    expect(page.get_by_role("alert")).to_contain_text("Chapter 1 is played by 2 Summoners, not 4.")
    expect(page.get_by_role("alert")).to_contain_text("SA-101")
    expect(page.get_by_label("Your name")).to_have_value("Ada")
    expect(page.locator("[name=seats][value='4']")).to_be_checked()
    page.locator(".counts label").filter(has_text="2").click()
    page.get_by_role("button", name="Open the match").click()
    expect(page).to_have_title("Sorcerer’s Arena: Epic Alliances: Ada – Bot 2")


# -- for everybody -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def places(served: Served) -> list[str]:
    """The pages of this room: full of matches, and of every field."""
    finished(served)
    free = opened(served, "villainous", {"villains": ["ursula", "jafar"], "theft": "mandatory"})
    join = f"/m/{free.match}/join/1/{free.claims[1]}"
    return [
        "/",
        "/new",
        "/new?game=arena",
        "/new?game=villainous&seats=6",
        join,
        f"{join}x",
        "/lobby?status=playing",
        "/nowhere",
    ]


SMALL = """() => [...document.querySelectorAll(".site button, main :is(a, button, select, input)")]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest("#menu"))
  .filter((each) => !each.matches("a.rule")) // a link within a sentence
  .map((each) => each.closest("label.check, .segments label") ?? each)
  .filter((each) => each.getBoundingClientRect().height < 43.5)
  .map((each) => each.outerHTML)"""
"""What is too small to tap on a phone."""


def test_axe_finds_nothing_nothing_is_wider_than_the_screen_and_all_is_large_enough_to_tap(
    person: Person, served: Served, places: list[str]
) -> None:
    page = person(has_touch=True)
    for place in places:
        page.set_viewport_size(PHONE)
        page.emulate_media(color_scheme="light")
        page.goto(served.url + place)
        assert page.evaluate(SMALL) == [], place
        for more in page.locator("details.more summary").all():
            more.click()
        for size, wrong in (
            (PHONE, violations),
            (SCREEN, in_light_and_dark),
        ):  # no colour depends on the width
            page.set_viewport_size(size)
            assert wrong(page) == [], place
            assert page.evaluate("document.documentElement.scrollWidth") <= size["width"], place
            assert page.locator(".site").bounding_box()["height"] <= ROW, place  # type: ignore[index]
            page.locator(".menu-button").click()
            expect(page.locator("#menu")).to_be_in_viewport(ratio=1)
            assert place != places[-1] or violations(page, "#menu") == []
            page.keyboard.press("Escape")
