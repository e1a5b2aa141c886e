"""For everybody: three languages, dark and light, a phone, and what axe finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from .house import Served
from .table import Table, played, ready

Person = Callable[..., Page]


@pytest.fixture(scope="module")
def tables(served: Served) -> dict[str, Table]:
    return {
        "arena": played(served, "arena", {"chapter": 4}, 60, seed=3),
        "villainous": played(served, "villainous", {"villains": ["jafar", "maleficent"]}, 50, seed=4),
    }


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{each['id']}: {each['help']} ({', '.join(str(node['target']) for node in each['nodes'][:3])})"
        for each in found
    ]


PAGES = ["lobby", "arena", "villainous"]


def look(person: Person, tables: dict[str, Table], page: str, query: str = "", **how: object) -> Page:
    path = f"/lobby{query}" if page == "lobby" else f"/m/{tables[page].match}{query}"
    opened = person(path, **how)
    if page != "lobby":
        ready(opened)
    return opened


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", PAGES)
def test_axe_finds_nothing(person: Person, tables: dict[str, Table], page: str, scheme: str) -> None:
    assert violations(look(person, tables, page, color_scheme=scheme)) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_needs_no_sideways_scrolling(person: Person, tables: dict[str, Table], page: str) -> None:
    opened = look(person, tables, page, viewport={"width": 360, "height": 740}, has_touch=True)
    assert opened.evaluate("document.documentElement.scrollWidth") <= 360
    assert violations(opened) == []


@pytest.mark.parametrize(("lang", "word"), [("en", "Story"), ("fr", "histoire"), ("it", "toria")])
def test_a_page_speaks_the_language_that_is_asked_for(
    person: Person, tables: dict[str, Table], lang: str, word: str
) -> None:
    page = look(person, tables, "arena", f"?lang={lang}")
    assert page.locator("html").get_attribute("lang") == lang
    labels = page.locator("[aria-label]").evaluate_all("all => all.map((one) => one.ariaLabel).join(' ')")
    assert word.lower() in labels.lower()


def test_the_scrubber_is_told_in_words(person: Person, tables: dict[str, Table]) -> None:
    page = look(person, tables, "arena")
    page.keyboard.press("ArrowLeft")
    told = page.locator("#scrubber input[type=range]").get_attribute("aria-valuetext") or ""
    assert len(told.split()) > 5
    assert page.locator("#live").inner_text() in told


def test_no_page_asks_anybody_else(person: Person, served: Served, tables: dict[str, Table]) -> None:
    page = person("/lobby")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in PAGES:
        page.goto(served.url + ("/lobby" if name == "lobby" else f"/m/{tables[name].match}"))
        page.wait_for_load_state("load")
    assert [url for url in asked if not url.startswith((served.url, "data:"))] == []
    assert len(asked) > 20
