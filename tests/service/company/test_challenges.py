"""Challenges: one player accepts, both sit at the same match, and nobody else gets a seat."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import select
from werkzeug.test import TestResponse

from service.bootstrap import Services
from service.company import challenges as service
from service.company import offers
from service.database.tables import challenge_ends
from service.settings import Settings
from tests.service.client import Api, Json, Player, json_of, seat_names
from tests.service.stores import on_both_stores

PATH = "/api/v1/challenges"


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Those of a service that pairs nobody by itself."""
    return replace(settings, runner=False)


def create_account(api: Api, name: str) -> Json:
    return json_of(api.post("/api/v1/players", {"name": name}))


def challenge(api: Api, **body: Any) -> Json:
    reply = api.post(PATH, {"game": "arena", "pace": "normal"} | body)
    assert reply.status_code == 201, reply.text
    return json_of(reply)


def accept(api: Api, created: Json, **body: Any) -> TestResponse:
    return api.post(f"{PATH}/{created['challenge']['id']}/acceptance", body)


def look(api: Api, created: Json) -> Json:
    return json_of(api.get(f"{PATH}/{created['challenge']['id']}"))


@on_both_stores
def test_a_challenge_by_link_seats_both_players_in_one_match(api: Api, services: Services) -> None:
    created = challenge(api, player="Ada")
    accepted = json_of(accept(api, created, player="Grace"))
    found = look(api, created)
    assert (found["state"], found["match"], found["seat"]) == (
        "accepted",
        accepted["match"],
        1 - accepted["seat"],
    )
    ada = Player(api, found["match"], found["seat"], created["token"])
    grace = Player(api, found["match"], accepted["seat"], accepted["token"])
    assert [seat_names(ada.looks())[seat] for seat in (found["seat"], accepted["seat"])] == ["Ada", "Grace"]
    asked = ada if ada.looks()["question"]["seat"] == ada.seat else grace
    assert asked.answers(asked.looks()["question"]["options"][0]).status_code == 201
    assert ada.looks()["clock"] == found["clock"]


@on_both_stores
def test_of_many_at_once_one_accepts(api: Api, services: Services) -> None:
    created = challenge(api, player="Ada")
    with ThreadPoolExecutor(4) as pool:
        replies = [*pool.map(lambda name: accept(api, created, player=name), ("Bea", "Cid", "Dot", "Eve"))]
    assert sorted(reply.status_code for reply in replies) == [201, 409, 409, 409]
    services.runner.catch_up()
    assert len(json_of(api.get("/api/v1/matches"))["items"]) == 1


def test_a_named_player_alone_accepts_or_declines(api: Api, services: Services) -> None:
    ada, grace, lin = (create_account(api, name) for name in ("Ada", "Grace", "Lin"))
    created = challenge(api, key=ada["key"], opponent=grace["id"])
    listed = json_of(api.get(f"/api/v1/players/{grace['id']}/challenges", grace["key"]))["items"]
    assert [item["id"] for item in listed] == [created["challenge"]["id"]]
    assert api.get(f"/api/v1/players/{grace['id']}/challenges", lin["key"]).status_code == 403
    assert accept(api, created, key=lin["key"]).status_code == 403
    assert accept(api, created, player="Grace again").status_code == 403
    path = f"{PATH}/{created['challenge']['id']}"
    delete = api.app.test_client().delete
    assert delete(path, headers={"Authorization": f"Bearer {lin['key']}"}).status_code == 403
    assert delete(path, headers={"Authorization": f"Bearer {grace['key']}"}).status_code == 204
    assert look(api, created)["state"] == "declined"
    assert accept(api, created, key=grace["key"]).status_code == 409


def test_the_challenger_withdraws_with_the_token(api: Api) -> None:
    created = challenge(api, player="Ada")
    headers = {"Authorization": f"Bearer {created['token']}"}
    path = f"{PATH}/{created['challenge']['id']}"
    assert api.app.test_client().delete(path, headers=headers).status_code == 204
    assert look(api, created)["state"] == "withdrawn"


