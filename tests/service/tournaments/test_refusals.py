"""What is refused at the desk of a tournament: lists with mistakes, bodies of the wrong shape, plans."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from tests.service.client import Api, Json, json_of, player_names

from .desk import PLAN, Desk


def test_a_pasted_list_registers_all_of_it(desk: Desk) -> None:
    roster = "Name,Rating,Members\nTeam Otter,1500,Ann; Bob\nTeam Newt,,\n"
    desk.did("register_roster", roster=roster)
    otter, newt = desk.looks("/players")["items"][-2:]
    assert (otter["name"], otter["rating"], newt["name"]) == ("Team Otter", 1500, "Team Newt")
    assert [player_names(desk.looks("/players"))[who] for who in otter["members"]] == ["Ann", "Bob"]
    desk.did("register_roster", roster="name;rating\nRay;1650\n")  # as spreadsheets write it in French
    assert [(one["name"], one["rating"]) for one in desk.looks("/players")["items"][-1:]] == [("Ray", 1650)]
    desk.did("register_roster", roster="Pia\n\nQuentin\n")
    assert [one["name"] for one in desk.looks("/players")["items"][-2:]] == ["Pia", "Quentin"]


@pytest.mark.parametrize(
    ("roster", "errors"),
    [
        ("", ["1:1 There is nobody on the list."]),
        (
            "Ada;Navy\nBob",
            [
                "1:1 This list has columns without headings. Begin it with a line such as “name;rating”.",
            ],
        ),
        (
            "elo,club\n1,x\n",
            ["1:1 No column holds names. Headings of such a column: name, full name, player name."],
        ),
        (
            "name,rating\nPia,high\nAda,1\nPia,1,2\n",
            [
                "2:2 A rating is a whole number from 0 to 999999, and “high” is none.",
                "4:3 This line has 3 columns, not 2.",
            ],
        ),
        ("Pia\nAda\nPia\n", ["3:1 “Pia” is in the list twice."]),
        ("Pia\nAda\n", ["2:1 “Ada” is registered already."]),
    ],
)
def test_a_list_with_mistakes_is_told_line_by_line(desk: Desk, roster: str, errors: list[str]) -> None:
    reply = desk.does("register_roster", roster=roster or "\n")
    problem = json_of(reply)
    assert problem["type"] == "/api/v1/problems/invalid-roster"
    assert [f"{one['line']}:{one['column']} {one['detail']}" for one in problem["errors"]] == errors
    assert desk.looks()["registered"] == 4


@pytest.mark.parametrize(
    ("body", "pointer", "detail"),
    [
        ({"type": "drop"}, "/player", "Missing data for required field."),
        ({"type": "drop", "player": 7}, "/player", "Must be text."),
        ({"type": "drop", "player": "p", "ever": 1}, "/ever", "Unknown field."),
        ({"type": "publish", "stage": 0, "round": 1}, "/stage", "Must be a whole number from 1 to 100000."),
        (
            {"type": "pair", "round": 1, "tables": [{"number": 1, "seats": ["a", 2]}]},
            "/tables/0/seats/1",
            "Must be text.",
        ),
        ({"type": "dance"}, "/type", "a mapping with type: one of"),
        ({"type": []}, "/type", "a mapping with type: one of"),
        ({"type": "open_registration", "until": 32_480_000_000_000}, "/until", "Must be a time from 1970"),
        (
            {"type": "schedule", "stage": 1, "round": 1, "starts": "noon"},
            "/starts",
            "Must be a time from 1970",
        ),
        ({"type": "schedule", "stage": 1, "round": 1}, "/starts", "Missing data for required field."),
    ],
)
def test_a_body_of_the_wrong_shape_is_told_where(desk: Desk, body: Json, pointer: str, detail: str) -> None:
    reply = desk.api.post(f"/api/v1/tournaments/{desk.tournament}/commands", body, desk.token)
    assert reply.status_code == 422
    [error] = json_of(reply)["errors"]
    assert error["pointer"] == pointer
    assert detail in error["detail"]


def test_a_refusal_calls_players_by_name(desk: Desk) -> None:
    desk.did("drop", player=desk.players["Ada"])
    reply = desk.does("drop", player=desk.players["Ada"])
    assert json_of(reply)["detail"] == "Ada has dropped out already."


@pytest.mark.parametrize(
    ("plan", "problem", "told_of"),
    [
        ({"stages": [{"format": "swiss"}]}, "unsound", "Swiss rounds are announced"),
        ({"game": "tennis"}, "unknown-game", "tennis"),
        (
            {"stages": [{"format": "swiss", "rounds": 3, "options": [{"chapter": 9}]}]},
            "invalid-plan",
            "chapter",
        ),
        (
            {"online": True, "stages": [{"format": "swiss", "rounds": 3, "seats": [3]}]},
            "invalid-plan",
            "3 seats",
        ),
        (
            {"stages": [{"format": "swiss", "rounds": 3, "pools": [["GAS", "SAM"]]}]},
            "invalid-plan",
            "nobody plays just one character",
        ),
        (
            {"game": "villainous", "stages": [{"format": "pods", "pools": [["jafar", "scar"]]}]},
            "invalid-plan",
            "The cards have no “scar”",
        ),
        (
            {"game": "villainous", "stages": [{"format": "single_elimination", "pools": [["jafar"] * 2]}]},
            "unsound",
            "a pool has each character once",
        ),
        ({"title": " "}, "invalid-plan", "A title is one line"),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused(
    api: Api, services: Services, plan: Json, problem: str, told_of: str
) -> None:
    token = services.api_tokens.issue_token("desk-1", ["organize"]).token
    reply = api.post("/api/v1/tournaments", PLAN | plan, token)
    assert json_of(reply)["type"] == f"/api/v1/problems/{problem}"
    assert told_of in json_of(reply)["detail"]


def test_only_organizers_open_tournaments(api: Api, services: Services) -> None:
    issue = services.api_tokens.issue_token
    for token in (issue("a", ["judge"]).token, issue("b", ["organize"], event="spring").token):
        assert api.post("/api/v1/tournaments", PLAN, token).status_code == 403
    assert api.post("/api/v1/tournaments", PLAN).status_code == 401
