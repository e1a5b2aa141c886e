"""The judge's desk: who comes to it, what it records, and what a ruling would bring about."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.bootstrap import Services
from tests.service.client import Json, Pair, json_of
from tests.service.judges import disputes, judge, moves, refused, says, start_first_turn

RULE = "SA-303"


@pytest.fixture
def browser(app: Flask) -> FlaskClient:
    """A browser that nobody has used yet."""
    return app.test_client()


def csrf(page: TestResponse) -> str:
    found = re.search(r'name="csrf-token" content="([^"]+)"', page.text)
    assert found is not None
    return found[1]


def enters(browser: FlaskClient, token: str, match: str = "") -> TestResponse:
    """Gives an API token at the door."""
    page = browser.get("/judge")
    return browser.post("/judge", data={"csrf": csrf(page), "token": token, "match": match})


def looks(pair: Pair) -> int:
    """How often the record says that a judge looked."""
    return sum(fact["event"]["type"] == "table.JudgeLooked" for fact in pair.public.facts())


def foresees(browser: FlaskClient, match: str, **ruling: object) -> TestResponse:
    page = browser.get(f"/m/{match}/desk")
    body = {"rules": [RULE], "text": "So it is."} | ruling
    headers = {"X-CSRF-Token": csrf(page), "X-Viewer": "judge"}
    return browser.post(f"/api/v1/matches/{match}/rulings/preview", json=body, headers=headers)


# -- the door ------------------------------------------------------------------------------------------


def test_the_desk_sends_whoever_has_no_api_token_to_the_door(pair: Pair, browser: FlaskClient) -> None:
    reply = browser.get(f"/m/{pair.blue.match}/desk")
    assert reply.status_code == 302
    assert reply.location == f"/judge?match={pair.blue.match}"


def test_a_judges_api_token_is_entered_once(pair: Pair, services: Services, browser: FlaskClient) -> None:
    whistle = judge(services, pair)
    reply = enters(browser, whistle.token, pair.blue.match)
    assert reply.location == f"/m/{pair.blue.match}/desk"
    assert "judge-7f3a" in browser.get(f"/m/{pair.blue.match}/desk").text
    browser.post("/judge/leave", data={"csrf": csrf(browser.get("/judge"))})
    assert browser.get(f"/m/{pair.blue.match}/desk").status_code == 302


def test_other_api_tokens_and_tokens_do_not_open_the_desk(
    pair: Pair, services: Services, browser: FlaskClient
) -> None:
    organizer = services.api_tokens.issue_token("league", ["organize"]).token
    assert enters(browser, organizer).status_code == 403
    assert enters(browser, pair.blue.token).status_code == 401
    assert browser.get(f"/m/{pair.blue.match}/desk").status_code == 302


def test_the_token_is_in_no_page_and_no_readable_cookie(
    pair: Pair, services: Services, browser: FlaskClient
) -> None:
    whistle = judge(services, pair)
    reply = enters(browser, whistle.token, pair.blue.match)
    assert all("HttpOnly" in cookie for cookie in reply.headers.getlist("Set-Cookie"))
    assert whistle.token not in browser.get(f"/m/{pair.blue.match}/desk").text
    assert whistle.token not in browser.get("/judge").text


def test_entering_an_api_token_needs_the_token_of_the_page(
    pair: Pair, services: Services, browser: FlaskClient
) -> None:
    browser.get("/judge")
    reply = browser.post("/judge", data={"token": judge(services, pair).token})
    assert reply.status_code == 403
    assert browser.get(f"/m/{pair.blue.match}/desk").status_code == 302


# -- hidden information --------------------------------------------------------------------------------


def test_opening_the_desk_is_no_look_and_asking_as_judge_is_one(
    pair: Pair, services: Services, browser: FlaskClient
) -> None:
    enters(browser, judge(services, pair).token)
    match = pair.blue.match
    browser.get(f"/m/{match}/desk")
    browser.get(f"/m/{match}")
    public = browser.get(f"/api/v1/matches/{match}/frames", headers={"X-Viewer": "spectator"}).get_json()
    by_default = browser.get(f"/api/v1/matches/{match}/frames").get_json()
    assert public["first"]["viewer"] == by_default["first"]["viewer"] == "spectator"
    assert looks(pair) == 0
    seen = browser.get(f"/api/v1/matches/{match}/frames", headers={"X-Viewer": "judge"}).get_json()
    assert seen["first"]["viewer"] == "judge"
    assert looks(pair) == 1


# -- what a ruling would bring about -------------------------------------------------------------------


def test_a_rewind_is_foreseen_and_nothing_of_it_kept(
    pair: Pair, services: Services, browser: FlaskClient
) -> None:
    asked = start_first_turn(pair).public.looks()
    moves(pair)
    enters(browser, judge(services, pair).token)
    reply = foresees(browser, pair.blue.match, outcome="rewind", to=asked["seq"])
    foreseen = json_of(reply)
    assert reply.status_code == 200
    assert foreseen["scene"]["question"]["prompt"] == asked["question"]["prompt"]
    assert foreseen["scene"]["board"]["figures"] == asked["board"]["figures"]
    assert f"goes on from fact {asked['seq']}" in foreseen["lines"][-1]["text"]
    kinds = {fact["event"]["type"] for fact in pair.public.facts()}
    assert not kinds & {"table.DisputeOpened", "table.Ruled", "table.Rewound"}


def test_a_correction_is_foreseen_as_it_is_made(pair: Pair, services: Services, browser: FlaskClient) -> None:
    start_first_turn(pair)
    whistle = judge(services, pair)
    disputes(pair.blue)
    enters(browser, whistle.token)
    correction: Json = {
        "outcome": "correction",
        "facts": ["arena.VictoryPointsGained team=1 points=2 total=2"],
    }
    foreseen = json_of(foresees(browser, pair.blue.match, **correction))
    body = {"rules": [RULE], "text": "So it is."} | correction
    assert says(whistle, "/disputes/1/rulings", body).status_code == 201
    assert foreseen["scene"]["board"] == whistle.looks()["board"]
    assert foreseen["scene"]["board"]["points"] == [0, 2]


def test_what_cannot_be_ruled_cannot_be_foreseen(
    pair: Pair, services: Services, browser: FlaskClient
) -> None:
    enters(browser, judge(services, start_first_turn(pair)).token)
    status, where, sentence = refused(foresees(browser, pair.blue.match, outcome="rewind", to=4000))
    assert (status, where) == (422, "/to")
    assert "facts 1 to" in sentence


def test_players_foresee_nothing(pair: Pair) -> None:
    body = {"outcome": "rewind", "to": 1, "rules": [RULE], "text": "Back."}
    reply = pair.blue.api.post(f"/api/v1/matches/{pair.blue.match}/rulings/preview", body, pair.blue.token)
    assert reply.status_code == 403


# -- the page of a match -------------------------------------------------------------------------------


def test_the_page_of_a_match_has_a_form_for_those_who_play(pair: Pair, browser: FlaskClient) -> None:
    """Who sits in this browser can open a case; who watches sees them."""
    watching = browser.get(f"/m/{pair.blue.match}").text
    assert 'id="disputes"' in watching
    assert 'id="dispute-form"' not in watching
    form = {"csrf": csrf(browser.get("/lobby")), "game": "arena", "seats": "2", "player": "Ada"}
    own = browser.post("/new", data=form).location
    assert 'id="dispute-form"' in browser.get(own).text
