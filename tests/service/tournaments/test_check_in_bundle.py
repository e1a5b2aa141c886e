"""Rounds paired after check-in are paired again from the bundle, as all others."""

from __future__ import annotations

from service.bootstrap import Services

from .desk import WIN, Desk
from .test_bundle import checked, exported


def test_a_round_without_an_absent_player_is_made_again(desk: Desk, services: Services) -> None:
    desk.registers("Pia")
    desk.did("open_check_in")
    for name in ("Ada", "Grace", "Lin", "Mae"):
        desk.did("check_in", token=desk.tokens[name], player=desk.players[name])
    desk.did("close_check_in")
    for number in (1, 2):
        desk.did("pair", round=number)
        if number == 2:
            desk.did("check_in", player=desk.players["Pia"])
            desk.did("pair", round=number, why="Pia came")
        desk.did("publish", stage=1, round=number)
        desk.did("start", stage=1, round=number)
        for table in (1, 2):
            desk.enters(number, table, WIN)
        desk.did("close", stage=1, round=number)
    kinds = [desk.looks(f"/rounds/{number}")["byes"][0]["kind"] for number in (1, 2)]
    assert kinds == ["zero_bye", "bye"]
    desk.ends(services, overrule="the hall closes")
    found = checked(exported(desk, desk.token), desk, services)
    assert (found.findings, found.pairings) == ([], 3)
