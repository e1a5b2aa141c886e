"""A player leaves between pairing and start: the organizer pairs again, gives a bye or records a forfeit."""

from __future__ import annotations

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.people import Api, told

from .desk import Desk

REASON = "left after the pairing"


def leaves(desk: Desk) -> None:
    """The case `dropped-after-pairing`: a player of table 1 drops out of a paired round."""
    desk.pairs(1, "Ada Grace", "Lin Mae")
    desk.did("drop", player=desk.players["Ada"])


@pytest.mark.parametrize("choice", ["pair", "bye", "forfeit"])
def test_a_round_waits_for_one_of_three_choices(desk: Desk, choice: str) -> None:
    leaves(desk)
    view = desk.looks("?lang=fr", "")
    assert (view["outdated"], view["outdated_reason"]) == (False, None), "nobody sees the pairing yet"
    view = desk.looks()
    assert view["outdated"]
    reason = "Ada left after round 1 was paired, at tables 1: pair again, give a bye or record a forfeit."
    assert view["outdated_reason"] == reason
    assert desk.looks("?lang=fr")["outdated_reason"].startswith("Ada")
    refused = desk.does("publish", stage=1, round=1)
    assert refused.status_code == 409
    assert told(refused)["detail"] == reason
    desk.did("settle_departure", stage=1, round=1, table=1, choice=choice, why=REASON)
    view = desk.looks()
    assert (view["outdated"], view["outdated_reason"]) == (False, None)
    for step in ("publish", "start"):
        desk.did(step, stage=1, round=1)
    shown = desk.looks("/rounds/1")
    seated = [who for table in shown["tables"] for who in table["seats"]]
    assert (desk.players["Ada"] in seated) == (choice == "forfeit")
    again = desk.does("settle_departure", stage=1, round=1, table=1, choice=choice, why=REASON)
    assert again.status_code in (404, 409)


def test_a_departure_before_the_start_stops_the_start_until_a_button_is_pressed(
    desk: Desk, ada: Browser
) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.pairs(1, "Ada Grace", "Lin Mae")
    desk.did("publish", stage=1, round=1)
    desk.did("disqualify", player=desk.players["Ada"], why="a marked deck")
    assert desk.does("start", stage=1, round=1).status_code == 409
    ada.sends("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    page = text(ada.gets(path))
    for button in ("Players left after the pairing", "Bye for the opponent", "Record a forfeit"):
        assert button in page
    form = {"do": "settle_forfeit", "stage": "1", "round": "1", "table": "1", "why": REASON}
    assert ada.sends(path, form).status_code == 303
    desk.did("start", stage=1, round=1)
    points = {row["player"]: row["points"] for row in desk.looks("/standings")["standings"]}
    assert points[desk.players["Grace"]] == 3


@pytest.mark.parametrize(("leavers", "tables"), [(("Ada",), 1), (("Ada", "Grace"), 0)])
def test_a_pod_plays_on_without_its_leaver_where_the_others_fill_a_table(
    api: Api, services: Services, leavers: tuple[str, ...], tables: int
) -> None:
    stage = {"format": "swiss", "rounds": 2, "seats": [4, 3]}
    desk = Desk.opens(api, services, stages=[stage]).registers("Ada", "Grace", "Lin", "Mae")
    desk.did("pair", round=1)
    for name in leavers:
        desk.did("drop", player=desk.players[name])
    assert (
        desk.does("settle_departure", stage=1, round=1, table=1, choice="forfeit", why=REASON).status_code
        == 409
    )
    desk.did("settle_departure", stage=1, round=1, table=1, choice="bye", why=REASON)
    desk.did("publish", stage=1, round=1)
    shown = desk.looks("/rounds/1")
    assert (len(shown["tables"]), len(shown["byes"])) == (tables, 0 if tables else 2)


def test_a_player_who_comes_back_has_the_table_again(desk: Desk) -> None:
    leaves(desk)
    desk.did("return", player=desk.players["Ada"])
    desk.did("publish", stage=1, round=1)
    assert not desk.looks()["outdated"]


def test_the_desk_pairs_no_round_anew_that_has_results(desk: Desk, ada: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    leaves(desk)
    ada.sends("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    page = ada.gets(path).text
    assert (page.count('value="settle_pair"'), 'id="next"' in page) == (1, False)
    ada.sends(path, {"do": "settle_forfeit", "stage": "1", "round": "1", "table": "1", "why": REASON})
    desk.did("drop", player=desk.players["Lin"])
    page = ada.gets(path).text
    assert "The round has results, so it is not paired anew." in page
    buttons = ("settle_bye", "settle_forfeit", "settle_pair", "pair_again")
    assert [f'value="{button}"' in page for button in buttons] == [True, True, False, False]
