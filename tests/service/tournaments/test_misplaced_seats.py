"""A result of a bracket corrected after the next round started: the desk names the seat, and repairs it."""

from __future__ import annotations

import re

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json

from .desk import WIN, Desk

FORM = {
    "do": "correct",
    "stage": "1",
    "round": "1",
    "winner": "1",
    "why": "a misread slip",
    "effect": "stand",
}


@pytest.fixture
def desk(api: Api, services: Services) -> Desk:
    """A cup of four in its final, whose first players have won."""
    plan: Json = {"stages": [{"format": "single_elimination"}]}
    ratings = {"Ada": 1900, "Grace": 1800, "Lin": 1700, "Mae": 1600}
    desk = Desk.opens(api, services, **plan).registers(*ratings, **ratings)
    for number in (1, 2):
        desk.did("pair", round=number)
        desk.did("publish", stage=1, round=number)
        desk.did("start", stage=1, round=number)
        if number == 1:
            for table in (1, 2):
                desk.enters(1, table, WIN)
            desk.did("close", stage=1, round=1)
    return desk


def finalists(desk: Desk) -> set[str]:
    (table,) = desk.looks("/rounds/2")["tables"]
    return {*table["seats"]}


def test_the_desk_tells_who_sits_in_the_final_and_seats_the_other_player(desk: Desk, ada: Browser) -> None:
    page = f"/t/{desk.tournament}/desk"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    winner, loser = desk.looks("/rounds/1")["tables"][0]["seats"]
    names = {player: name for name, player in desk.players.items()}
    foreseen = text(ada.post(page, FORM | {"table": "1"}))
    assert f"{names[winner]} sits at table 1, where {names[loser]} should" in foreseen
    desk.did("correct", stage=1, round=1, table=1, result={"places": [2, 1]}, why="a misread slip")
    assert "A corrected result changes the bracket" in text(ada.get(page))
    assert winner in finalists(desk)
    form = {"do": "seat_successor", "misplaced": "0", "why": "a misread slip"}
    assert ada.post(page, form).status_code == 303
    assert (winner in finalists(desk), loser in finalists(desk)) == (False, True)
    assert "A corrected result changes the bracket" not in text(ada.get(page))
    assert ada.post(page, form).status_code == 404


def test_after_the_final_the_desk_leads_to_the_first_place_and_no_page_denies_a_winner(
    desk: Desk, ada: Browser, services: Services
) -> None:
    page = f"/t/{desk.tournament}/desk"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    desk.did("correct", stage=1, round=1, table=1, result={"places": [2, 1]}, why="a misread slip")
    desk.enters(2, 1, WIN)
    desk.did("close", stage=1, round=2)
    shown = text(ada.get(page))
    assert "The first place is open after a corrected result, until you decide." in shown
    assert desk.does("end").status_code == 409
    desk.did("end", overrule="the hall closes")
    public = text(ada.get(f"/t/{desk.tournament}"))
    assert "The organizers have not decided the first place." in public
    assert "No player has won the last stage." not in public


def test_a_double_loss_asks_first_and_no_final_stays_announced(
    api: Api, services: Services, ada: Browser
) -> None:
    ratings = {"Ada": 1900, "Grace": 1800, "Lin": 1700, "Mae": 1600}
    desk = Desk.opens(api, services, stages=[{"format": "single_elimination"}])
    desk.registers(*ratings, **ratings)
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    desk.enters(1, 1, WIN)
    page = f"/t/{desk.tournament}/desk"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    form = {"do": "enter", "stage": "1", "round": "1", "table": "2", "winner": "nobody"}
    asked = ada.post(page, form)
    assert "The final falls away" in text(asked)
    assert desk.looks("/rounds/1")["tables"][1]["result"] is None
    line = {"stage": "1", "round": "1", "line": "2 0-0"}
    assert "Enter it with the form of the table." in text(ada.post(f"{page}/lines", line))
    hidden = dict(re.findall(r'name="(shown|told)" value="([^"]*)"', asked.text))
    assert ada.post(page, form | hidden).status_code == 303
    desk.did("close", stage=1, round=1)
    assert "to be determined" not in text(ada.get(f"/t/{desk.tournament}"))


def test_the_desk_says_that_a_final_nobody_comes_to_leaves_the_first_place_empty(
    api: Api, services: Services, ada: Browser
) -> None:
    stages: list[Json] = [
        {"format": "swiss", "rounds": 1},
        {"format": "single_elimination", "players": 4, "third_place": True},
    ]
    desk = Desk.opens(api, services, stages=stages).registers("Ada", "Bob", "Cleo", "Dora")
    desk.starts(1, "Ada Bob", "Cleo Dora")
    for table in (1, 2):
        desk.enters(1, table, WIN)
    desk.did("close", stage=1, round=1)
    desk.did("cut")
    desk.did("pair", round=1)
    desk.did("publish", stage=2, round=1)
    desk.did("start", stage=2, round=1)
    for table in (1, 2):
        desk.did("enter", stage=2, round=1, table=table, result=WIN)
    desk.did("close", stage=2, round=1)
    (leaver,) = desk.looks("/rounds/1?stage=2")["tables"][0]["seats"][1:]
    desk.did("drop", player=leaver)
    desk.did("pair", round=2)
    desk.did("publish", stage=2, round=2)
    desk.did("start", stage=2, round=2)
    assert len(desk.looks("/rounds/2?stage=2")["byes"]) == 1
    page = f"/t/{desk.tournament}/desk"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    form = {"do": "enter", "stage": "2", "round": "2", "table": "1", "winner": "nobody"}
    form |= {"absent.0": "yes", "absent.1": "yes"}
    empty = "No player is left, so the first place stays empty until the organizers decide it."
    asked = ada.post(page, form)
    assert empty in text(asked)
    desk.did("enter", stage=2, round=2, table=1, result=WIN)
    corrected = ada.post(page, form | {"do": "correct", "why": "neither came", "effect": "stand"})
    assert empty in text(corrected)
    desk.did("correct", stage=2, round=2, table=1, result={"places": [2, 2]}, why="neither came")
    assert "The first place stays empty until you decide" in text(ada.get(page))
