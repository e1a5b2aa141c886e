"""Villains that players choose, or the first turn instead: by the API, on a phone, and in the match."""

from __future__ import annotations

import csv
import re

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of, wait_for

from .desk import Desk

POOL = ["ursula", "jafar", "maleficent"]
PLACE: Json = {"stage": 1, "round": 1, "table": 1}


@pytest.fixture
def duel(api: Api, services: Services) -> Desk:
    """A published round of two, in which Ada, the better seed, chooses first."""
    stage = {
        "format": "single_elimination",
        "pools": [POOL],
        "casting": "turn_or_character",
        "choosing": "seed",
    }
    desk = Desk.opens(api, services, game="villainous", online=True, stages=[stage])
    desk.registers("Ada", "Grace", Ada=1800).pairs(1, "Ada Grace")
    desk.did("publish", stage=1, round=1)
    return desk


def table(desk: Desk) -> Json:
    """The table, as everybody sees it."""
    found: Json
    [found] = desk.looks("/rounds/1", token="")["tables"]
    return found


def chooses(desk: Desk, who: str, **what: str) -> Json:
    """A player chooses for itself."""
    type = "choose_character" if "character" in what else "choose_turn_or_character"
    body: Json = PLACE | what | {"player": desk.players[who]}
    return desk.did(type, desk.tokens[who], **body)


def test_players_choose_and_their_match_opens_as_they_chose(duel: Desk, services: Services) -> None:
    ada, grace = duel.players["Ada"], duel.players["Grace"]
    taken = chooses(duel, "Ada", chosen="turn")
    again = duel.did("choose_character", player=grace, character="jafar", **PLACE)
    assert {name: table(duel)[name] for name in ("seats", "characters", "choices")} == {
        "seats": [ada, grace],
        "characters": [None, "jafar"],
        "choices": {
            "order": [grace, ada],
            "made": [
                {
                    "player": ada,
                    "chosen": "turn",
                    "character": None,
                    "by": f"player:{ada}",
                    "seq": taken["seq"],
                },
                {
                    "player": grace,
                    "chosen": "character",
                    "character": "jafar",
                    "by": "organizer:desk-1",
                    "seq": again["seq"],
                },
            ],
            "left": ["ursula", "maleficent"],
            "player": ada,
            "wanted": "character",
        },
    }
    chooses(duel, "Ada", character="ursula")
    duel.did("start", stage=1, round=1)
    wait_for(lambda: bool(table(duel)["match"]), "the table opens")
    assert services.repository.load_settings(table(duel)["match"]).options["villains"] == ["ursula", "jafar"]
    rows = [
        *csv.DictReader(duel.api.get(f"/api/v1/tournaments/{duel.tournament}/pairings.csv").text.splitlines())
    ]
    assert [(row["character"], row["turn_or_character"]) for row in rows] == [
        ("ursula", "turn"),
        ("jafar", ""),
    ]


def test_what_is_not_ones_own_or_taken_is_refused_and_a_round_waits(duel: Desk) -> None:
    ada, grace = duel.players["Ada"], duel.players["Grace"]
    chooses(duel, "Ada", chosen="character")
    chooses(duel, "Ada", character="ursula")
    others = duel.does("choose_character", duel.tokens["Ada"], player=grace, character="jafar", **PLACE)
    assert (others.status_code, json_of(others)["detail"]) == (403, "Players act for themselves alone.")
    taken = duel.does("choose_character", duel.tokens["Grace"], player=grace, character="ursula", **PLACE)
    assert (taken.status_code, json_of(taken)["detail"]) == (409, "Ada has taken ursula already.")
    waits = json_of(duel.does("start", stage=1, round=1))
    assert (waits["warning"], waits["tables"]) == ("choices_missing", [1])
    done = duel.did("start", stage=1, round=1, overrule="time is up")
    assert [fact["event"]["type"].partition(".")[2] for fact in done["facts"]] == [
        "WarningOverruled",
        "ChoicesDrawn",
        "RoundStarted",
    ]
    assert (table(duel)["seats"], table(duel)["characters"][1]) == ([grace, ada], "ursula")
    assert table(duel)["characters"][0] in POOL[1:]
    late = duel.does("choose_character", duel.tokens["Grace"], player=grace, character="jafar", **PLACE)
    assert json_of(late)["detail"] == "Round 1 has started: nothing is chosen any more."


def test_a_player_chooses_on_a_phone_and_the_wall_tells_what_is_waited_for(duel: Desk, ada: Browser) -> None:
    path = f"/t/{duel.tournament}/me"
    ada.post(f"{path}/enter", {"key": duel.tokens["Ada"]})
    assert "It is for you to choose" in text(ada.get(path))
    assert ada.post(path, {"do": "choose", "chosen": "character", **PLACE}).status_code == 303
    assert ada.post(path, {"do": "choose", "character": "", **PLACE}).status_code == 422
    assert ada.post(path, {"do": "choose", "character": "jafar", **PLACE}).status_code == 303
    page = text(ada.get(path))
    assert "Grace has the first turn. Your character: Jafar" in page
    assert re.search(r"chooses a character\. This page says so when it is for you", page)
    assert "The pool of this round: Ursula, Jafar, Maleficent" in text(ada.get(f"/t/{duel.tournament}"))
    for public in ("", "/wall"):
        assert re.search(
            r"Grace – Ada Jafar .*Grace chooses a character", text(ada.get(f"/t/{duel.tournament}{public}"))
        )


def test_an_organizer_chooses_for_a_player_at_the_desk(duel: Desk, ada: Browser) -> None:
    path = f"/t/{duel.tournament}/desk"
    ada.post("/t/enter", {"token": duel.token, "tournament": duel.tournament})
    assert "Choose for Ada" in text(ada.get(path))
    form = PLACE | {"do": "choose", "player": duel.players["Ada"], "chosen": "turn"}
    assert ada.post(path, form).status_code == 303
    assert "Choose for Grace" in text(ada.get(path))
    waits = ada.post(path, {"do": "start"})
    assert (waits.status_code, "not everything is chosen, at tables 1" in text(waits)) == (409, True)
    assert ada.post(path, {"do": "start", "overrule": "time is up"}).status_code == 303
    assert "Choose for" not in text(ada.get(path))
