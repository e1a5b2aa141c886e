"""Lots at the desk: the cut's is announced before the cut alone, and its outcome shown afterwards."""

from __future__ import annotations

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api

from .desk import DRAW, WIN, Desk

ANNOUNCED = "The cut will be drawn by lot among"


def test_the_lot_of_a_cut_is_announced_once_the_stage_is_played(
    api: Api, services: Services, ada: Browser
) -> None:
    stages = [{"format": "swiss", "rounds": 2}, {"format": "single_elimination", "players": 2}]
    desk = Desk.opens(api, services, stages=stages).registers("Ada", "Grace", "Lin", "Mae")
    path = f"/t/{desk.tournament}/desk"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    desk.starts(1, "Ada Grace", "Lin Mae")
    page = ada.get(path).text
    next_step, early_cut = page.index('id="next"'), page.index('id="cut_early"')
    assert "drawn by lot" not in page[next_step:early_cut]
    assert "If the stage ended now, the cut would be drawn by lot among" in page[early_cut:]
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    desk.starts(2, "Ada Lin", "Grace Mae")
    desk.enters(2, 1, WIN)
    desk.enters(2, 2, WIN)
    desk.did("close", stage=1, round=2)
    shown = text(ada.get(path))
    assert ANNOUNCED in shown
    assert "By the standings go on: Ada" in shown
    assert "By the standings go on: Ada ," not in shown
    ada.post(path, {"do": "cut"})
    shown = text(ada.get(path))
    assert "The cut was drawn by lot among" in shown
    assert ANNOUNCED not in shown


def test_byes_of_a_bracket_by_lot_stand_on_the_desk_and_the_public_page(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = Desk.opens(api, services, stages=[{"format": "single_elimination"}])
    desk.registers("Ada", "Grace", "Lin")
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    pages = (f"/t/{desk.tournament}", f"/t/{desk.tournament}/desk")
    for path in pages:
        assert "Byes of round 1: a lot decides 1 among Ada, Grace, Lin, because" in text(ada.get(path))
    desk.did("pair", round=1)
    outcome = "Byes of round 1: drawn by lot among Ada, Grace, Lin, because"
    assert outcome in text(ada.get(pages[1]))
    assert outcome not in text(ada.get(pages[0]))
    desk.did("publish", stage=1, round=1)
    assert outcome in text(ada.get(pages[0]))


def test_a_lot_at_a_pod_stands_on_the_desk_and_the_public_page(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = Desk.opens(api, services, stages=[{"format": "pods", "seats": [3], "going_on": 2}])
    desk.registers("Ada", "Grace", "Lin", "Mae", "Bo", "Cy")
    desk.starts(1, "Ada Grace Lin", "Mae Bo Cy")
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    pages = (f"/t/{desk.tournament}", f"/t/{desk.tournament}/desk")
    desk.enters(1, 1, {"places": [1, 2, 2]})
    for path in pages:
        assert "Table 1: a lot decides 1 of Grace, Lin to go on" in text(ada.get(path))
    desk.enters(1, 2, {"places": [1, 2, 3]})
    for path in pages:
        assert "Table 1: drawn by lot among Grace, Lin, because they share a place." in text(ada.get(path))


def test_level_players_share_a_place_on_the_public_page_until_the_cut_draws_the_lot(
    api: Api, services: Services, ada: Browser
) -> None:
    stages = [{"format": "swiss", "rounds": 1}, {"format": "single_elimination", "players": 2}]
    desk = Desk.opens(api, services, stages=stages, tiebreakers=["lot"]).registers(
        "Ada", "Grace", "Lin", "Mae"
    )
    desk.starts(1, "Ada Grace", "Lin Mae")
    path = f"/t/{desk.tournament}"
    desk.enters(1, 1, DRAW)
    desk.enters(1, 2, DRAW)
    desk.did("close", stage=1, round=1)
    shown = text(ada.get(path))
    assert "1 Ada 1 by lot 1 Grace 1 by lot 1 Lin 1 by lot 1 Mae 1 by lot" in shown
    assert "because they are level up to the tie-breaker Lot." in shown
    assert "through" not in shown
    desk.did("cut")
    shown = text(ada.get(f"{path}?stage=1"))
    assert shown.count(" through ") == 2
    assert "The cut was drawn by lot among Ada, Grace, Lin, Mae (seeds 1 to 2)" in shown
    after_cut = text(ada.get(path))
    assert "Who has gone on, the best seed first:" in after_cut
    assert "Points" not in after_cut
    desk.did("pair", round=1)
    desk.did("publish", stage=2, round=1)
    bracket = text(ada.get(path))
    assert "Place Player Points Possible places 1 " in bracket  # no tie-breaker
