"""The pairing of a large round on the desk: its progress, and the button that cancels it."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.service.client import wait_for
from tests.service.jobs.test_jobs import pause_job, processes_of_jobs

from .events import Event
from .serving import HTTP, Served

Person = Callable[..., Page]

PLAYERS = 90
"""More than a request pairs in itself by the Dutch system."""


def rounds(event: Event) -> int:
    """Returns the number of rounds, as the organizer sees it."""
    headers = {"Authorization": f"Bearer {event.token}"}
    view = HTTP.get(f"{event.url}/api/v1/tournaments/{event.id}", headers=headers).json()
    return len(view["rounds"])


def test_the_desk_shows_the_pairing_of_a_large_round_and_cancels_it(person: Person, served: Served) -> None:
    stage = {"format": "swiss", "rounds": 3, "engine": "dutch"}
    points = {"win": 2, "draw": 1, "loss": 0, "unit": 2}
    event = Event(served, stages=[stage], points=points)
    event.does("register", players=[{"name": f"Player {number}"} for number in range(PLAYERS)])
    page = person(f"/t/{event.id}/desk")
    page.fill("input[name=token]", event.token)
    page.locator("main form button").click()
    jobs, pair = page.locator("#jobs"), page.locator("#next button[value=pair]")
    pair.click(no_wait_after=True)
    pause_job(served.data / "recount.db", served.group)  # a round that takes as long as it likes
    expect(jobs).to_contain_text("The round is being paired.")
    jobs.get_by_role("button", name="Cancel the pairing").click()
    expect(jobs).to_contain_text("The pairing was cancelled, and nothing was written.")
    wait_for(lambda: not processes_of_jobs(served.group), "no process pairs it any more")
    assert rounds(event) == 0
    pair.click()
    expect(jobs).to_contain_text("The round is paired.")
    assert rounds(event) == 1
