"""A player leaves a real table of more than two: the rules answer for the seat, and the others play on."""

from __future__ import annotations

import pytest

from domain.model import SeatRetired
from replays.audits.verify import verify
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of

from .scribe import Scribe, played_match

ENTERED = 24
"""Entries before somebody leaves."""


def leaving(seat: int, number: int) -> Json:
    """Returns entry *number*, by which a seat leaves."""
    return {"id": f"00000000-leaves-{number}", "seat": seat, "leaves": True}


def enter_any(scribe: Scribe, number: int) -> int:
    """Enters the first legal answer as entry *number*, with the cards it shows; returns its seat."""
    listed = json_of(scribe.api.get(f"{scribe.path}/entries/choices", scribe.token))
    question, *_ = listed["questions"]
    open_picks = [choice["pick"] for choice in question["choices"] if choice["legality"] != "illegal"]
    seat, least = question["question"]["seat"], max(1, question["question"]["least"])
    body: Json = {"id": f"00000000-any-{number}", "seat": seat, "picks": open_picks[:least], "sightings": []}
    for _ in range(10):
        reply = json_of(scribe.send([body], number - 1))
        if reply["refused"] is None:
            return int(seat)
        assert reply["refused"]["candidates"], reply["refused"]
        body["sightings"].append({"card": reply["refused"]["candidates"][0]["card"]})
    raise AssertionError("too many cards became visible")


@pytest.fixture
def scribe(api: Api) -> Scribe:
    """A scribe with the beginning of a match of three at a real table."""
    scribe = Scribe(api, played_match("villainous", 3, 3))
    scribe.enter(last=ENTERED)
    return scribe


def test_nobody_asks_a_seat_that_has_left_and_the_last_one_wins(scribe: Scribe, services: Services) -> None:
    left = scribe.send([leaving(1, ENTERED + 1)], ENTERED)
    assert (left.status_code, json_of(left)["refused"]) == (201, None), left.text
    seats = {enter_any(scribe, number) for number in range(ENTERED + 2, ENTERED + 22)}
    assert seats == {0, 2}
    again = json_of(scribe.send([leaving(1, ENTERED + 22)], ENTERED + 21))
    assert "left this match" in again["refused"]["sentence"]
    ended = json_of(scribe.send([leaving(2, ENTERED + 22)], ENTERED + 21))
    assert ended["refused"] is None
    facts = scribe.facts(services)
    assert [fact.event.seat for fact in facts if isinstance(fact.event, SeatRetired)] == [1, 2]
    assert facts[-1].event.winners == (0,)
    assert verify(scribe.played.match.rules, facts).ok


def test_the_players_read_that_a_seat_has_left_and_no_sheet_writes_it(scribe: Scribe) -> None:
    scribe.send([leaving(1, ENTERED + 1)], ENTERED)
    page = Browser(scribe.api.app).get(f"/m/{scribe.match}/sheet")
    assert "Ben leaves the match" in text(page)
    written = scribe.api.get(f"{scribe.path}/sheet", scribe.token)
    assert (written.status_code, json_of(written)["type"].rsplit("/")[-1]) == (409, "no-sheet")


def test_an_earlier_amendment_lets_the_seat_leave_again(scribe: Scribe, services: Services) -> None:
    scribe.send([leaving(1, ENTERED + 1)], ENTERED)
    enter_any(scribe, ENTERED + 2)
    body = {"entry": scribe.bodies[19] | {"id": "00000000-amended"}, "reason": "Typed again."}
    amended = json_of(scribe.api.post(f"{scribe.path}/entries/20/amend", body, scribe.token))
    assert (amended["last"], amended["refused"]) == (ENTERED + 2, None)
    assert verify(scribe.played.match.rules, scribe.facts(services)).ok


def test_players_leave_for_themselves_and_nobody_leaves_a_match_of_two(scribe: Scribe, api: Api) -> None:
    own = scribe.send([leaving(1, 25)], ENTERED, scribe.players[1].token)
    assert own.status_code == 201
    other = scribe.send([leaving(0, 26)], ENTERED + 1, scribe.players[2].token)
    assert other.status_code == 403
    pair = Scribe(api, played_match())
    pair.enter(last=4)
    refused = json_of(pair.send([leaving(1, 5)], 4))["refused"]
    assert "Two play this match" in refused["sentence"]


def test_nobody_leaves_before_the_match_has_begun(api: Api) -> None:
    scribe = Scribe(api, played_match("villainous", 3, 3))
    refused = json_of(scribe.send([leaving(1, 1)], 0))["refused"]
    assert "after the match has begun" in refused["sentence"]
