"""A bracket knows no draws: none is entered, and a match that ends in one shows the ways on."""

from __future__ import annotations

from typing import Any

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of, wait_for
from tests.service.judges import says

from .desk import DRAW, WIN, Desk
from .test_online import seated

AT: Json = {"stage": 1, "round": 1, "table": 1}
REFUSED = "A bracket knows no draws: name the player of table 1 who won."


def cup(api: Api, services: Services, format: str = "single_elimination", **plan: Any) -> Desk:
    desk = Desk.opens(api, services, stages=[{"format": format}], **plan).registers("Ada", "Grace")
    return desk.starts(1, "Ada Grace")


@pytest.mark.parametrize("format", ["single_elimination", "double_elimination"])
def test_no_way_in_takes_a_draw_in_a_bracket(
    api: Api, services: Services, ada: Browser, grace: Browser, format: str
) -> None:
    desk = cup(api, services, format)
    results = [{"table": 1, "result": DRAW}]
    for reply in (
        desk.does("enter", **AT, result=DRAW),
        desk.does("enter_results", stage=1, round=1, results=results),
        desk.does("report", desk.tokens["Ada"], **AT, result=DRAW),
    ):
        assert (reply.status_code, json_of(reply)["detail"]) == (422, REFUSED)
    page = f"/t/{desk.tournament}"
    form = {name: str(number) for name, number in AT.items()}
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    grace.post(f"{page}/me/enter", {"key": desk.tokens["Grace"]})
    for shown in (ada.get(f"{page}/desk"), grace.get(f"{page}/me")):
        assert ('value="0"' in shown.text, 'value="draw"' in shown.text) == (True, False)
    for path, sent in (
        ("desk", form | {"do": "enter", "winner": "draw"}),
        ("desk/lines", {"stage": "1", "round": "1", "line": "1 ½"}),
        ("desk/grid", {"stage": "1", "round": "1", "result.1": "draw"}),
    ):
        assert REFUSED in text(ada.post(f"{page}/{path}", sent))
    refused = grace.post(f"{page}/me?lang=fr", form | {"do": "report", "winner": "draw"})
    assert "Un tableau éliminatoire ne connaît pas de match nul" in text(refused)
    desk.did("enter", **AT, result=WIN)
    corrected = desk.does("correct", **AT, result=DRAW, why="they shook hands")
    assert (corrected.status_code, json_of(corrected)["detail"]) == (422, REFUSED)


def test_a_match_that_ends_in_a_draw_is_decided_or_played_again(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = cup(api, services, online=True)
    for player in seated(desk, 1, "Ada", "Grace"):
        assert says(player, "/draw", {}).status_code == 201

    def result() -> Json | None:
        found: Json | None = desk.looks("/rounds/1")["tables"][0]["result"]
        return found

    wait_for(lambda: result() == DRAW, "the draw arrives")
    page = f"/t/{desk.tournament}/desk"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    assert "A draw in the bracket" in text(ada.get(page))
    desk.did("correct", **AT, result=None, why="they play again")
    assert "A draw in the bracket" not in text(ada.get(page))
    desk.did("enter", **AT, result=WIN)
    desk.did("close", stage=1, round=1)
    desk.did("end")
    assert desk.looks("/standings")["standings"][0]["player"] == desk.players["Ada"]
