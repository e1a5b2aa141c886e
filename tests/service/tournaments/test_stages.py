"""A tournament of two stages that engines pair, and what organizers and judges do on the way."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest

from service.bootstrap import Services
from tests.service.client import Api, Json, json_of

from .desk import LOSS, WIN, Desk

STAGES = [{"format": "swiss", "rounds": 2}, {"format": "single_elimination", "players": 2}]


@pytest.fixture
def desk(api: Api, services: Services) -> Desk:
    """A tournament of four, with a final for the first two; its first round was paired by the engine."""
    plan: Json = {"stages": STAGES, "minutes": 50, "tiebreakers": ["buchholz", "lot"]}
    desk = Desk.opens(api, services, **plan).registers("Ada", "Grace", "Lin", "Mae")
    return begun(desk, 1, 1)


def begun(desk: Desk, stage: int, number: int) -> Desk:
    """Has the engine pair a round, publishes and starts it."""
    paired = desk.did("pair", round=number)["facts"][-1]["event"]
    assert paired["engine"] != "by_hand"
    desk.did("publish", stage=stage, round=number)
    desk.did("start", stage=stage, round=number)
    return desk


def test_a_swiss_stage_a_cut_and_a_final(desk: Desk, services: Services) -> None:
    for number in (1, 2):
        if number == 2:
            begun(desk, 1, 2)
        for table in (1, 2):
            desk.enters(number, table, WIN)
        desk.did("close", stage=1, round=number)
    standings = desk.looks("/standings")
    order = [row["player"] for row in standings["standings"]]
    first_two = order[:2]
    assert desk.did("cut")["facts"][0]["event"]["through"] == first_two
    wall = desk.api.get(f"/t/{desk.tournament}").text
    for stage, name in enumerate(("Swiss", "Single elimination"), 1):
        assert re.search(rf'href="/t/{desk.tournament}\?stage={stage}"[^>]*>{name}</a>', wall)
    assert "Nobody has played in this stage yet." in wall
    first = desk.looks("/standings?stage=1")["standings"]
    assert [row["goes_on"] for row in first] == ["through", "through", "out", "out"]
    begun(desk, 2, 1)
    final = desk.looks("/rounds/1", "")
    assert sorted(final["tables"][0]["seats"]) == sorted(first_two)
    desk.did("enter", stage=2, round=1, table=1, result=LOSS)
    winner = final["tables"][0]["seats"][1]
    assert desk.looks("/standings", "")["standings"][0]["player"] == winner
    [swiss, _] = desk.looks("/standings", "")["stages"]
    earlier = desk.looks(swiss["path"].removeprefix(f"/api/v1/tournaments/{desk.tournament}"), "")
    assert [row["player"] for row in earlier["standings"]] == [
        row["player"] for row in standings["standings"]
    ]
    report = f"/api/v1/tournaments/{desk.tournament}/trf"
    refused = json_of(desk.api.get(report))
    assert "Ask for stage 1: ?stage=1, on the command line --stage 1." in refused["detail"]
    assert desk.api.get(f"{report}?stage=1").status_code == 200
    desk.ends(services)
    seen = desk.looks("", "")
    assert (seen["state"], seen["stage"]) == ("over", 2)
    assert seen["seed"]


def test_no_shows_time_and_penalties(desk: Desk, services: Services) -> None:
    judge = services.api_tokens.issue_token("judge-7f3a", ["judge"], event=desk.tournament).token
    at: Json = {"stage": 1, "round": 1}
    desk.did("grant_time", judge, table=1, minutes=5, why="A ruling took long.", **at)
    forfeit = {"places": [1, 2], "forfeits": [1]}
    desk.did("assign", table=2, result=forfeit, why="Nobody came.", **at)
    first, second = desk.looks("/rounds/1", "")["tables"]
    assert datetime.fromisoformat(first["ends"]) - datetime.fromisoformat(second["ends"]) == timedelta(
        minutes=5
    )
    assert second["results"][0]["how"] == "assigned"
    late = second["seats"][0]
    desk.did("penalize", judge, player=late, penalty="late", why="Ten minutes.", points=1, **at)
    points = {row["player"]: row["points"] for row in desk.looks("/standings", "")["standings"]}
    assert points[late] == 2
    told_why = [line["told"] for line in desk.looks(f"/players/{late}/why", "")["lines"]]
    assert "A penalty: -1 (Ten minutes.)." in told_why


def test_a_correction_that_pairs_anew_is_shown_to_organizers_with_its_pairing(
    desk: Desk, services: Services
) -> None:
    for table in (1, 2):
        desk.enters(1, table, WIN)
    desk.did("close", stage=1, round=1)
    desk.did("pair", round=2)
    correction: Json = {"type": "correct", "stage": 1, "round": 1, "table": 1, "result": LOSS}
    correction |= {"why": "swapped", "effect": "pair"}
    judge = services.api_tokens.issue_token("judge-7f3a", ["judge"], event=desk.tournament).token
    path = f"/api/v1/tournaments/{desk.tournament}/reach"
    seen = {
        who: " ".join(json_of(desk.api.post(path, correction, token))["told"])
        for who, token in (("desk", desk.token), ("judge", judge))
    }
    assert ("Round 2," in seen["desk"], "Round 2," in seen["judge"]) == (True, False)
    desk.did(**correction)
    outdated = desk.does("publish", stage=1, round=2)
    assert json_of(outdated)["detail"] == "A result was corrected: round 2 is to be paired anew."
    assert desk.looks()["outdated_reason"] == json_of(outdated)["detail"]
    desk.did("pair", round=2, why="A result of round 1 was corrected.")
    desk.did("publish", stage=1, round=2)


def test_whom_nothing_tells_apart_at_a_cut_the_lot_does(api: Api, services: Services) -> None:
    first = {"format": "swiss", "rounds": 1}
    final = {"format": "single_elimination", "players": 2}
    through = set()
    for _ in range(8):
        desk = Desk.opens(api, services, stages=[first, final], tiebreakers=[])
        desk.registers("Ada", "Grace", "Lin", "Mae").starts(1, "Ada Grace", "Lin Mae")
        for table in (1, 2):
            desk.enters(1, table, {"places": [1, 1]})
        desk.did("close", stage=1, round=1)
        cut = desk.did("cut")["facts"][-1]["event"]
        through.add(frozenset(name for name, who in desk.players.items() if who in cut["through"]))
    assert len(through) > 1, "those who registered first always go on"
