"""Check-in on pages: at the desk, on the players' phones, and at the kiosk."""

from __future__ import annotations

import html
import re

from tests.service.browser import Browser, text

from .desk import Desk


def test_players_check_in_on_their_phones_and_the_desk_pairs_those_that_did(
    desk: Desk, ada: Browser, grace: Browser
) -> None:
    path, mine = f"/t/{desk.tournament}/desk", f"/t/{desk.tournament}/me"
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    grace.post(f"{mine}/enter", {"key": desk.tokens["Grace"]})
    assert "check in" not in text(grace.get(mine))
    assert ada.post(path, {"do": "open_check_in"}).status_code == 303
    assert "I am here: check in" in text(grace.get(mine))
    assert grace.post(mine, {"do": "check_in"}).status_code == 303
    assert "You are checked in." in text(grace.get(mine))
    seen = text(ada.get(path))
    assert "open, 1 of 4" in seen
    assert "Not checked in, and so not paired: Ada , Lin , Mae" in seen
    for name in ("Ada", "Lin"):
        assert ada.post(path, {"do": "check_in", "player": desk.players[name]}).status_code == 303
    assert ada.post(path, {"do": "withdraw_check_in", "player": desk.players["Lin"]}).status_code == 303
    assert ada.post(path, {"do": "close_check_in"}).status_code == 303
    refused = grace.post(mine, {"do": "withdraw_check_in"})
    assert (refused.status_code, "Check-in is closed" in text(refused)) == (409, True)
    assert ada.post(path, {"do": "pair"}).status_code == 303
    round_ = desk.looks("/rounds/1")
    [table] = round_["tables"]
    assert {*table["seats"]} == {desk.players["Ada"], desk.players["Grace"]}
    absent = {desk.players["Lin"], desk.players["Mae"]}
    assert {(bye["player"], bye["kind"]) for bye in round_["byes"]} == {(who, "zero_bye") for who in absent}
    assert {*desk.looks()["check_in"]["missing"]} == absent


def test_a_kiosk_checks_players_in_and_does_nothing_else(desk: Desk, ada: Browser, grace: Browser) -> None:
    path, kiosk = f"/t/{desk.tournament}/desk", f"/t/{desk.tournament}/check-in"
    assert "Check-in is closed" in text(grace.get(kiosk))
    desk.did("open_check_in")
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    [link] = re.findall(r'value="(http[^"]*/check-in#key=\w+)"', html.unescape(ada.get(path).text))
    lin = {"do": "check_in", "player": desk.players["Lin"]}
    assert grace.post(kiosk, lin).status_code == 403
    assert grace.post(f"{kiosk}/enter", {"key": "guessed"}).status_code == 401
    assert grace.post(f"{kiosk}/enter", {"key": link}).status_code == 303
    assert "Ada Grace Lin Mae" in text(grace.get(kiosk))
    done = grace.post(kiosk, lin)
    assert "Lin is checked in. Undo" in text(grace.get(done.location))
    assert "Ada Grace Mae" in text(grace.get(kiosk))
    assert "Lin" not in text(grace.get(kiosk))
    fact = desk.looks("/facts?limit=100")["items"][-1]
    assert (fact["event"]["type"], fact["event"]["by"]) == ("tournament.PlayerCheckedIn", "door")
    assert grace.post(kiosk, lin | {"do": "withdraw_check_in"}).status_code == 303
    assert desk.looks()["check_in"]["present"] == []
    assert grace.post(kiosk, {"do": "drop", "player": desk.players["Lin"]}).status_code == 422
    assert grace.post(kiosk, {"do": "check_in", "player": "nobody"}).status_code == 404
    assert grace.post(path, {"do": "close_check_in"}).status_code == 401
    desk.did("close_check_in")
    assert grace.post(kiosk, lin).status_code == 403
