"""Leaving a match of three and more, over HTTP: the others play on, and results rank who left last."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.tournament.scoring.results import Result
from service.bootstrap import Services
from service.matches.flags import CHECKPOINT
from service.settings import Settings
from service.tournaments.processes.match_results import table_result as says_of_its_table
from tests.service.client import Api, Player, json_of

from .test_agreements import does, kinds, why

VILLAINS = ["prince-john", "captain-hook", "maleficent"]
CLOCK = {"kind": "match", "seconds": 60, "flag": "loss"}


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Those of a service in which nobody else watches the clocks."""
    return replace(settings, runner=False)


def three(api: Api, **body: Any) -> list[Player]:
    opened = api.opens(game="villainous", seats=3, **body)
    return [api.seats(opened, seat, name) for seat, name in enumerate(("Ann", "Bob", "Cy"))]


@pytest.mark.parametrize("how", ["retirement", "concession"])
def test_the_leaver_of_three_is_out_and_the_others_play_on(api: Api, how: str) -> None:
    """The case: a match of three waited for good for the seat that had to go."""
    ann, bob, cy = three(api)
    assert kinds(does(ann, how))[0] == "SeatRetired"
    seen = bob.looks()
    assert (seen["status"], seen["question"]["seat"], seen["board"]["retired"]) == ("playing", 1, [0])
    luck = Random(7)
    for _ in range(30):
        question = bob.looks()["question"]
        player = next(each for each in (bob, cy) if each.seat == question["seat"])
        options = player.looks()["question"]["options"]
        assert player.answers(*luck.sample(options, max(1, question["least"]))).status_code == 201
    assert (
        "Ann leaves the match; the others play on."
        in ann.api.get(f"/api/v1/matches/{ann.match}/narration", Accept="text/plain").text
    )
    assert why(does(ann, "draw")) == (409, "You have left this match: the others play on.")
    table = json_of(ann.api.get(f"/m/{ann.match}/table", ann.token))
    assert (table["may"], [seat["retired"] for seat in table["seats"]]) == ([], [True, False, False])


def test_the_last_to_stay_wins_and_the_first_to_leave_comes_last(api: Api, services: Services) -> None:
    ann, bob, cy = three(api)
    does(bob, "retirement")
    reply = json_of(does(ann, "retirement"))
    assert reply["scene"]["ended"]["winners"] == [cy.seat]
    seen = json_of(ann.api.get(f"/api/v1/matches/{ann.match}"))
    assert [side["place"] for side in seen["sides"]] == [2, 3, 1]
    assert (seen["result"]["how"], seen["result"]["seat"]) == ("conceded", 0)
    end = services.repository.load_replay(ann.match).facts[-1]
    assert says_of_its_table(services.repository, ann.match, end, 3).result == Result((2, 3, 1))
    assert json_of(ann.get("/verification"))["ok"] is True
    summary = json_of(ann.api.get(f"/m/{ann.match}/summary"))
    assert summary["why"] == "Ann was the last to leave."


def test_a_fallen_flag_takes_the_seat_out_of_a_match_of_three(
    api: Api, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _, _ = three(api, clock=CLOCK)
    clock = services.repository.clock
    monkeypatch.setattr(services.repository, "clock", lambda: clock() + 61_000)
    services.views.save(CHECKPOINT, {}, services.views.position(CHECKPOINT), services.repository.clock())
    reply = ann.api.post(f"/api/v1/matches/{ann.match}/flag", {})
    assert kinds(reply)[:2] == ["FlagFell", "SeatRetired"]
    scene = json_of(reply)["scene"]
    assert (scene["status"], scene["question"]["seat"], scene["clocks"]["left_ms"][0]) == ("playing", 1, 0)


def test_team_mates_leave_one_by_one(api: Api) -> None:
    opened = api.opens(seats=4, options={"chapter": 2})
    players = [api.seats(opened, seat, f"Player {seat}") for seat in range(4)]
    assert json_of(does(players[0], "retirement"))["scene"]["status"] == "playing"
    assert json_of(does(players[3], "retirement"))["scene"]["ended"]["winners"] == [1, 2]


def test_a_match_of_two_is_not_left(api: Api) -> None:
    opened = api.opens(game="villainous", seats=2)
    ann, _ = (api.seats(opened, seat, name) for seat, name in enumerate(("Ann", "Bob")))
    assert why(does(ann, "retirement"))[0] == 409
