"""Questions before a press counts: a phone with scores against the winner, and a player who came back."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from .accessibility import in_light_and_dark
from .events import Event
from .serving import HTTP, Served

Person = Callable[..., Page]


@pytest.fixture
def event(served: Served) -> Event:
    """A tournament of four."""
    return Event(served)


def test_the_phone_asks_whether_scores_against_the_winner_are_right(person: Person, event: Event) -> None:
    done = event.does("register", players=[{"name": name} for name in ("Ada", "Grace")])
    event.starts(1)
    phone = person(f"/t/{event.id}/me#key={done['tokens'][0]['token']}")
    phone.set_viewport_size({"width": 360, "height": 740})
    phone.locator("#enter").click()
    form = phone.locator("form", has=phone.locator("button[value=report]"))
    scores = form.locator(".scores input")
    scores.nth(0).fill("3")
    scores.nth(1).fill("9")
    form.locator("input[name=winner][value='0']").check(force=True)
    form.locator("button[value=report]").click()
    expect(phone.locator("#trouble")).to_contain_text("contradict its result")
    assert in_light_and_dark(phone) == []
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360
    phone.locator("#confirm").click()
    expect(phone.locator("#reports")).to_contain_text("You have said")


def test_the_desk_seats_a_player_who_came_back(person: Person, event: Event) -> None:
    event.does("register", players=[{"name": name} for name in ("Ada", "Grace", "Lin", "Mae")])
    event.does("pair", round=1)
    address, sent = f"{event.url}/api/v1/tournaments/{event.id}/rounds/1", f"Bearer {event.token}"
    [table, *_] = HTTP.get(address, headers={"Authorization": sent}).json()["tables"]
    leaver = table["seats"][0]
    event.does("drop", player=leaver)
    event.does("settle_departure", stage=1, round=1, table=table["table"], choice="bye", why="left")
    event.does("return", player=leaver)
    desk = person(f"/t/{event.id}/desk")
    desk.fill("input[name=token]", event.token)
    desk.locator("main form button").click()
    expect(desk.locator("#unseated")).to_contain_text("Without a place in round 1")
    assert in_light_and_dark(desk) == []
    desk.locator("#unseated button").click()
    desk.get_by_role("button", name="Set up the table").click()
    expect(desk.locator("#unseated")).to_have_count(0)


@pytest.mark.parametrize(("width", "scripts"), [(1280, False), (360, True)])
def test_the_desk_brings_the_reader_to_its_question_at_a_table(
    person: Person, served: Served, width: int, scripts: bool
) -> None:
    event = Event(served, stages=[{"format": "single_elimination"}])
    event.does("register", players=[{"name": f"Player {number}"} for number in range(1, 9)])
    event.starts(1)
    desk = person(f"/t/{event.id}/desk", java_script_enabled=scripts)
    desk.set_viewport_size({"width": width, "height": 740})
    desk.fill("input[name=token]", event.token)
    desk.locator("main form button").click()
    table = desk.locator("#table-4")
    table.locator("summary").click()
    table.locator("input[value=nobody]").check(force=True)
    table.get_by_role("button", name="Enter", exact=True).click()
    expect(desk.locator("#asks")).to_contain_text("Table 4 waits for your answer")
    expect(table.locator("#question")).to_be_focused()
    expect(table.locator("#question")).to_be_in_viewport()
    expect(table.get_by_role("button", name="Enter it all the same")).to_be_in_viewport()
    if scripts:
        assert in_light_and_dark(desk) == []
        assert desk.evaluate("document.documentElement.scrollWidth") <= width
    desk.get_by_role("link", name="To the question").click()
    expect(table.locator("#question")).to_be_in_viewport()