def test_a_challenge_expires(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(offers, "LIFETIME_MS", -1)
    created = challenge(api, player="Ada")
    assert look(api, created)["state"] == "expired"
    assert accept(api, created, player="Grace").status_code == 409


def test_matches_between_accounts_are_rated_unless_they_are_friendly(api: Api, services: Services) -> None:
    ada, grace = (create_account(api, name) for name in ("Ada", "Grace"))
    friendly_matches = {}
    for friendly in (False, True):
        created = challenge(api, key=ada["key"], friendly=friendly)
        if not friendly:
            refused = accept(api, created, player="Guest")
            assert (refused.status_code, json_of(refused)["errors"][0]["pointer"]) == (422, "/player")
        accepted = json_of(accept(api, created, key=grace["key"]))
        friendly_matches[accepted["match"]] = friendly
        path = f"/api/v1/matches/{accepted['match']}/concession"
        assert api.post(path, None, accepted["token"]).status_code == 201
    services.runner.catch_up()
    matches = json_of(api.get(f"/api/v1/players/{ada['id']}/matches"))["items"]
    assert {match["match"]: not match["rated"] for match in matches} == friendly_matches


def test_accounts_alone_challenge_a_player_by_name_and_once_at_a_time(api: Api) -> None:
    ada, grace = (create_account(api, name) for name in ("Ada", "Grace"))
    body = {"game": "arena", "pace": "normal", "opponent": ada["id"]}
    refused = api.post(PATH, body | {"player": "Guest"})
    assert (refused.status_code, json_of(refused)["errors"][0]["pointer"]) == (422, "/player")
    created = challenge(api, **body, key=grace["key"])
    assert api.post(PATH, body | {"key": grace["key"]}).status_code == 409
    own = challenge(api, key=ada["key"])
    listed = json_of(api.get(f"/api/v1/players/{ada['id']}/challenges", ada["key"]))["items"]
    assert [item["id"] for item in listed] == [one["challenge"]["id"] for one in (own, created)]


@on_both_stores
def test_the_challenges_of_an_erased_account_end(api: Api, services: Services) -> None:
    ada, grace = (create_account(api, name) for name in ("Ada", "Grace"))
    by_ada, to_ada = challenge(api, key=ada["key"]), challenge(api, key=grace["key"], opponent=ada["id"])
    entry = json_of(api.post("/api/v1/queue", {"game": "arena", "pace": "day", "key": ada["key"]}))
    services.accounts.delete_account(ada["id"], ada["key"])
    states = [look(api, created)["state"] for created in (by_ada, to_ada, entry)]
    assert states == ["withdrawn", "declined", "withdrawn"]
    assert accept(api, by_ada, key=grace["key"]).status_code == 409
    assert services.company.challenges.list_waiting() == []


@on_both_stores
def test_a_challenge_is_deleted_together_with_its_end(api: Api, services: Services) -> None:
    created = challenge(api, player="Ada")
    accept(api, created, player="Grace")
    rows = services.company.challenges._rows
    expires = services.company.challenges.load_challenge(created["challenge"]["id"]).challenge.expires
    rows.sweep_challenges(expires)
    assert look(api, created)["state"] == "accepted"
    rows.sweep_challenges(expires + 1)
    assert api.get(f"{PATH}/{created['challenge']['id']}").status_code == 404
    assert services.store.database.select_rows(select(challenge_ends)) == []


def test_nobody_challenges_themselves_or_a_guest_or_too_many(
    api: Api, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = create_account(api, "Ada")
    body = {"game": "arena", "pace": "quick", "key": ada["key"]}
    assert api.post(PATH, body | {"opponent": ada["id"]}).status_code == 422
    assert api.post(PATH, body | {"opponent": "p-00000000000000ff"}).status_code == 404
    assert accept(api, challenge(api, key=ada["key"]), key=ada["key"]).status_code == 422
    monkeypatch.setattr(service, "MAX_OPEN", 1)
    assert api.post(PATH, body).status_code == 409
