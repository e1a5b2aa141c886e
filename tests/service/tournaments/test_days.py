"""Days as they are really played, over HTTP from the first player to the winner; chance draws results."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from datetime import datetime, timedelta

import pytest
from flask import Flask

from ops.tournament_day.bots import Json
from ops.tournament_day.days import DAYS, POOLS
from ops.tournament_day.organizer import Organizer, reveal_seeds
from replays.proof import bundle, bundle_check
from replays.proof.notes import read_key
from service.bootstrap import Services
from tests.service.client import Api

MILLISECOND = timedelta(milliseconds=1)
MOMENTS = {f"tournament.{type}" for type in ("RoundStarted", "ResultCorrected", "RoundClosed")}


@pytest.fixture
def played(app: Flask, services: Services, request: pytest.FixtureRequest) -> Organizer:
    """A day that is over."""
    token = services.api_tokens.issue_token("desk-1", ["organize", "judge"]).token
    desk = DAYS[request.param](lambda plan: Organizer(app.test_client(), token, "seed", plan))
    desk.does("end")
    reveal_seeds(services)
    return desk


def sizes(desk: Organizer) -> list[tuple[int, int, int]]:
    """The stage of each round, its tables and its byes."""
    return [(one["stage"], one["tables"], one["byes"]) for one in desk.looks()["rounds"]]


def exported(desk: Organizer) -> Json:
    """The bundle of a day, as everybody gets it."""
    told: Json = json.loads(desk.exports())
    return told


def made_again(desk: Organizer, services: Services) -> bool:
    """Whether all of a day follows from its file, checked with the key of the service alone."""
    keys = [read_key(str(key)) for key in services.evidence.public_keys()]
    found = bundle_check.check_bundle(bundle.read_bundle(desk.exports()), keys)
    return (found.findings, found.pairings) == ([], len(desk.looks()["rounds"]))


def events(desk: Organizer, type: str = "") -> list[Json]:
    """The facts of a tournament, or those of one type."""
    facts = [fact["event"] for fact in desk.looks("/facts?limit=1000")["items"]]
    return [fact for fact in facts if fact["type"] == f"tournament.{type}" or not type]


def winner(desk: Organizer, number: int) -> str:
    """Who won table 1 of the last round."""
    (final,) = (table for table in desk.looks(f"/rounds/{number}")["tables"] if table["table"] == 1)
    first: str = final["seats"][final["result"]["places"].index(1)]
    return first


@pytest.mark.parametrize("played", ["duels"], indirect=True)
def test_in_duels_the_better_seed_takes_the_first_turn_or_the_first_choice_of_a_villain(
    played: Organizer, services: Services
) -> None:
    assert sizes(played) == [(1, count, 0) for count in (16, 8, 4, 2, 2)]
    assert played.looks("/standings")["standings"][0]["player"] == winner(played, 5)
    for number in range(1, 6):
        pool = POOLS[min(number, len(POOLS)) - 1]
        for table in played.looks(f"/rounds/{number}")["tables"]:
            assert len({*table["characters"]} & {*pool}) == 2
            first = [one["player"] for one in table["choices"]["made"][:1] if one["chosen"] == "turn"]
            assert not first or table["seats"][0] == first[0]
    taken = events(played, "TurnOrCharacterChosen")
    assert ({one["chosen"] for one in taken}, len(taken)) == ({"turn", "character"}, 31)
    by = [one["by"] == f"player:{one['player']}" for one in (*taken, *events(played, "CharacterChosen"))]
    assert by.count(False) == 1
    (drawn,) = events(played, "ChoicesDrawn")
    assert [len(table["characters"]) for table in drawn["tables"]] == [2]
    assert made_again(played, services)


@pytest.mark.parametrize("played", ["fours"], indirect=True)
def test_in_pods_of_four_nobody_is_drawn_a_villain_twice(played: Organizer, services: Services) -> None:
    assert sizes(played) == [(1, count, 0) for count in (12, 3, 1)]
    assert played.looks("/standings")["standings"][0]["player"] == winner(played, 3)
    had: dict[str, list[str]] = {}
    for number in range(1, 4):
        for table in played.looks(f"/rounds/{number}")["tables"]:
            for who, villain in zip(table["seats"], table["characters"], strict=True):
                had.setdefault(who, []).append(villain)
    assert sorted({len(villains) for villains in had.values()}) == [1, 2, 3]
    assert all(len({*villains}) == len(villains) for villains in had.values())
    assert made_again(played, services)


@pytest.mark.parametrize("played", ["eights"], indirect=True)
def test_in_pods_of_four_those_at_a_table_choose_their_villains(
    played: Organizer, services: Services
) -> None:
    assert sizes(played) == [(1, count, 0) for count in (8, 2, 1)]
    assert played.looks("/standings")["standings"][0]["player"] == winner(played, 3)
    for number, count in ((1, 4), (2, 4), (3, 2)):
        for table in played.looks(f"/rounds/{number}")["tables"]:
            assert [one["player"] for one in table["choices"]["made"]] == table["choices"]["order"]
            assert len({*table["characters"]}) == count
    assert made_again(played, services)


@pytest.mark.parametrize("played", ["double"], indirect=True)
def test_with_two_lives_everybody_but_the_first_loses_twice(played: Organizer, services: Services) -> None:
    lost = Counter(
        table["seats"][table["result"]["places"].index(2)]
        for known in played.looks()["rounds"]
        for table in played.looks(f"/rounds/{known['round']}")["tables"]
    )
    first = played.looks("/standings")["standings"][0]["player"]
    assert lost.pop(first, 0) < 2
    assert (len(lost), {*lost.values()}) == (15, {2})
    assert made_again(played, services)


@pytest.mark.parametrize("played", ["swiss"], indirect=True)
def test_a_large_day_with_all_that_happens(played: Organizer, api: Api, services: Services) -> None:
    #   61 players; two who are late; two drop out; one comes back, and one more is late: a bye each round
    assert sizes(played) == [
        *((1, 30, 1), (1, 31, 1), (1, 30, 1), (1, 31, 1), (1, 31, 1), (1, 31, 1)),
        *((2, 4, 0), (2, 2, 0), (2, 1, 0)),
    ]
    often = Counter(one["type"].partition(".")[2] for one in events(played))
    wanted = {"PlayerRegistered": 64, "PlayerDropped": 2, "PlayerReturned": 1, "TimeGranted": 1}
    wanted |= {"PairingChanged": 1, "WarningOverruled": 1}
    assert {type: often[type] for type in wanted} == wanted
    (no_show,) = (one for one in events(played, "ResultRecorded") if one["result"].get("forfeits"))
    assert (no_show["round"], no_show["how"]) == (1, "assigned")
    corrected = events(played, "ResultCorrected")
    assert [(one["round"], one["table"], bool(one["now"])) for one in corrected] == [
        (2, 1, False),
        (2, 1, True),
        (4, 1, True),
        (4, 2, True),
    ]
    assert [(one["case"] or "").rpartition("/")[2] for one in corrected] == ["1", "", "1", "1"]
    (closed,) = (one for one in events(played, "RoundClosed") if (one["stage"], one["round"]) == (1, 4))
    went = [one for one in events(played) if one["type"] in MOMENTS and one["stage"] == 1]
    assert [(one["type"].partition(".")[2], one["round"]) for one in went[6:13]] == [
        *(("RoundStarted", 4), ("ResultCorrected", 2), ("ResultCorrected", 2), ("RoundClosed", 4)),
        *(("RoundStarted", 5), ("ResultCorrected", 4), ("ResultCorrected", 4)),
    ]
    _while_cases_wait(played, closed["at"])
    before = (datetime.fromisoformat(corrected[0]["at"]) - MILLISECOND).isoformat().replace("+00:00", "Z")
    differences = played.looks(f"/standings/difference?stage=1&round=2&from={before}")
    told = [one["told"] for one in differences["items"]]
    assert [re.sub(r"\w+ \d+ won", "… won", one) for one in told] == [
        "Round 2, table 1: no result instead of … won (SA-601).",
        f"Round 2, table 1: … won instead of no result ({corrected[1]['match']}).",
    ]
    _reported(played, api)
    assert made_again(played, services)


def _while_cases_wait(desk: Organizer, at: str) -> None:
    """When round 4 was closed, four players had two cases open: standings tell what they could come to."""
    waiting = {who for table in desk.looks("/rounds/4?stage=1")["tables"][:2] for who in table["seats"]}
    rows = desk.looks(f"/standings?stage=1&known={at}")["standings"]
    spans = {row["player"]: (row["best"], row["worst"]) for row in rows}
    assert all(best <= row["rank"] <= worst for row in rows for best, worst in [spans[row["player"]]])
    assert all(spans[who][0] < spans[who][1] for who in waiting)
    after = desk.looks("/standings?stage=1&round=4")["standings"]
    assert all(spans[row["player"]][0] <= row["rank"] <= spans[row["player"]][1] for row in after)


def _reported(desk: Organizer, api: Api) -> None:
    """What people did by hand stands in the report, and everybody who played."""
    report = api.get(f"/api/v1/tournaments/{desk.tournament}/trf?stage=1").text.split("\r\n")
    assert sum(line.startswith("001") for line in report) == 64
    told = "\n".join(line for line in report if line.startswith("### 2"))
    for deed in ("table 7 got 8 minutes more", "without results of tables 1, 2"):
        assert deed in told
    assert told.count("instead of") == 4


@pytest.mark.parametrize("played", ["league"], indirect=True)
def test_who_leaves_a_league_early_leaves_no_trace_in_its_table(
    played: Organizer, api: Api, services: Services
) -> None:
    rows = [
        *csv.DictReader(api.get(f"/api/v1/tournaments/{played.tournament}/standings.csv").text.splitlines())
    ]
    gone = next(iter(played.players.values()))
    assert {row["player"]: row["points"] for row in rows}[gone] == "0"
    assert sum(int(row["points"]) for row in rows) == 3 * 9 * 8
    calendar = api.get(f"/api/v1/tournaments/{played.tournament}/calendar.ics").text
    assert (len(sizes(played)), calendar.count("BEGIN:VEVENT")) == (18, 18)
    assert made_again(played, services)


@pytest.mark.parametrize("played", ["bots"], indirect=True)
def test_bots_play_their_matches_here_and_rulings_end_what_time_has_cut_short(
    played: Organizer, services: Services
) -> None:
    recorded = events(played, "ResultRecorded")
    assert [(fact["how"], fact["round"]) for fact in recorded] == [("match", 1), *[("match", 2)] * 3]
    ruled = events(played, "ResultCorrected")
    assert [(fact["round"], fact["table"], fact["was"]) for fact in ruled] == [(1, 2, None), (1, 3, None)]
    assert all(fact["case"] == f"{fact['match']}/1" for fact in ruled)
    assert [fact["now"]["places"] for fact in ruled] == [[1, 2], [2, 1]]
    assert len(events(played, "WarningOverruled")) == 1
    assert made_again(played, services)
