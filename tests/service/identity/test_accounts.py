"""Accounts: a name proves nothing, a key does. Nobody gets the id, the feed or the history of another."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Api, Json, Player, json_of
from tests.service.identity.test_players import sat_down


def account(api: Api, name: str = "Ada") -> Json:
    reply = api.post("/api/v1/players", {"name": name})
    assert reply.status_code == 201, reply.text
    return json_of(reply)


def claims(api: Api, **who: str) -> TestResponse:
    opened = api.opens()
    return api.post(f"/api/v1/matches/{opened['id']}/seats/0/claim", who, opened["claims"][0])


def plays(api: Api, **who: str) -> str:
    """Sits down in a new match, and returns it."""
    reply = claims(api, **who)
    assert reply.status_code == 201, reply.text
    return str(json_of(reply)["receipt"]["match"])


def id_in(api: Api, match: str) -> str:
    [id] = sat_down(Player(api, match))
    return id


def listed(api: Api, services: Services, player: str) -> set[str]:
    page = json_of(api.get(f"/api/v1/matches?player={player}&min_position={services.store.position()}"))
    return {entry["id"] for entry in page["items"]}


def fed(api: Api, player: str) -> set[str]:
    return {notice["subject"]["id"] for notice in json_of(api.get(f"/api/v1/facts?player={player}"))["items"]}


def problem(reply: TestResponse) -> tuple[int, str]:
    return reply.status_code, json_of(reply)["type"].removeprefix("/api/v1/problems/")


def accounts_of(scene: Json) -> list[bool]:
    """Returns whether the player of each seat has an account."""
    return [bool(player and player["account"]) for player in scene["players"]]


def test_who_is_seated_by_the_name_of_an_account_is_not_that_player(api: Api, services: Services) -> None:
    ada = account(api)
    mine = plays(api, key=ada["key"])
    assert id_in(api, mine) == ada["id"]
    for alike in ("Ada", "ADA", " ada ", "A\u0064\u0061"):
        assert problem(claims(api, player=alike)) == (409, "name-taken")
    assert listed(api, services, "Ada") == fed(api, "Ada") == {mine}


def test_guests_of_one_name_are_two_players(api: Api, services: Services) -> None:
    one, other = plays(api, player="Grace"), plays(api, player="Grace")
    ids = [id_in(api, match) for match in (one, other)]
    assert ids[0] != ids[1]
    for match, id in zip((one, other), ids, strict=True):
        assert listed(api, services, id) == fed(api, id) == {match}
    assert listed(api, services, "Grace") == {one, other}, "by a name: whoever gave it"


def test_a_name_means_its_account_and_not_the_guests_who_gave_it_before(api: Api, services: Services) -> None:
    before = plays(api, player="Ada")
    ada = account(api)
    after = plays(api, key=ada["key"])
    assert listed(api, services, "Ada") == fed(api, "Ada") == {after}
    entries = json_of(api.get(f"/api/v1/matches?min_position={services.store.position()}"))["items"]
    first = {entry["id"]: entry["sides"][0]["players"][0] for entry in entries}
    marks = {match: (player["name"], player["account"]) for match, player in first.items()}
    assert marks == {before: ("Ada", False), after: ("Ada", True)}


def test_an_id_is_told_as_an_account_a_guest_a_bot_or_nobody(api: Api) -> None:
    ada, guest = account(api), id_in(api, plays(api, player="Grace"))
    opened = api.opens(bots={"1": "greedy"})
    [bot] = sat_down(Player(api, opened["id"]))
    shown = [json_of(api.get(f"/api/v1/players/{id}")) for id in (ada["id"], guest, bot)]
    assert [(one["name"], one["account"]) for one in shown] == [
        ("Ada", True), ("Grace", False), ("Bot 2", False),
    ]  # fmt: skip
    assert problem(api.get("/api/v1/players/p-0123456789abcdef")) == (404, "unknown-player")


@pytest.mark.parametrize("alike", ["Ada", "ADA", "\u0410\u0414\u0410", "Bot 1", "bot l"])
def test_no_second_account_looks_like_the_first_nor_like_a_bot(api: Api, alike: str) -> None:
    account(api, "ADA" if alike.isascii() else "A\u0414A".replace("\u0414", "D"))
    reply = api.post("/api/v1/players", {"name": alike})
    if alike == "\u0410\u0414\u0410":  # no Cyrillic letter looks like a Latin “D”
        assert reply.status_code == 201
    else:
        assert problem(reply) == (409, "name-taken")


def test_names_of_other_scripts_that_look_the_same_are_one(api: Api) -> None:
    account(api, "coca")
    assert problem(api.post("/api/v1/players", {"name": "\u0441\u043e\u0441\u0430"})) == (409, "name-taken")
    assert problem(claims(api, player="\u0421\u041e\u0421\u0410")) == (409, "name-taken")


def test_bots_are_the_same_in_every_match_and_nobody_else(api: Api) -> None:
    matches = [api.opens(bots={"1": "greedy"})["id"] for _ in "ab"]
    assert id_in(api, matches[0]) == id_in(api, matches[1])
    assert problem(claims(api, player="Bot 2")) == (409, "name-taken")


def test_a_seat_is_taken_by_a_name_or_with_a_key_and_not_with_a_wrong_one(api: Api) -> None:
    ada = account(api)
    assert claims(api).status_code == 422
    assert claims(api, player="Grace", key=ada["key"]).status_code == 422
    assert problem(claims(api, key="no such key")) == (401, "unknown-token")


def test_who_is_refused_a_seat_is_kept_as_nobody(api: Api, services: Services) -> None:
    opened = api.opens()
    api.seats(opened, 0, "Ada")
    path = f"/api/v1/matches/{opened['id']}/seats/0/claim"
    assert problem(api.post(path, {"player": "Mallory"}, opened["claims"][0])) == (409, "wrong-moment")
    assert services.store.people.people_called("Mallory") == []


def test_a_rematch_keeps_who_sat_there(api: Api, services: Services) -> None:
    ada, opened = account(api), api.opens()
    path = f"/api/v1/matches/{opened['id']}/seats/0/claim"
    token = json_of(api.post(path, {"key": ada["key"]}, opened["claims"][0]))["token"]
    guest = api.seats(opened, 1, "Grace")
    assert api.post(f"/api/v1/matches/{opened['id']}/concession", None, token).status_code == 201
    then = services.rematches.join_rematch(opened["id"], token).match
    services.rematches.join_rematch(opened["id"], guest.token)
    assert sat_down(Player(api, then)) == sat_down(guest)


def test_a_commentary_is_marked_with_its_author_account(api: Api) -> None:
    ada, match = account(api), plays(api, player="Grace")
    path = f"/api/v1/matches/{match}/commentaries"
    assert problem(api.post(path, {"title": "Mine", "author": "Ada"})) == (409, "name-taken")
    assert api.post(path, {"title": "Mine", "author": "Ada", "key": ada["key"]}).status_code == 422
    assert json_of(api.post(path, {"title": "Mine", "key": ada["key"]}))["account"] is True
    assert json_of(api.post(path, {"title": "Hers", "author": "Grace"}))["account"] is False
    found = json_of(api.get(path))["items"]
    assert {one["author"]: one["account"] for one in found} == {"Ada": True, "Grace": False}


def test_an_account_is_renamed_with_its_key_alone_and_caches_are_told(api: Api) -> None:
    ada, eve = account(api), account(api, "Eve")
    match = plays(api, key=ada["key"])
    before = api.get(f"/api/v1/matches/{match}")
    assert (json_of(before)["players"][0]["name"], accounts_of(json_of(before))) == ("Ada", [True, False])
    path = f"/api/v1/players/{ada['id']}"
    for key, refused in (("", 401), ("none", 401), (eve["key"], 403)):
        assert (
            api.app.test_client().put(path, json={"name": "Zed"}, headers=_with(key)).status_code == refused
        )
    taken = api.app.test_client().put(path, json={"name": "EVE"}, headers=_with(ada["key"]))
    assert problem(taken) == (409, "name-taken")
    for name in ("ada", "Ada Lovelace"):
        renamed = api.app.test_client().put(path, json={"name": name}, headers=_with(ada["key"]))
        assert json_of(renamed) == {"id": ada["id"], "name": name, "account": True}
    after = api.get(f"/api/v1/matches/{match}", If_None_Match=before.headers["ETag"])
    assert (after.status_code, json_of(after)["players"][0]["name"]) == (200, "Ada Lovelace")
    assert account(api)["id"] != ada["id"], "the name is free again"


def test_a_name_that_becomes_an_account_changes_the_tag_of_its_matches(api: Api, services: Services) -> None:
    match = plays(api, player="Ada")
    before = api.get(f"/api/v1/matches/{match}").headers["ETag"]
    services.accounts.issue_key(id_in(api, match))
    after = api.get(f"/api/v1/matches/{match}", If_None_Match=before)
    assert (after.status_code, accounts_of(json_of(after))) == (200, [True, False])


def test_a_new_key_takes_the_place_of_the_old_one(api: Api) -> None:
    ada = account(api)
    path = f"/api/v1/players/{ada['id']}/key"
    renewed = api.post(path, None, ada["key"])
    assert (renewed.status_code, renewed.headers["Cache-Control"]) == (201, "no-store")
    assert problem(claims(api, key=ada["key"])) == (401, "unknown-token")
    assert problem(api.post(path, None, ada["key"])) == (401, "unknown-token")
    assert id_in(api, plays(api, key=json_of(renewed)["key"])) == ada["id"]


def test_an_account_is_ended_and_its_name_told_nowhere_any_more(api: Api, services: Services) -> None:
    ada = account(api)
    match = plays(api, key=ada["key"])
    gone = api.app.test_client().delete(f"/api/v1/players/{ada['id']}", headers=_with(ada["key"]))
    assert gone.status_code == 204
    shown = json_of(api.get(f"/api/v1/matches/{match}"))
    assert shown["players"][0]["name"] == f"player {ada['id'][2:6]}"
    assert accounts_of(shown) == [False, False]
    assert problem(claims(api, key=ada["key"])) == (401, "unknown-token")
    assert problem(api.get(f"/api/v1/players/{ada['id']}")) == (404, "unknown-player")
    assert account(api)["id"] != ada["id"]


def test_the_operator_forgets_accounts_and_guests_alike(api: Api, services: Services) -> None:
    plays(api, player="Ada")
    ada, guest = account(api), id_in(api, plays(api, player="Grace"))
    people = services.erasure
    assert people.erase_names("Ada") == 2
    assert problem(claims(api, key=ada["key"])) == (401, "unknown-token")
    assert people.erase_names(guest) == 1
    assert services.store.people.find_people([ada["id"], guest]) == []


def test_the_store_holds_no_key(api: Api, services: Services) -> None:
    ada = account(api)
    [row] = services.store.people.find_people([ada["id"]])
    assert ada["key"] not in row
    assert len(row.digest) == 64


def _with(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}
