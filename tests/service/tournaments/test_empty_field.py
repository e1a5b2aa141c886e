"""A round that no player is left for is refused in words, over the API and on the desk."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of

from .desk import PLAN, Desk

FORMATS: list[Json] = [
    {"format": "swiss", "rounds": 3},
    {"format": "swiss", "rounds": 3, "seats": [4, 3]},
    {"format": "round_robin"},
    {"format": "single_elimination"},
    {"format": "double_elimination"},
    {"format": "pods", "seats": [4, 3]},
]


@pytest.mark.parametrize("stage", FORMATS, ids=lambda stage: f"{stage['format']}-{len(stage)}")
def test_pairing_no_player_is_a_conflict_and_no_error_of_the_server(
    api: Api, services: Services, stage: Json
) -> None:
    desk = Desk.opens(api, services, **(PLAN | {"stages": [stage]}))
    for names, detail in (((), "No player is left to play."), (("Ada",), "Only Ada is left to play")):
        if names:
            desk.registers(*names)
        reply = desk.does("pair", round=1)
        assert (reply.status_code, json_of(reply)["type"]) == (409, "/api/v1/problems/not-now")
        assert detail in json_of(reply)["detail"]
    desk.did("drop", player=desk.players["Ada"])
    assert desk.does("pair", round=1).status_code == 409


def test_a_round_of_byes_is_played_like_any_other(desk: Desk, ada: Browser) -> None:
    for player in desk.players.values():
        desk.did("ask_bye", player=player, round=1, kind="half_bye")
    desk.did("pair", round=1)
    for step in ("publish", "start", "close"):
        desk.did(step, stage=1, round=1)
    assert {row["points"] for row in desk.looks("/standings")["standings"]} == {1}
    for player in desk.players.values():
        desk.did("drop", player=player)
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    refused = ada.post(f"/t/{desk.tournament}/desk", {"do": "pair"})
    assert (refused.status_code, "No player is left to play." in text(refused)) == (409, True)
