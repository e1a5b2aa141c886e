"""Pages that organizers and their staff use, for everybody: axe, colour schemes, phones, three languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark
from .events import Event
from .serving import HTTP, Served

Person = Callable[..., Page]

LONGEST = "Nine names " * 5 + "x" * 45
NAMES = ["Ada", "Grace", "Émilie du Châtelet", LONGEST]
REPORT = "\n".join(
    (
        "012 Spring Open",
        "142 3",
        "001    1      Ada                               2100                             1.0    1  0002 w 1",
        "001    2      Bo                                2000                             0.0    2  0001 b",
    )
)


@pytest.fixture(scope="module")
def event(served: Served) -> Event:
    """A tournament whose paired round a player has left, with names as long as they may be."""
    event = Event(served)
    event.does("register", players=[{"name": name} for name in NAMES])
    event.does("pair", round=1)
    registered = HTTP.get(f"{event.url}/api/v1/tournaments/{event.id}/players").json()["items"]
    event.does("drop", player=registered[-1]["player"])
    return event


@pytest.fixture
def desk(person: Person, event: Event) -> Page:
    """The desk of the organizer."""
    page = person(f"/t/{event.id}/desk")
    page.fill("input[name=token]", event.token)
    page.locator("main form button").click()
    expect(page.locator("h1")).to_have_text("Organizer’s desk")
    return page


def assert_usable(page: Page) -> None:
    """Asserts that axe finds nothing in light and dark, and that a phone needs no sideways scrolling."""
    page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true")
    assert in_light_and_dark(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": 1280, "height": 900})


@pytest.mark.parametrize("path", ["/desk", "/links", "/entries", "/desk/grid", "/desk/slips"])
def test_a_page_of_the_organizer_is_usable_by_everybody(desk: Page, event: Event, path: str) -> None:
    desk.goto(f"{event.url}/t/{event.id}{path}")
    assert_usable(desk)


def test_a_printed_slip_keeps_its_headings_whole_and_leaves_the_site_out(desk: Page, event: Event) -> None:
    desk.goto(f"{event.url}/t/{event.id}/desk/slips")
    desk.emulate_media(media="print")
    expect(desk.locator(".slips table").first).to_be_visible()
    expect(desk.locator("header.site")).to_be_hidden()
    headings = desk.locator(".slips thead").first.locator("th")
    overflow = "th => th.scrollWidth > th.clientWidth || getComputedStyle(th).overflowWrap === 'anywhere'"
    assert [heading.evaluate(overflow) for heading in headings.all()] == [False, False, False]


def test_printed_links_show_whole_addresses(desk: Page, event: Event) -> None:
    desk.goto(f"{event.url}/t/{event.id}/links")
    desk.emulate_media(media="print")
    address = desk.locator(".link-sheet .address").first
    expect(address).to_be_visible()
    assert "#key=" in address.inner_text()


@pytest.mark.parametrize(
    ("lang", "choices"),
    [
        ("fr", ["Exempter l’adversaire", "Enregistrer un forfait", "Apparier de nouveau la ronde…"]),
        ("it", ["Riposo per l’avversario", "Registra una vittoria a tavolino", "Abbina di nuovo il turno…"]),
    ],
)
def test_a_departure_offers_three_choices_and_no_second_button_that_pairs(
    desk: Page, event: Event, lang: str, choices: list[str]
) -> None:
    desk.goto(f"{event.url}/t/{event.id}/desk?lang={lang}")
    assert desk.locator("#departures button").all_inner_texts() == choices
    assert desk.locator("#next button[value=pair_again]").count() == 0


def test_a_member_of_the_staff_joins_by_a_link_and_its_qr_code(
    person: Person, desk: Page, event: Event
) -> None:
    desk.goto(f"{event.url}/t/{event.id}/staff")
    desk.get_by_label("Judge").check()
    desk.get_by_role("button", name="Make a link").click()
    expect(desk.locator("#invited .qr-code svg")).to_be_visible()
    assert_usable(desk)
    link = desk.locator("#link").input_value()
    judge = person(link.removeprefix(event.url))
    expect(judge.locator("#key")).not_to_have_value("")
    assert_usable(judge)
    judge.get_by_label("Your name").fill("Jo")
    judge.get_by_role("button", name="Join").click()
    expect(judge.locator("#joined")).to_contain_text("You are a member of the staff: Judge.")
    assert_usable(judge)
    judge.get_by_role("link", name="To the tournament’s desk").click()
    expect(judge.locator("h1")).to_have_text("Judge’s desk")
    assert_usable(judge)
    desk.goto(f"{event.url}/t/{event.id}/staff")
    expect(desk.locator("#members")).to_contain_text("Jo")
    assert_usable(desk)


def test_the_name_of_a_player_is_changed_and_changed_back(desk: Page, event: Event) -> None:
    desk.goto(f"{event.url}/t/{event.id}/entries")
    form = desk.locator("section form:has(button[value=rename])")
    form.get_by_label("Player").select_option(label="Ada")
    form.get_by_role("textbox", name="Name").fill("Ada Lovelace")
    form.get_by_role("button").click()
    expect(desk.get_by_role("status")).to_contain_text("Ada is now Ada Lovelace.")
    assert_usable(desk)
    desk.get_by_role("button", name="Undo").click()
    expect(desk.get_by_role("status")).to_contain_text("Ada Lovelace is now Ada.")


def test_remarks_on_a_list_and_on_a_report_file_are_in_the_language_of_the_reader(
    person: Person, served: Served
) -> None:
    event = Event(served)
    page = person(f"/t/{event.id}/desk?lang=fr")
    page.fill("input[name=token]", event.token)
    page.locator("main form button").click()
    page.fill("[name=roster]", 'Nom;Elo\n"Ada;1500\nBo;12x')
    page.locator("button[value=preview]").click()
    expect(page.locator("#preview")).to_contain_text("« 12x » n’en est pas une")
    assert_usable(page)
    page.goto(f"{served.url}/t/new/report")
    page.fill("[name=report]", REPORT)
    page.locator("button[value=preview]").click()
    expect(page.locator("#preview")).to_contain_text("Avertissements")
    expect(page.locator("#preview")).not_to_contain_text("only the line of player")
    assert_usable(page)
    page.locator("button[value=open]").click()
    expect(page.locator("#links input")).to_have_count(2)
    assert_usable(page)
    page.get_by_role("link", name="Liens avec codes QR").click()
    expect(page.locator(".link-sheet svg")).to_have_count(2)
