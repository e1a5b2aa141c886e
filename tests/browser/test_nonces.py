"""What a browser adds to the shuffles is made in the browser."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page

from .picking import answers
from .serving import Served
from .table import opened, ready

Person = Callable[..., Page]


def test_a_seat_and_each_answer_bring_a_nonce_of_this_browser(person: Person, served: Served) -> None:
    table = opened(served, "arena", {"chapter": 1})
    page = person(f"/m/{table.match}/join/0/{table.claims[0]}")
    page.wait_for_function("document.querySelector('input[name=nonce]').value.length === 32")
    brought = page.input_value("input[name=nonce]")
    page.fill("input[name=player]", "Ada")
    page.click("main form button")
    table.takes(1, "Grace")
    ready(page)
    answers(page, len(table.facts()))
    events = [fact["event"] for fact in table.facts()]
    [ada, _] = [event for event in events if event["type"] == "table.SeatClaimed"]
    said = [event for event in events if event["type"] == "core.Answered" and event["seat"] == 0]
    assert ada["nonce"] == brought
    assert [len(event["nonce"]) for event in said] == [32] * len(said)
    assert said
