"""A recording begins by a form or at the desk of a tournament, and its link makes a browser the scribe's."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, json_of
from tests.service.tournaments.desk import Desk

FORM = {"game": "arena", "option.chapter": "1", "player.0": "Ana", "player.1": "Ben"}


@pytest.fixture
def tablet(app: Flask) -> Browser:
    return Browser(app)


def open_recording(tablet: Browser) -> str:
    """Returns a recording that somebody has begun by the form."""
    reply = tablet.post("/new/record", FORM)
    assert reply.status_code == 303, text(reply)
    return reply.location.split("/")[2]


def test_a_recording_begins_with_its_players_in_their_seats(api: Api, tablet: Browser) -> None:
    match = open_recording(tablet)
    page = tablet.get(f"/m/{match}/record")
    assert "Ana – Ben" in page.text
    players = json_of(api.get(f"/api/v1/matches/{match}"))["players"]
    assert [player["name"] for player in players] == ["Ana", "Ben"]
    [question] = json_of(api.get(f"/api/v1/matches/{match}/entries/choices"))["questions"]
    assert question["question"]["prompt"] == "begin"


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"player.0": ""}, "Name the players of the first seats: one is left out."),
        ({"player.1": ""}, "seats"),
        ({"option.chapter": "9"}, "chapter"),
    ],
)
def test_a_form_that_opens_nothing_comes_back_with_the_reason(
    tablet: Browser, change: dict[str, str], reason: str
) -> None:
    reply = tablet.post("/new/record", FORM | change)
    assert reply.status_code == 422
    assert reason in text(reply)
    assert 'value="Ben"' in reply.text or change == {"player.1": ""}


def test_the_players_sign_on_phones_with_links_that_the_first_browser_keeps(
    app: Flask, tablet: Browser
) -> None:
    match = open_recording(tablet)
    links = tablet.get(f"/m/{match}/record/phones")
    assert links.headers["Cache-Control"] == "no-store"
    page = links.text
    keys = re.findall(rf"/m/{match}/phone#key=([\w-]+)", page)
    assert len({*keys}) == 2
    assert page.count("<svg") >= 2
    assert f"/m/{match}/record/phones" in tablet.get(f"/m/{match}/record").text
    assert "Object as Ben" not in text(tablet.get(f"/m/{match}/sheet"))
    phone = Browser(app)
    assert phone.get(f"/m/{match}/record/phones").location == f"/m/{match}/record"
    assert phone.post(f"/m/{match}/phone", {"key": "nobody"}).status_code == 401
    entered = phone.post(f"/m/{match}/phone", {"key": keys[1]})
    assert entered.location == f"/m/{match}/sheet"
    sheet = text(phone.get(entered.location))
    assert ("Object as Ben" in sheet, "Object as Ana" in sheet) == (True, False)


def test_phones_follow_recordings_alone(api: Api, tablet: Browser) -> None:
    pair = api.seat_pair()
    assert tablet.get("/m/NOSUCHMATCH0/phone").status_code == 404
    assert tablet.post("/m/NOSUCHMATCH0/phone", {"key": "nobody"}).status_code == 404
    assert tablet.get(f"/m/{pair.blue.match}/phone").status_code == 409
    assert tablet.post(f"/m/{pair.blue.match}/phone", {"key": pair.blue.token}).status_code == 409


def test_the_link_of_the_scribe_makes_a_browser_the_scribes(app: Flask, api: Api) -> None:
    opened = api.opens(game="arena", options={"chapter": 1}, source="table")
    path, tablet = f"/m/{opened['id']}/record", Browser(app)
    assert "This browser does not record this match." in text(tablet.get(path))
    wrong = tablet.post(path, {"key": "nobody"})
    assert (wrong.status_code, "Nobody records" in text(wrong)) == (401, True)
    seat = tablet.post(path, {"key": opened["claims"][0]})
    assert seat.status_code == 401
    entered = tablet.post(path, {"key": f"http://localhost{path}#key={opened['scribe']}"})
    assert (entered.status_code, entered.location) == (303, path)
    assert 'id="answers"' in tablet.get(path).text


def test_a_table_of_a_tournament_is_recorded_and_a_lost_device_replaced(
    app: Flask, api: Api, services: Services
) -> None:
    desk = Desk.opens(api, services, stages=[{"format": "swiss", "rounds": 3, "options": [{"chapter": 1}]}])
    desk.registers("Kim", "Liv").starts(1, "Kim Liv")
    organizer = Browser(app)
    organizer.post("/t/enter", {"token": desk.token})
    assert "Record this table" in text(organizer.get(f"/t/{desk.tournament}/desk"))
    form = {"stage": 1, "round": 1, "table": 1}
    keys = []
    for _ in range(2):
        issued = organizer.post(f"/t/{desk.tournament}/desk/scribe", form)
        assert issued.status_code == 200, text(issued)
        keys.append(re.findall(r"/m/([^/]+)/record#key=([\w-]+)", issued.text)[0])
    assert keys[0][0] == keys[1][0]
    path = f"/m/{keys[0][0]}/record"
    assert Browser(app).post(path, {"key": keys[0][1]}).status_code == 401
    tablet = Browser(app)
    assert tablet.post(path, {"key": keys[1][1]}).status_code == 303
    assert "Kim – Liv" in tablet.get(path).text
    assert "Liv" in text(Browser(app).get(f"/m/{keys[0][0]}"))


def test_a_program_of_the_organizer_names_the_scribe(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services, stages=[{"format": "swiss", "rounds": 3, "options": [{"chapter": 1}]}])
    desk.registers("Kim", "Liv").starts(1, "Kim Liv")
    path = f"/api/v1/tournaments/{desk.tournament}/rounds/1/tables/1/scribe"
    assert api.post(path, {}, desk.tokens["Kim"]).status_code == 403
    named = api.post(path, {}, desk.token)
    assert named.status_code == 201, named.text
    reply = json_of(named)
    body = {"after": 0, "entries": [{"id": "begin-of-the-match"}]}
    entered = api.post(f"/api/v1/matches/{reply['match']}/entries", body, reply["token"])
    assert json_of(entered)["last"] == 1


def test_a_recorded_match_with_a_case_still_shows_its_board(app: Flask, api: Api, services: Services) -> None:
    desk = Desk.opens(api, services, stages=[{"format": "swiss", "rounds": 3, "options": [{"chapter": 1}]}])
    desk.registers("Kim", "Liv").starts(1, "Kim Liv")
    tables = f"/api/v1/tournaments/{desk.tournament}/rounds/1/tables/1"
    match = json_of(api.post(f"{tables}/cases", {"claim": "Not so."}, desk.token))["match"]
    organizer = Browser(app)
    organizer.post("/t/enter", {"token": desk.token})
    assert organizer.get(f"/m/{match}").status_code == 302
    assert api.post(f"{tables}/scribe", {}, desk.token).status_code == 201
    assert organizer.get(f"/m/{match}").status_code != 302
