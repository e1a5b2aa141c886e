"""The desk of a judge, whom a link invited: it follows the tournament like the organizer's."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from .events import Event
from .serving import Served

Person = Callable[..., Page]


def test_a_judge_follows_the_tournament_at_a_desk_without_the_jobs_of_organizers(
    person: Person, served: Served
) -> None:
    event = Event(served)
    event.does("register", players=[{"name": name} for name in ("Ada", "Grace")])
    staff = person(f"/t/{event.id}/desk")
    staff.fill("input[name=token]", event.token)
    staff.locator("main form button").click()
    staff.goto(f"{event.url}/t/{event.id}/staff")
    staff.get_by_label("Judge").check()
    staff.get_by_role("button", name="Make a link").click()
    judge = person(staff.locator("#link").input_value().removeprefix(served.url))
    judge.fill("[name=name]", "Jo")
    judge.locator("#enter").click()
    judge.clock.install()
    judge.get_by_role("link", name="To the tournament’s desk").click()
    expect(judge.get_by_role("heading", level=1)).to_have_text("Judge’s desk")
    judge.clock.run_for(3000)
    event.starts(1)
    judge.get_by_role("link", name="Show it").click()
    expect(judge.locator("#table-1")).to_contain_text("Ada")
