"""Days as they are really played, over HTTP from the first player to the winner; chance draws results."""

from __future__ import annotations

import csv
import json
from datetime import UTC, datetime

import pytest
from flask import Flask

from ops.days.bots import Json
from ops.days.days import DAYS, POOLS
from ops.days.organizer import Organizer
from replays.proof import bundle, bundle_check
from replays.proof.notes import read_key
from service.bootstrap import Services
from tests.service.people import Api


@pytest.fixture
def played(app: Flask, services: Services, request: pytest.FixtureRequest) -> Organizer:
    """A day that is over."""
    token = services.api_tokens.issue("desk-1", ["organize", "judge"]).token
    desk = DAYS[request.param](lambda plan: Organizer(app.test_client(), token, "seed", plan))
    desk.does("end")
    return desk


def sizes(desk: Organizer) -> list[tuple[int, int, int]]:
    """The stage of each round, its tables and its byes."""
    return [(one["stage"], one["tables"], one["byes"]) for one in desk.looks()["rounds"]]


def exported(desk: Organizer, api: Api) -> Json:
    """The bundle of a day, as everybody gets it."""
    told: Json = json.loads(api.gets(f"/tournaments/{desk.tournament}/export").data)
    return told


def made_again(desk: Organizer, api: Api, services: Services) -> bool:
    """Whether all of a day follows from its file, checked with the key of the service alone."""
    file = api.gets(f"/tournaments/{desk.tournament}/export").data
    keys = [read_key(str(key)) for key in services.evidence.public_keys()]
    found = bundle_check.check(bundle.read(file), keys)
    return (found.findings, found.pairings) == ([], len(desk.looks()["rounds"]))


@pytest.mark.parametrize("played", sorted(DAYS.keys() - {"bots"}), indirect=True)
def test_a_day_can_be_checked_from_its_file_alone(played: Organizer, api: Api, services: Services) -> None:
    assert made_again(played, api, services)


@pytest.mark.parametrize(
    ("played", "tables"),
    [("duels", [16, 8, 4, 2, 2]), ("fours", [12, 3, 1]), ("eights", [8, 2, 1])],
    indirect=["played"],
)
def test_so_many_go_on(played: Organizer, tables: list[int]) -> None:
    assert sizes(played) == [(1, count, 0) for count in tables]
    (final,) = (table for table in played.looks(f"/rounds/{len(tables)}")["tables"] if table["table"] == 1)
    winner = final["seats"][final["result"]["places"].index(1)]
    assert played.looks("/standings")["standings"][0]["player"] == winner


@pytest.mark.parametrize("played", ["duels"], indirect=True)
def test_the_villains_of_a_round_come_from_its_pool_and_nobody_has_one_twice_before_all_were_had(
    played: Organizer,
) -> None:
    had: dict[str, list[str]] = {}
    for number in range(1, 6):
        pool = POOLS[min(number, len(POOLS)) - 1]
        for table in played.looks(f"/rounds/{number}")["tables"]:
            assert len({*table["characters"]} & {*pool}) == 2
            for who, villain in zip(table["seats"], table["characters"], strict=True):
                had.setdefault(who, []).append(villain)
    assert {len(villains) for villains in had.values()} == {1, 2, 3, 5}
    assert all(len({*villains[:3]}) == len(villains[:3]) for villains in had.values())


@pytest.mark.parametrize("played", ["double"], indirect=True)
def test_whoever_is_out_has_lost_twice(played: Organizer) -> None:
    rounds = [played.looks(f"/rounds/{number}") for number in range(1, len(sizes(played)) + 1)]
    lost = dict.fromkeys(played.players.values(), 0)
    for table in (table for one in rounds for table in one["tables"]):
        lost[table["seats"][table["result"]["places"].index(2)]] += 1
    winner = played.looks("/standings")["standings"][0]["player"]
    assert lost.pop(winner) <= 1
    assert set(lost.values()) == {2}


@pytest.mark.parametrize("played", ["swiss"], indirect=True)
def test_a_large_day_with_all_that_happens(played: Organizer, api: Api) -> None:
    #   61 players; 64 with those who came late; two drop out; one comes back
    assert sizes(played) == [
        *((1, 30, 1), (1, 32, 0), (1, 31, 0), (1, 31, 1), (1, 31, 1), (1, 31, 1)),
        *((2, 4, 0), (2, 2, 0), (2, 1, 0)),
    ]
    facts = played.looks("/facts?limit=1000")["facts"]
    (corrected,) = (fact for fact in facts if fact["event"]["type"] == "tournament.ResultCorrected")
    differences = played.looks(f"/standings/difference?stage=1&round=2&from={_before(facts, corrected, api)}")
    assert "the turn limit was overlooked" in " ".join(one["told"] for one in differences["differences"])
    report = api.gets(f"/tournaments/{played.tournament}/trf?stage=1").text.split("\r\n")
    assert sum(line.startswith("001") for line in report) == 64
    told = [line for line in report if line.startswith("### 2")]
    assert len(told) == 2
    assert "table 7 got 8 minutes more" in told[0]
    assert "instead of" in told[1]


def _before(facts: list[Json], fact: Json, api: Api) -> str:
    """When the fact before another one was told, as an address has it."""
    at = datetime.fromtimestamp((fact["event"]["at"] - 1) / 1000, UTC)
    return at.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize("played", ["league"], indirect=True)
def test_who_leaves_a_league_early_leaves_no_trace_in_its_table(played: Organizer, api: Api) -> None:
    rows = [*csv.DictReader(api.gets(f"/tournaments/{played.tournament}/standings.csv").text.splitlines())]
    gone = next(iter(played.players.values()))
    assert {row["player"]: row["points"] for row in rows}[gone] == "0"
    assert sum(int(row["points"]) for row in rows) == 3 * 9 * 8


@pytest.mark.parametrize("played", ["bots"], indirect=True)
def test_bots_play_their_matches_here_and_rulings_end_what_time_has_cut_short(
    played: Organizer, api: Api, services: Services
) -> None:
    facts = [fact["event"] for fact in played.looks("/facts?limit=1000")["facts"]]
    recorded = [fact for fact in facts if fact["type"] == "tournament.ResultRecorded"]
    assert [(fact["how"], fact["round"]) for fact in recorded] == [("match", 1), *[("match", 2)] * 3]
    ruled = [fact for fact in facts if fact["type"] == "tournament.ResultCorrected"]
    assert [(fact["round"], fact["table"], fact["was"]) for fact in ruled] == [(1, 2, None), (1, 3, None)]
    assert all(fact["case"] == f"{fact['match']}/1" for fact in ruled)
    assert [fact["now"]["places"] for fact in ruled] == [[1, 2], [2, 1]]
    assert "tournament.WarningOverruled" in {fact["type"] for fact in facts}
    assert made_again(played, api, services)
