"""For everybody: three languages, dark and light, a phone, and what axe finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FloatRect, Page, ViewportSize, expect

from .accessibility import in_light_and_dark, violations
from .serving import Served
from .table import Table, played, ready

Person = Callable[..., Page]


@pytest.fixture(scope="module")
def tables(served: Served) -> dict[str, Table]:
    return {
        "arena": played(served, "arena", {"chapter": 4}, 60, seed=3),
        "villainous": played(served, "villainous", {"villains": ["jafar", "maleficent"]}, 50, seed=4),
    }


PAGES = ["lobby", "arena", "villainous"]
PHONE: ViewportSize = {"width": 360, "height": 740}


def look(person: Person, tables: dict[str, Table], page: str, query: str = "", **how: object) -> Page:
    path = f"/lobby{query}" if page == "lobby" else f"/m/{tables[page].match}{query}"
    opened = person(path, **how)
    if page != "lobby":
        ready(opened)
    return opened


NAMED_AT_LENGTH = """() => {
  for (const details of document.querySelectorAll("details")) details.open = true;
  for (const dialog of document.querySelectorAll("dialog:has(select)")) dialog.showModal();
  const choices = [...document.querySelectorAll("select")];
  for (const choice of choices) choice.append(new Option("a name that goes on ".repeat(10), "", true, true));
  return choices.map((choice) => choice.getBoundingClientRect().right).filter((right) => right > 360);
}"""


def wide_as_a_phone_with_long_names(page: Page) -> bool:
    """Whether a long name among the choices leaves a page as wide as a phone."""
    assert page.locator("select").count() > 0
    assert page.evaluate(NAMED_AT_LENGTH) == []
    return fits(page)


def fits(page: Page) -> bool:
    """Whether a page needs no sideways scrolling on a phone."""
    return bool(page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"])


@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scrolling(
    person: Person, tables: dict[str, Table], page: str
) -> None:
    opened = look(person, tables, page, has_touch=True)
    assert in_light_and_dark(opened) == []
    opened.set_viewport_size(PHONE)
    assert fits(opened)
    assert violations(opened) == []
    if page == "arena":
        the_other_tools_are_in_a_sheet(opened)
    if page != "lobby":
        assert wide_as_a_phone_with_long_names(opened)


def the_other_tools_are_in_a_sheet(page: Page) -> None:
    """On a phone."""
    page.emulate_media(color_scheme="light")
    expect(page.locator("#tools")).to_be_hidden()
    page.locator("#more").tap()
    expect(page.locator("#tools")).to_be_visible()
    assert violations(page, within="#tools") == []
    expect(page.locator("#keys")).to_be_hidden()  # a phone has none
    page.locator("#symbols").tap()
    expect(page.locator("#tools")).to_be_hidden()
    legend = page.locator(".symbols-legend")
    expect(legend.locator("dt", has_text="Immobilized").locator("svg")).to_be_visible()
    assert violations(page, within=".symbols-legend") == []
    page.keyboard.press("Escape")
    expect(legend).to_have_count(0)


def test_a_long_name_among_the_choices_leaves_a_form_as_wide_as_a_phone(
    person: Person, served: Served
) -> None:
    page = person(viewport=PHONE)
    for path in ("/new?game=arena", "/new?game=villainous", "/study", "/lobby?game=arena"):
        page.goto(served.url + path)
        assert wide_as_a_phone_with_long_names(page), path


def box(page: Page, place: str) -> FloatRect:
    """Where something lies on the screen."""
    found = page.locator(place).bounding_box()
    assert found is not None
    return found


def test_on_a_phone_the_question_is_in_sight(person: Person, tables: dict[str, Table]) -> None:
    page = look(person, tables, "arena", viewport={"width": 360, "height": 780}, has_touch=True)
    board, question, controls = (box(page, place) for place in ("svg.arena", "#question", ".controls"))
    assert board["width"] > 340
    assert question["y"] + question["height"] <= controls["y"]
    assert controls["height"] <= 56
    assert controls["y"] + controls["height"] == 780


def test_a_phone_does_not_scroll_sideways_while_scripts_are_on_their_way(
    person: Person, tables: dict[str, Table]
) -> None:
    path = f"/m/{tables['arena'].match}"
    page = person(path, viewport={"width": 360, "height": 780}, java_script_enabled=False)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_axe_finds_nothing_in_what_opens(person: Person, tables: dict[str, Table]) -> None:
    """The page around it is looked at above."""
    page = look(person, tables, "arena")
    page.locator(".member").first.click()
    assert violations(page, within=".about") == []
    page.locator(".about").get_by_role("button", name="Why?").click()
    expect(page.locator("#why .causes a").first).to_be_visible()
    assert violations(page, within="#why") == []
    page.keyboard.press("Escape")
    page.locator("#more").click()
    page.locator("#passing").click()
    expect(page.locator("#share-frame")).not_to_have_value("")
    assert violations(page) == []


def test_a_page_speaks_the_language_that_is_asked_for(person: Person, tables: dict[str, Table]) -> None:
    page = person()
    for lang, word in (("fr", "histoire"), ("it", "toria"), ("en", "story")):
        page.set_viewport_size({"width": 1280, "height": 900})
        page.goto(f"{tables['arena'].url}/m/{tables['arena'].match}?lang={lang}")
        ready(page)
        assert page.locator("html").get_attribute("lang") == lang
        labels = page.locator("[aria-label]").evaluate_all("all => all.map((one) => one.ariaLabel).join(' ')")
        assert word in labels.lower()
        page.set_viewport_size(PHONE)
        assert fits(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.keyboard.press("ArrowLeft")  # the scrubber is told in words
    told = page.locator("#scrubber input[type=range]").get_attribute("aria-valuetext") or ""
    assert len(told.split()) > 5
    assert page.locator("#live").inner_text() in told


def test_no_page_asks_anybody_else(person: Person, served: Served, tables: dict[str, Table]) -> None:
    page = person()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    pages = [served.url + ("/lobby" if name == "lobby" else f"/m/{tables[name].match}") for name in PAGES]
    for address in pages:
        page.goto(address)
        page.wait_for_load_state("load")
    assert [url for url in asked if not url.startswith((served.url, "data:"))] == []
    assert {*pages} < {*asked}
