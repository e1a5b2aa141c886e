"""Players who register themselves, and ask for byes, over HTTP."""

from __future__ import annotations

from service.bootstrap import Services
from service.settings import Settings
from tests.service.client import Api, json_of
from tests.service.http.test_rate_limits import is_refused, limited

from .desk import Desk


def test_who_registers_itself_plays_with_its_token_or_its_key(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services)
    path, lin = f"/api/v1/tournaments/{desk.tournament}/players", {"name": "Lin"}
    assert "do not register themselves" in json_of(api.post(path, lin))["detail"]
    assert desk.looks()["registration"] is None
    desk.did("open_registration", limit=2)
    reply = api.post(path, lin)
    assert reply.status_code == 201
    guest = json_of(reply)
    desk.did("drop", guest["token"], player=guest["player"])
    account = json_of(api.post("/api/v1/players", {"name": "Zoe"}))
    entered = json_of(api.post(path, {}, account["key"]))
    assert (entered["player"], entered["token"]) == (account["id"], None)
    assert desk.looks()["registration"] == {"limit": 2, "until": None, "places": 1}
    for body, key, problem in (
        (lin, "", "invalid-roster"),
        ({}, "", "invalid-roster"),
        ({"name": "Zoe Zoe"}, account["key"], "invalid-roster"),
        ({}, account["key"], "not-now"),
        (lin, "nobody", "unknown-token"),
    ):
        assert json_of(api.post(path, body, key))["type"] == f"/api/v1/problems/{problem}"
    desk.did("close_registration")
    assert api.post(path, {"name": "Mae"}).status_code == 409
    assert desk.looks()["registered"] == 2


def test_registration_ends_at_a_time_that_may_be_left_out_again(desk: Desk, services: Services) -> None:
    until = "2999-10-03T11:00:00+02:00"
    desk.did("open_registration", until=until)
    assert desk.looks()["registration"]["until"] == "2999-10-03T09:00:00.000Z"
    stored = services.tournaments.get(desk.tournament).registration
    assert stored is not None
    assert stored.until == 32_495_936_400_000
    past = desk.does("open_registration", until="2001-01-01T00:00:00Z")
    assert (past.status_code, json_of(past)["detail"]) == (
        409,
        "The time until which players register is over already.",
    )
    desk.did("open_registration", until=None)
    assert desk.looks()["registration"]["until"] is None


def test_a_mistake_of_who_registers_itself_is_told_at_its_field(desk: Desk) -> None:
    desk.did("open_registration")
    problem = json_of(desk.api.post(f"/api/v1/tournaments/{desk.tournament}/players", {"name": "Ada"}))
    assert [(one["pointer"], one["detail"]) for one in problem["errors"]] == [
        ("/name", "“Ada” is registered already.")
    ]


def test_nobody_fills_a_tournament_alone(settings: Settings) -> None:
    with limited(settings, registrations="3/hour") as api:
        services = api.app.extensions["services"]
        desk = Desk.opens(api, services)
        desk.did("open_registration")
        path = f"/api/v1/tournaments/{desk.tournament}/players"
        assert [api.post(path, {"name": name}).status_code for name in ("Lin", "Mae", "Zoe")] == [201] * 3
        assert is_refused(api.post(path, {"name": "Pia"}), "registrations")


def test_players_ask_for_byes_without_points_and_organizers_for_any(desk: Desk) -> None:
    ada, grace = desk.players["Ada"], desk.players["Grace"]
    desk.did("ask_bye", desk.tokens["Ada"], player=ada, round=1)
    assert desk.does("ask_bye", desk.tokens["Ada"], player=ada, round=1, kind="half_bye").status_code == 403
    assert desk.does("ask_bye", desk.tokens["Ada"], player=grace, round=1).status_code == 403
    desk.did("ask_bye", player=grace, round=1, kind="half_bye")
    assert [(one["player"], one["kind"]) for one in desk.looks(token="")["requested"]] == [
        (ada, "zero_bye"),
        (grace, "half_bye"),
    ]
    desk.did("pair", round=1)
    assert desk.looks("/rounds/1")["byes"] == [
        {"player": who, "kind": kind, "asked": True}
        for who, kind in sorted([(ada, "zero_bye"), (grace, "half_bye")])
    ]
    refused = desk.does("withdraw_bye", desk.tokens["Ada"], player=ada, round=1)
    assert "ask an organizer" in json_of(refused)["detail"]
    desk.did("withdraw_bye", player=ada, round=1)
    desk.did("pair", round=1, why="Ada came after all")
    assert grace in [bye["player"] for bye in desk.looks("/rounds/1")["byes"]]
    assert ada not in [bye["player"] for bye in desk.looks("/rounds/1")["byes"] if bye["kind"] != "bye"]


def test_a_pairing_changed_by_hand_tells_what_it_costs_then(desk: Desk) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    for table in (1, 2):
        desk.enters(1, table, {"places": [1, 2]})
    desk.pairs(2, "Ada Lin", "Grace Mae")
    ids = desk.players
    tables = [
        {"number": number, "seats": [ids[one], ids[other]]}
        for number, (one, other) in enumerate([("Ada", "Grace"), ("Lin", "Mae")], 1)
    ]
    done = desk.did("change_pairing", stage=1, round=2, tables=tables, byes=[], why="they asked")
    assert done["facts"][-1]["event"]["costs"]["rematches"] == 2
    assert desk.looks("/rounds/2")["costs"]["rematches"] == 2
    strange = [{"number": 1, "seats": ["p-0000000000000000", ids["Ada"]]}]
    assert desk.does("change_pairing", stage=1, round=2, tables=strange, byes=[], why="?").status_code == 404


def test_a_penalty_is_taken_back(desk: Desk) -> None:
    given = desk.did("penalize", player=desk.players["Ada"], penalty="late", why="late", stage=1, points=1)
    done = desk.did("lift_penalty", penalty=given["seq"], why="it was Bob")
    assert done["facts"][-1]["event"]["player"] == desk.players["Ada"]
    assert {row["points"] for row in desk.looks("/standings")["standings"]} == {0}
