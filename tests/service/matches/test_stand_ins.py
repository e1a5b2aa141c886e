"""A bot plays on for who leaves a match of three and more, over HTTP, once all others agree."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Api, Player, json_of, wait_for

from .test_agreements import does, kinds, why
from .test_retirement import three


def offers(player: Player, **body: Any) -> TestResponse:
    return player.api.post(f"/api/v1/matches/{player.match}/stand-in", body, player.token)


def asked_seat(player: Player) -> int | None:
    question = player.looks()["question"]
    return int(question["seat"]) if question else None


def declines(player: Player) -> TestResponse:
    return player.api.post(f"/api/v1/matches/{player.match}/decline", {"what": "standin"}, player.token)


def table_of(player: Player) -> Any:
    return json_of(player.api.get(f"/m/{player.match}/table", player.token))


def test_a_bot_plays_on_for_who_goes_and_the_others_play_against_it(api: Api, services: Services) -> None:
    ann, bob, cy = three(api)
    assert kinds(offers(ann, bot="random")) == ["StandInOffered"]
    assert [("acceptStandIn" in table_of(player)["may"]) for player in (ann, bob, cy)] == [False, True, True]
    assert table_of(bob)["standIn"] == {"leaver": 0, "bot": "random", "level": "random"}
    assert kinds(offers(bob)) == ["StandInOffered"]
    assert bob.looks()["question"]["seat"] == 0
    before = bob.looks()["ply"]
    assert kinds(offers(cy)) == ["StandInOffered", "SeatHandedOver"]
    wait_for(lambda: asked_seat(bob) == 1, "the bot plays its turn")
    assert bob.looks()["ply"] > before
    assert json_of(bob.get("/verification"))["ok"] is True
    story = bob.get("/narration", Accept="text/plain").text
    assert "Ann offers that a bot plays on for Ann." in story
    assert "A bot plays on for Ann, as all at the table agree." in story
    assert "Bot Ann" in story


def test_who_went_sees_no_more_than_the_public(api: Api, services: Services) -> None:
    ann, bob, cy = three(api)
    assert any(ann.looks()["board"]["realms"][0]["hand"])
    for player in (ann, bob, cy):
        offers(player)
    wait_for(lambda: asked_seat(bob) == 1, "the bot plays its turn")
    departed, public = ann.looks(), Player(api, ann.match).looks()
    assert departed == public
    assert not any(departed["board"]["realms"][0]["hand"])
    assert ann.facts() == Player(api, ann.match).facts()
    assert ann.answers("anything").status_code == 401
    assert does(ann, "retirement").status_code == 401
    left = table_of(ann)
    assert (left["may"], left["seat"]) == ([], None)
    assert [seat["standIn"] for seat in left["seats"]] == [True, False, False]


def test_who_went_from_a_private_match_may_watch_it_on(api: Api) -> None:
    ann, bob, cy = three(api, private=True)
    for player in (ann, bob, cy):
        offers(player)
    assert ann.looks()["viewer"] == "spectator"
    assert Player(api, ann.match).get().status_code == 403


def test_a_bot_plays_for_a_seat_that_has_left_unless_somebody_declines(api: Api) -> None:
    ann, bob, cy = three(api)
    does(ann, "retirement")
    assert table_of(bob)["leavers"] == [1, 0]
    offers(bob, seat=0, bot="greedy")
    assert kinds(declines(cy)) == ["OfferDeclined"]
    assert table_of(bob)["declined"]["seat"] == 2
    assert bob.looks()["board"]["retired"] == [0]
    offers(bob, seat=0, bot="greedy")
    assert kinds(offers(cy)) == ["StandInOffered", "SeatHandedOver"]
    assert bob.looks()["board"]["retired"] == []


def test_the_result_tells_that_a_bot_played_on_and_counts_for_nobody(api: Api, services: Services) -> None:
    ann, bob, cy = three(api)
    for player in (ann, bob, cy):
        offers(player)
    does(bob, "retirement")
    does(cy, "retirement")
    sides = json_of(api.get(f"/api/v1/matches/{ann.match}"))["sides"]
    assert [(side["place"], side["stand_ins"]) for side in sides] == [(1, [0]), (3, []), (2, [])]
    assert json_of(api.get(f"/m/{ann.match}/summary"))["sides"][0] == "Ann (bot)"
    services.runner.catch_up()
    assert "Ann (bot) won" in api.get("/lobby?studies=yes").text
    position = services.store.position()
    won = json_of(api.get(f"/api/v1/matches?winner=Ann&min_position={position}"))["items"]
    [listed] = json_of(api.get(f"/api/v1/matches?min_position={position}"))["items"]
    assert (won, listed["bots"]) == ([], [0])


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"bot": "oracle"}, 422),
        ({"seat": 9}, 409),
        ({"seat": 1}, 409),
        ({"seat": "x"}, 422),
        ({"who": 1}, 422),
    ],
)
def test_no_other_bot_and_no_other_seat_is_offered(api: Api, body: Any, status: int) -> None:
    ann, *_ = three(api)
    before = ann.looks()["seq"]
    assert offers(ann, **body).status_code == status
    assert ann.looks()["seq"] == before


def test_at_a_table_of_an_event_no_bot_plays_on(api: Api, services: Services) -> None:
    organizer = services.api_tokens.issue_token("desk", ["organize"]).token
    body = {"game": "villainous", "seats": 3, "event": "spring-open"}
    opened = json_of(api.post("/api/v1/matches", body, organizer))
    ann, *_ = [api.seats(opened, seat, name) for seat, name in enumerate(("Ann", "Bob", "Cy"))]
    assert why(offers(ann)) == (409, "This match belongs to an event: no bot plays a seat of it on.")
    assert "offerStandIn" not in table_of(ann)["may"]
