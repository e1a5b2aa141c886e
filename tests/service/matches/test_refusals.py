"""Bad input: a clear problem for each, and nothing appended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Api, Json, Pair, Player, json_of


@pytest.fixture(autouse=True)
def nothing_is_appended(pair: Pair, services: Services) -> Iterator[None]:
    """Counts the facts before and after."""
    before = services.store.position()
    yield
    assert services.store.position() == before


def refused(reply: TestResponse, status: int, slug: str) -> Json:
    """Returns the problem that *reply* is, and fails unless it is that one."""
    problem = json_of(reply)
    assert (reply.status_code, problem["type"]) == (status, f"/api/v1/problems/{slug}"), reply.text
    assert reply.content_type == "application/problem+json"
    assert problem["status"] == status
    assert problem["title"]
    assert problem["detail"]
    return problem


def answered(player: Player, body: Any, **headers: str) -> TestResponse:
    """Sends *body* as an answer of *player*."""
    return player.api.post(f"/api/v1/matches/{player.match}/answers", body, player.token, **headers)


# -- who, and what -----------------------------------------------------------------------------------


@pytest.mark.parametrize("match", ["1NG2V9SR8ZY8", "recount", "short", "%00" * 12, "1ng2v9sr8zy8"])
@pytest.mark.parametrize("what", ["", "/facts", "/facts/1/scene", "/narration", "/verification"])
def test_an_unknown_match(api: Api, match: str, what: str) -> None:
    refused(api.get(f"/api/v1/matches/{match}{what}"), 404, "unknown-match")


def test_answering_in_an_unknown_match(pair: Pair) -> None:
    reply = Player(pair.blue.api, "1NG2V9SR8ZY8", 0, pair.blue.token).answers("e1", after=1)
    refused(reply, 404, "unknown-match")


def test_an_unknown_game(api: Api) -> None:
    refused(api.get("/api/v1/games/tennis"), 404, "unknown-game")
    refused(api.get("/api/v1/games/tennis/facts.schema.json"), 404, "unknown-game")
    problem = refused(api.post("/api/v1/matches", {"game": "tennis"}), 422, "invalid")
    assert problem["errors"][0]["pointer"] == "/game"


def test_no_token(pair: Pair) -> None:
    reply = pair.public.answers("e1")
    refused(reply, 401, "unknown-token")
    assert reply.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("what", ["", "/facts", "/facts/1/scene", "/narration"])
def test_looking_with_a_wrong_token(pair: Pair, what: str) -> None:
    stranger = Player(pair.blue.api, pair.blue.match, None, "not-a-token")
    refused(stranger.get(what), 401, "unknown-token")
    refused(pair.public.get(what, Authorization="Basic Ymx1ZTpibHVl"), 401, "unknown-token")


def test_answering_with_a_wrong_token(pair: Pair) -> None:
    stranger = Player(pair.blue.api, pair.blue.match, 0, "not-a-token")
    refused(stranger.answers("e1", after=pair.blue.looks()["seq"]), 401, "unknown-token")


def test_the_token_of_another_match_plays_nothing_here(pair: Pair, services: Services) -> None:
    guest = Player(pair.blue.api, pair.blue.match, 0, "a" * 43)
    refused(guest.get(), 401, "unknown-token")


def test_an_answer_out_of_turn(pair: Pair) -> None:
    problem = refused(pair.red.answers("b7"), 403, "not-yours")
    assert problem["detail"] == "Seat 0 answers now, not seat 1."


def test_something_that_is_not_an_option(pair: Pair) -> None:
    problem = refused(pair.blue.answers("d4"), 422, "not-an-option")
    assert problem["rule"] == "SA-104"
    assert problem["options"] == ["e1", "f1"]
    assert (problem["least"], problem["most"]) == (1, 1)
    assert "d4" in problem["detail"]
    assert problem["errors"] == [{"pointer": "/picks/0", "detail": problem["detail"]}]


def test_too_many_picks(pair: Pair) -> None:
    problem = refused(pair.blue.answers("e1", "f1"), 422, "not-an-option")
    assert problem["errors"][0]["pointer"] == "/picks"


# -- when --------------------------------------------------------------------------------------------


def test_a_stale_etag(pair: Pair) -> None:
    now = pair.blue.looks()["seq"]
    for seen in (now - 1, now + 1):
        reply = pair.blue.answers("e1", after=seen)
        problem = refused(reply, 412, "stale")
        assert problem["seq"] == now
        assert reply.headers["ETag"] == f'"{now}"'


def test_a_tag_that_was_never_ours(pair: Pair) -> None:
    refused(pair.blue.answers("e1", If_Match='"abc"'), 412, "stale")


def test_an_answer_that_does_not_say_what_it_follows(pair: Pair) -> None:
    refused(answered(pair.blue, {"picks": ["e1"]}), 428, "if-match-required")


@pytest.mark.parametrize("seq", [0, 99, 2**70, 10**4000])
def test_a_moment_that_never_was(pair: Pair, seq: int) -> None:
    problem = refused(pair.public.get(f"/facts/{seq}/scene"), 404, "unknown-moment")
    assert f"There is no fact {seq}" in problem["detail"]


def test_a_position_that_never_was_is_as_good_as_the_last_one(pair: Pair, services: Services) -> None:
    position = services.store.position()
    last, later = (pair.public.get(f"?min_position={least}") for least in (position, position + 1))
    assert (later.status_code, later.data) == (200, last.data)


# -- shape -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b'{"picks": [',
        b"",
        b"picks",
        b"\xff",
        b'{"picks": ["\\ud800"]}',
        b'{"picks": [NaN]}',
        b'{"picks": ["\xc3\x28"]}',
        b"[" * 60_000,
    ],
)
def test_malformed_json(pair: Pair, body: bytes) -> None:
    client = pair.blue.api.app.test_client()
    path = f"/api/v1/matches/{pair.blue.match}/answers"
    refused(client.post(path, data=body, content_type="application/json"), 400, "malformed")


def test_a_body_that_is_not_marked_as_json(pair: Pair) -> None:
    client = pair.blue.api.app.test_client()
    reply = client.post(f"/api/v1/matches/{pair.blue.match}/answers", data=b'{"picks": ["e1"]}')
    refused(reply, 415, "not-json")


def test_a_body_that_is_too_large(pair: Pair) -> None:
    refused(answered(pair.blue, {"picks": ["e1" * 40_000]}), 413, "too-large")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"picks": ["e1"], "pikcs": []}, "/pikcs"),
        ({}, "/picks"),
        ({"picks": "e1"}, "/picks"),
        ({"picks": ["e1", 2]}, "/picks/1"),
        ({"picks": None}, "/picks"),
        ([], ""),
        ("e1", ""),
    ],
)
def test_an_answer_of_the_wrong_shape(pair: Pair, body: Any, pointer: str) -> None:
    problem = refused(answered(pair.blue, body), 422, "invalid")
    assert pointer in [error["pointer"] for error in problem["errors"]]


@pytest.mark.parametrize(
    ("body", "slug", "pointer"),
    [
        ({}, "invalid", "/game"),
        ({"game": "arena", "colour": "blue"}, "invalid", "/colour"),
        ({"game": "arena", "seats": 0}, "invalid", "/seats"),
        ({"game": "arena", "seats": 3}, "unplayable", "/seats"),
        ({"game": "arena", "options": {"chaptre": 1}}, "unplayable", "/options/chaptre"),
        ({"game": "arena", "options": {"chapter": 9}}, "unplayable", "/options/chapter"),
        ({"game": "arena", "options": {"edition": "de"}}, "unplayable", "/options/edition"),
        ({"game": "arena", "options": []}, "invalid", "/options"),
    ],
)
def test_a_match_that_cannot_be_opened(api: Api, body: Any, slug: str, pointer: str) -> None:
    problem = refused(api.post("/api/v1/matches", body), 422, slug)
    assert pointer in [error["pointer"] for error in problem["errors"]]


def test_an_option_is_refused_with_what_it_may_be(api: Api) -> None:
    told_why = refused(
        api.post("/api/v1/matches", {"game": "arena", "options": {"edition": "de"}}), 422, "unplayable"
    )
    assert told_why["detail"].endswith("option “edition”: Must be one of: en, fr, it.")


@pytest.mark.parametrize(
    ("path", "parameter"),
    [
        ("/api/v1/matches?limit=0", "limit"),
        ("/api/v1/matches?limit=many", "limit"),
        ("/api/v1/matches?status=lost", "status"),
        ("/api/v1/matches?since=yesterday", "since"),
        ("/api/v1/matches?colour=blue", "colour"),
        ("/api/v1/matches?cursor=/etc", "cursor"),
        ("/api/v1/matches/{match}?min_position=-1", "min_position"),
        ("/api/v1/matches/{match}/facts?after=-1", "after"),
        ("/api/v1/matches/{match}/facts?after=99999999999999999999999", "after"),
        ("/api/v1/matches/{match}/narration?lang=tlh", "lang"),
    ],
)
def test_a_query_of_the_wrong_shape(pair: Pair, path: str, parameter: str) -> None:
    problem = refused(pair.blue.api.get(path.format(match=pair.blue.match)), 422, "invalid")
    assert problem["errors"][0]["parameter"] == parameter


def test_a_page_that_is_not_there(api: Api) -> None:
    problem = refused(api.get("/nowhere"), 404, "not-found")
    assert problem["detail"] == "There is nothing at /nowhere."
    refused(api.get("/api/v1/problems/none"), 404, "not-found")


def test_a_method_that_is_not_there(api: Api) -> None:
    reply = api.post("/api/v1/games", {})
    refused(reply, 405, "method")
    assert "GET" in reply.headers["Allow"]


def test_a_form_that_is_not_there(pair: Pair) -> None:
    refused(pair.public.get("/facts", Accept="image/png"), 406, "not-acceptable")
    refused(pair.public.get("/narration", Accept="audio/mpeg"), 406, "not-acceptable")


def test_every_problem_has_a_page(api: Api) -> None:
    for kind in json_of(api.get("/api/v1/problems"))["items"]:
        assert json_of(api.get(kind["type"])) == kind
