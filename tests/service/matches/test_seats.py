"""Taking a seat: once, with its own token."""

from __future__ import annotations

import pytest
from werkzeug.test import TestResponse

from tests.service.client import Api, Json, json_of


@pytest.fixture
def opened(api: Api) -> Json:
    """A match just opened."""
    return api.opens()


def claim(api: Api, opened: Json, seat: int, token: str, **body: str) -> TestResponse:
    """Claims a seat for Ada."""
    path = f"/api/v1/matches/{opened['id']}/seats/{seat}/claim"
    return api.post(path, {"player": "Ada"} | body, token)


def test_a_seat_that_is_taken(api: Api, opened: Json) -> None:
    api.seats(opened, 0, "Bo")
    reply = claim(api, opened, 0, opened["claims"][0])
    assert (reply.status_code, json_of(reply)["detail"]) == (409, "Seat 0 is taken.")


def test_a_claim_without_a_token(api: Api, opened: Json) -> None:
    assert claim(api, opened, 0, "").status_code == 401


def test_a_claim_with_a_wrong_token(api: Api, opened: Json) -> None:
    assert claim(api, opened, 0, "wrong").status_code == 401


def test_a_claim_with_the_token_of_another_seat(api: Api, opened: Json) -> None:
    reply = claim(api, opened, 0, opened["claims"][1])
    assert (reply.status_code, json_of(reply)["detail"]) == (403, "This claim token is for another seat.")


def test_a_seat_that_is_not_there(api: Api, opened: Json) -> None:
    reply = claim(api, opened, 2, opened["claims"][0])
    assert (reply.status_code, json_of(reply)["type"]) == (404, "/api/v1/problems/unknown-seat")


def test_a_player_without_a_name(api: Api, opened: Json) -> None:
    reply = claim(api, opened, 0, opened["claims"][0], player="")
    assert (reply.status_code, json_of(reply)["errors"][0]["pointer"]) == (422, "/player")


def test_an_answer_before_everyone_is_seated(api: Api, opened: Json) -> None:
    ada = api.seats(opened, 0, "Ada")
    reply = ada.answers("e1")
    assert (reply.status_code, json_of(reply)["detail"]) == (409, "Not every seat is claimed yet.")


def test_a_claim_token_plays_nothing(api: Api, opened: Json) -> None:
    assert api.get(f"/api/v1/matches/{opened['id']}", opened["claims"][0]).status_code == 401


@pytest.mark.parametrize(
    "name", [" ", "\u00a0", "Ada\nBo", "Ada\x00", "Ada\x1b[2J", "\u202eadA", "Ada\u2028Bo"]
)
def test_a_name_that_does_not_show_as_what_it_is(api: Api, opened: Json, name: str) -> None:
    reply = claim(api, opened, 0, opened["claims"][0], player=name)
    assert reply.status_code == 422
    assert json_of(reply)["errors"] == [
        {"pointer": "/player", "detail": "A name is one line, not blank, without control characters."}
    ]


@pytest.mark.parametrize("name", ["Ada", "Ada Lovelace", "Ünï 😀", "日本", "<b>"])
def test_a_name_of_any_people(api: Api, opened: Json, name: str) -> None:
    assert claim(api, opened, 0, opened["claims"][0], player=name).status_code == 201
