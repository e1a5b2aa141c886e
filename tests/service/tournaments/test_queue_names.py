"""The judge's queue names a judge and the event by their names."""

from __future__ import annotations

from tests.service.browser import Browser, text

from .desk import Desk
from .test_staff import invites, joins


def test_the_queue_names_the_judge_and_the_tournament(desk: Desk, ada: Browser, grace: Browser) -> None:
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    token = joins(grace, desk, invites(ada, desk, "judge"), "Jo the Judge")
    grace.post("/judge", {"token": token})
    page = text(grace.get(f"/judge?event={desk.tournament}"))
    assert "Your API token is for the event Spring Open." in page
    assert "This browser has the API token of Jo the Judge." in page
    assert desk.tournament not in page.partition("{")[0], "no raw id stands in a sentence"
