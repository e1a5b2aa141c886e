"""Nonces over HTTP: seats commit with their claims, reveal after the last one, and may leave before."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from domain.chance import nonce_hash
from domain.table import MatchEnded, NonceMissed, Rewound, SeatClaimed, SeatLeft
from service.bootstrap import Services
from service.matches.flags import CHECKPOINT
from tests.service.client import Api, Json, Pair, Player, json_of
from tests.service.judges import disputes, judge, rules, sound

SECRET = "a secret of the seat"
FIRST = nonce_hash(SECRET)
"""The nonce of the deal; that of the first rewind is the secret."""
COMMITTED = nonce_hash(FIRST)


class Table(NamedTuple):
    """A match whose first seat has committed to its nonces, and the claims of its seats."""

    opened: Json
    pair: Pair


@pytest.fixture
def later(services: Services, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """By how many milliseconds the clock of the service is ahead: the first item."""
    ahead, clock = [0], services.repository.clock
    monkeypatch.setattr(services.repository, "clock", lambda: clock() + ahead[0])
    return ahead


def passes(milliseconds: int, services: Services, later: list[int]) -> None:
    """So much time passes, and the clocks are watched meanwhile."""
    later[0] = milliseconds
    now = services.repository.clock()
    services.views.save(CHECKPOINT, {}, services.views.position(CHECKPOINT), now)


def commits(api: Api, opened: Json, seat: int, name: str = "Ada") -> Player:
    """Takes a seat with a hash."""
    body = {"player": name, "nonce_hash": COMMITTED}
    path = f"/api/v1/matches/{opened['id']}/seats/{seat}/claim"
    reply = api.post(path, body, opened["claims"][seat])
    assert reply.status_code == 201, reply.text
    return Player(api, opened["id"], seat, json_of(reply)["token"])


@pytest.fixture
def waiting(api: Api) -> Table:
    """Both seats are taken, and the match waits for the nonce of the first."""
    opened = api.opens(clock={"kind": "match", "seconds": 600})
    return Table(opened, Pair(commits(api, opened, 0), api.seats(opened, 1, "Bo")))


def reveals(player: Player, nonce: str, seat: int | None = None) -> Json:
    path = f"/api/v1/matches/{player.match}/seats/{player.seat if seat is None else seat}/nonce"
    return json_of(player.api.post(path, {"nonce": nonce}, player.token))


def leaves(player: Player) -> Json:
    return json_of(
        player.api.post(f"/api/v1/matches/{player.match}/seats/{player.seat}/leave", {}, player.token)
    )


def test_the_last_nonce_starts_the_game(waiting: Table, services: Services) -> None:
    blue, red = waiting.pair
    scene = red.looks()
    assert (scene["status"], scene["question"], scene["reveal"]["seats"]) == ("open", None, [0])
    assert scene["reveal"]["due"].endswith("Z")
    reply = reveals(blue, FIRST)
    assert reply["facts"][0]["event"] == {
        "type": "table.NonceRevealed", "seat": 0, "nonce": FIRST, "at": reply["facts"][0]["event"]["at"],
    }  # fmt: skip
    assert (reply["scene"]["status"], reply["scene"]["reveal"]) == ("playing", None)
    assert services.repository.load_match(blue.match).match.draws > 0
    assert sound(waiting.pair)


def test_refusals_say_why(waiting: Table, api: Api) -> None:
    blue, red = waiting.pair
    assert reveals(blue, "another")["errors"][0]["pointer"] == "/nonce"
    assert "no nonce to reveal" in reveals(red, FIRST)["detail"]
    assert "This token plays seat 1, not seat 0." in reveals(red, FIRST, seat=0)["detail"]
    assert "There is no seat 7." in reveals(red, FIRST, seat=7)["detail"]
    reveals(blue, FIRST)
    assert "has revealed its nonce already" in reveals(blue, FIRST)["detail"]
    reply = api.post(
        f"/api/v1/matches/{blue.match}/seats/0/claim", {"player": "Eve", "nonce_hash": "AB"}, "claim"
    )
    assert reply.status_code == 422


def test_who_claims_the_time_ends_the_wait(waiting: Table, services: Services, later: list[int]) -> None:
    blue, red = waiting.pair
    path = f"/api/v1/matches/{blue.match}/flag"
    assert "No nonce is overdue." in json_of(blue.api.post(path, {}))["detail"]
    passes(61_000, services, later)
    reply = json_of(blue.api.post(path, {}))
    assert reply["facts"][0]["event"]["type"] == "table.NonceMissed"
    assert red.looks()["status"] == "playing"
    assert "its time was up" in reveals(blue, FIRST)["detail"]


def test_the_watch_of_the_clocks_ends_the_wait_without_a_clock_too(
    api: Api, services: Services, later: list[int]
) -> None:
    opened = api.opens()
    blue = commits(api, opened, 0)
    api.seats(opened, 1, "Bo")
    due = services.flags.settle_clocks(blue.match)
    assert due == services.repository.load_match(blue.match).match.reveals.due
    passes(86_400_000, services, later)
    assert services.flags.settle_clocks(blue.match) == 0
    facts = services.repository.load_facts(blue.match)
    assert [fact.event.seat for fact in facts if isinstance(fact.event, NonceMissed)] == [0]


def test_a_rewind_waits_for_the_next_nonce(waiting: Table, services: Services) -> None:
    pair = waiting.pair
    to = reveals(pair.blue, FIRST)["seq"]
    asked = pair.asked
    assert asked is not None
    assert asked.answers(asked.looks()["question"]["options"][0]).status_code == 201
    disputes(pair.blue)
    assert rules(judge(services, pair), outcome="rewind", to=to).status_code == 201
    scene = pair.red.looks()
    assert (scene["status"], scene["question"], scene["reveal"]["seats"]) == ("playing", None, [0])
    assert scene["clocks"]["since"] is None
    reply = reveals(pair.blue, SECRET)
    assert reply["scene"]["question"] is not None
    assert reply["scene"]["clocks"]["since"] is not None
    [rewound] = [
        fact.event
        for fact in services.repository.load_facts(pair.blue.match)
        if isinstance(fact.event, Rewound)
    ]
    assert rewound.at > 0
    assert sound(pair)


def test_a_seat_is_free_again_when_its_player_leaves(api: Api, services: Services) -> None:
    opened = api.opens()
    ada = commits(api, opened, 0)
    reply = leaves(ada)
    assert (reply["scene"]["viewer"], reply["scene"]["players"]) == ("spectator", [None, None])
    assert ada.get().status_code == 401
    eve = api.seats(opened, 0, "Eve")
    api.seats(opened, 1, "Bo")
    assert eve.looks()["status"] == "playing"
    events = [fact.event for fact in services.repository.load_facts(opened["id"])]
    assert [type(event) for event in events[1:4]] == [SeatClaimed, SeatLeft, SeatClaimed]
    assert "concede the match instead" in leaves(eve)["detail"]


def test_who_leaves_while_nonces_are_revealed_ends_the_match_without_a_result(
    waiting: Table, services: Services
) -> None:
    blue, red = waiting.pair
    reply = leaves(red)
    assert (reply["scene"]["status"], reply["scene"]["ended"]["winners"]) == ("over", [])
    assert (reply["scene"]["result"], reply["scene"]["sides"]) == (None, None)
    services.runner.catch_up()
    assert blue.looks()["result"] is None
    assert isinstance(services.repository.load_facts(blue.match)[-1].event, MatchEnded)
    assert sound(waiting.pair)
