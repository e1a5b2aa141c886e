"""How a match ended, in one form for lists and boards: sides with players, scores and places, and how."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest

from service.bootstrap import Services
from tests.service.client import Api, Pair, json_of
from tests.service.judges import disputes, judge, rules, start_first_turn

from .test_agreements import does


def result(pair: Pair) -> Any:
    """The result that the public sees, which is the one in the list."""
    seen = pair.public.looks()
    position = pair.blue.api.app.extensions["services"].store.position()
    [entry] = json_of(pair.blue.api.get(f"/api/v1/matches?min_position={position}"))["items"]
    assert entry["result"] == seen["result"]
    if entry["result"] is not None:
        assert entry["sides"] == seen["sides"]
    return seen["result"] and seen["result"] | {"sides": seen["sides"]}


def sides(result: Any, *what: str) -> list[tuple[Any, ...]]:
    return [tuple(side[each] for each in what) for side in result["sides"]]


def test_a_match_that_goes_on_has_no_result(pair: Pair) -> None:
    assert result(pair) is None


def test_a_match_that_was_played_out_is_won_by_points(pair: Pair) -> None:
    seen = pair.play_out(Random(4))
    told = result(pair)
    assert (told["how"], told["decided_by"], told["rule"]) == ("won", "rules", "SA-704")
    [winner] = seen["ended"]["winners"]
    assert sides(told, "place") == [(1 if seat == winner else 2,) for seat in (0, 1)]
    assert sides(told, "seats", "score") == [([seat], seen["board"]["points"][seat]) for seat in (0, 1)]
    assert [[who["name"] for who in side["players"]] for side in told["sides"]] == [["Blue"], ["Red"]]
    assert [side["players"][0]["id"] for side in told["sides"]] == [
        player["id"] for player in seen["players"]
    ]
    assert sides(told, "characters") == [(["SAM", "ALA"],), (["GAS", "ARI"],)]


def test_who_leads_and_concedes_keeps_the_points_and_loses(pair: Pair, services: Services) -> None:
    luck = Random(2)
    while not any(points := pair.public.looks()["board"]["points"]):
        pair.answer_by(luck)
    leader = pair[points.index(max(points))]
    does(leader, "concession")
    told = result(pair)
    assert (told["how"], told["decided_by"], told["seat"]) == ("conceded", "seat", leader.seat)
    assert [score for (score,) in sides(told, "score")] == points
    assert sides(told, "place") == [(2 if player is leader else 1,) for player in pair]


def test_a_draw_that_was_agreed_has_no_winner(pair: Pair) -> None:
    for player in pair:
        does(player, "draw")
    told = result(pair)
    assert (told["how"], told["decided_by"]) == ("drawn", "players")
    assert sides(told, "place") == [(1,), (1,)]
    assert listed(pair.blue.api, "winner=Blue") == []


def test_a_judge_assigns_a_result_and_a_rewind_takes_it_back(pair: Pair, services: Services) -> None:
    start_first_turn(pair)
    eve = judge(services, pair, "judge-eve")
    disputes(pair.red, "He left.")
    assert rules(eve, outcome="result", winners=[1]).status_code == 201
    told = result(pair)
    assert (told["how"], told["decided_by"], told["judge"]) == ("assigned", "judge", "judge-eve")
    assert sides(told, "place") == [(2,), (1,)]
    disputes(pair.blue, "I was there.")
    assert rules(eve, 2, outcome="rewind", to=pair.public.looks()["seq"] - 5).status_code == 201
    assert result(pair) is None


def test_a_list_tells_how_far_a_match_is_and_how_long_it_took(pair: Pair, services: Services) -> None:
    def entry() -> Any:
        [told_now] = json_of(pair.blue.api.get(f"/api/v1/matches?min_position={services.store.position()}"))[
            "items"
        ]
        return told_now

    before = entry()
    assert (before["turn"], before["ended"], before["duration_ms"]) == (0, None, None)
    assert before["opened"] <= before["began"]
    seen = pair.play_out(Random(3))
    after = entry()
    assert (after["turn"], after["began"]) == (seen["board"]["round"], before["began"])
    began, ended = (datetime.fromisoformat(after[moment]) for moment in ("began", "ended"))
    assert timedelta(milliseconds=after["duration_ms"]) == ended - began > timedelta()
    assert after["ended"] == after["result"]["ended"]
    assert (after["stage"], after["round"], after["table"]) == (None, None, None)


def test_a_list_tells_who_plays_together_while_a_match_goes_on(api: Api) -> None:
    opened = api.opens(seats=4, options={"chapter": 2})
    for seat in (0, 3):
        api.seats(opened, seat, f"Player {seat}")
    position = api.app.extensions["services"].store.position()
    [entry] = json_of(api.get(f"/api/v1/matches?min_position={position}"))["items"]
    seated = [[who and (who["id"], who["name"]) for who in side["players"]] for side in entry["sides"]]
    players = json_of(api.get(f"/api/v1/matches/{opened['id']}"))["players"]
    first, last = ((players[seat]["id"], f"Player {seat}") for seat in (0, 3))
    assert (entry["status"], entry["result"]) == ("open", None)
    assert [side["seats"] for side in entry["sides"]] == [[0, 3], [1, 2]]
    assert seated == [[first, last], [None, None]]


def test_villains_stand_by_seat_and_nobody_counts_points(api: Api) -> None:
    villains = ["prince-john", "captain-hook", "ursula"]
    opened = api.opens(game="villainous", seats=3, options={"villains": villains})
    players = [api.seats(opened, seat, f"Player {seat}") for seat in range(3)]
    for player in players:
        does(player, "draw")
    assert sides(players[0].looks(), "characters", "score", "place") == [
        ([villain], None, 1) for villain in villains
    ]


def listed(api: Api, query: str) -> list[str]:
    """The matches that a search finds."""
    position = api.app.extensions["services"].store.position()
    reply = api.get(f"/api/v1/matches?min_position={position}&{query}")
    assert reply.status_code == 200, reply.text
    return [entry["id"] for entry in json_of(reply)["items"]]


@pytest.fixture
def conceded(pair: Pair) -> Pair:
    """Blue has conceded, and another match goes on."""
    does(pair.blue, "concession")
    pair.blue.api.seat_pair()
    return pair


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("winner=Red", True),
        ("winner=Blue", False),
        ("character=GAS", True),
        ("character=ARI&winner=Red", True),
        ("character=ursula", False),
        ("result=conceded", True),
        ("result=won", False),
        ("ended_since=BEFORE", True),
        ("ended_since=LATER", False),
        ("ended_until=BEFORE", False),
        ("until=BEFORE", False),
        ("status=over&until=LATER", True),
    ],
)
def test_matches_are_found_by_how_and_when_they_ended(conceded: Pair, query: str, found: bool) -> None:
    now = datetime.now(UTC)
    for word, hours in (("BEFORE", -1), ("LATER", 1)):
        query = query.replace(word, f"{now + timedelta(hours=hours):%Y-%m-%dT%H:%M:%SZ}")
    assert listed(conceded.blue.api, query) == ([conceded.blue.match] if found else [])
