"""Twenty results in twenty interactions and one page load: by lines, and in a grid."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark, violations
from .events import Event
from .serving import Served

Person = Callable[..., Page]

TABLES = 20


@pytest.fixture
def event(served: Served) -> Event:
    """A tournament of forty in its first round."""
    event = Event(served)
    event.does("register", players=[{"name": f"Player {number}"} for number in range(1, 2 * TABLES + 1)])
    event.starts(1)
    return event


def opens(person: Person, event: Event, path: str) -> tuple[Page, list[str]]:
    """Opens a page of the desk; returns it with the list of the documents that it loads from then on."""
    page = person(f"/t/{event.id}/desk")
    page.fill("input[name=token]", event.token)
    page.locator("main form button").click()
    page.goto(f"{event.url}/t/{event.id}/desk{path}")
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    return page, loads


def test_twenty_lines_enter_twenty_results_without_a_new_page(person: Person, event: Event) -> None:
    page, loads = opens(person, event, "")
    assert in_light_and_dark(page) == []
    page.locator("#fast-line").focus()
    kinds = ("1-0 18-12", "½", "+-", "0-0")
    for table in range(1, TABLES + 1):
        page.keyboard.type(f"{table} {kinds[table % 4]}")
        page.keyboard.press("Enter")
    expect(page.locator("#entered .entered")).to_have_count(TABLES)
    expect(page.locator(".tables > li.done")).to_have_count(TABLES)
    assert loads == []
    page.keyboard.type("7 1-0 18-12")
    page.keyboard.press("Enter")
    expect(page.locator("#entered .wrong")).to_contain_text(
        "Column 1: Table 7 has a result already: correct it."
    )
    expect(page.locator("#fast-line")).to_have_value("7 1-0 18-12")


def test_the_grid_is_filled_with_the_keyboard_alone(person: Person, event: Event) -> None:
    page, loads = opens(person, event, "/grid")
    assert violations(page) == []
    fields = page.locator("input[data-table]")
    fields.first.focus()
    for table in range(1, TABLES + 1):
        page.keyboard.type("2+0" if table == 3 else "1-0 18-12")
        page.keyboard.press("Enter")
    expect(page.locator("#error-3")).to_contain_text("Column 1: “2+0” is no result of two")
    expect(fields).to_have_count(1)
    fields.fill("0-1")
    fields.press("Enter")
    expect(page.locator("#row-3")).to_contain_text("won")
    assert loads == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
