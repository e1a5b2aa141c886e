"""A player leaves between pairing and start: the organizer pairs again, gives a bye or records a forfeit."""

from __future__ import annotations

import html
import re

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of

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
    assert json_of(refused)["detail"] == reason
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
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    page = text(ada.get(path))
    for button in ("Players left after the pairing", "Bye for the opponent", "Record a forfeit"):
        assert button in page
    form = {"do": "settle_forfeit", "stage": "1", "round": "1", "table": "1", "why": REASON}
    assert ada.post(path, form).status_code == 303
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
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    page = ada.get(path).text
    assert (page.count('value="settle_pair"'), 'id="next"' in page) == (1, False)
    ada.post(path, {"do": "settle_forfeit", "stage": "1", "round": "1", "table": "1", "why": REASON})
    desk.did("drop", player=desk.players["Lin"])
    page = ada.get(path).text
    assert "The round has results, so it is not paired anew." in page
    buttons = ("settle_bye", "settle_forfeit", "settle_pair", "pair_again")
    assert [f'value="{button}"' in page for button in buttons] == [True, True, False, False]


@pytest.fixture
def organizer(desk: Desk, ada: Browser) -> Browser:
    """A browser that keeps the API token of the tournament's organizer."""
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    return ada


def test_each_choice_says_its_cost_before_the_press(desk: Desk, organizer: Browser) -> None:
    leaves(desk)
    page = text(organizer.get(f"/t/{desk.tournament}/desk"))
    stay = "All other tables stay as they are."
    assert f"Bye for the opponent Grace has a bye and gets points: 3. {stay}" in page
    forfeit = "Ada loses by forfeit and gets points: 0. Grace wins by forfeit and gets points: 3."
    assert f"Record a forfeit {forfeit} {stay}" in page
    assert "Pair the round anew… All tables of round 1 are drawn up again: 2." in page


def test_a_bracket_and_a_pod_have_costs_of_their_own(api: Api, services: Services, ada: Browser) -> None:
    pages = {}
    for format, names in (
        ("single_elimination", ("Ada", "Grace")),
        ("swiss", ("Ada", "Grace", "Lin", "Mae")),
    ):
        stage: Json = {"format": format} | ({"rounds": 1, "seats": [4, 3]} if format == "swiss" else {})
        desk = Desk.opens(api, services, stages=[stage]).registers(*names)
        desk.did("pair", round=1)
        desk.did("drop", player=desk.players["Ada"])
        ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
        pages[format] = text(ada.get(f"/t/{desk.tournament}/desk"))
    for cost in ("Ada loses by forfeit.", "Grace wins by forfeit."):
        assert cost in pages["single_elimination"]
    assert "The others play on at table 1:" in pages["swiss"]
    assert "Record a forfeit" not in pages["swiss"]


def test_pairing_anew_asks_first_and_is_no_primary_button(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.pairs(1, "Ada Grace", "Lin Mae")
    desk.did("publish", stage=1, round=1)
    desk.did("drop", player=desk.players["Ada"])
    form = {"do": "settle_pair", "stage": "1", "round": "1", "table": "1", "why": REASON}
    asked = organizer.post(path, form)
    assert "The published pairing no longer holds" in text(asked)
    assert 'value="settle_pair" class="quiet">Yes, pair the round anew' in asked.text
    assert desk.looks()["rounds"][0]["state"] == "published"
    confirmed = dict(re.findall(r'name="(shown|told)" value="([^"]*)"', asked.text))
    assert organizer.post(path, form | {k: html.unescape(v) for k, v in confirmed.items()}).status_code == 303
    assert desk.looks()["rounds"][0]["state"] == "paired"


def test_a_player_back_after_the_bye_is_named_with_the_way_in(
    desk: Desk, organizer: Browser, grace: Browser
) -> None:
    path = f"/t/{desk.tournament}/desk"
    leaves(desk)
    desk.did("settle_departure", stage=1, round=1, table=1, choice="bye", why=REASON)
    assert "Without a place" not in text(organizer.get(path))
    desk.did("return", player=desk.players["Ada"])
    page = organizer.get(path)
    assert "Without a place in round 1 Ada : Set up a table with Grace, who has a bye" in text(page)
    desk.did("publish", stage=1, round=1)
    grace.post(f"/t/{desk.tournament}/me/enter", {"key": desk.tokens["Ada"]})
    assert "You have no place in round 1. Until it starts" in text(grace.get(f"/t/{desk.tournament}/me"))
    form = {"do": "seat", "seat.0": desk.players["Ada"], "seat.1": desk.players["Grace"], "why": "came back"}
    asked = organizer.post(path, form)
    confirmed = dict(re.findall(r'name="(shown|told)" value="([^"]*)"', asked.text))
    assert organizer.post(path, form | {k: html.unescape(v) for k, v in confirmed.items()}).status_code == 303
    assert "Without a place" not in text(organizer.get(path))
    assert "Table 1" in text(grace.get(f"/t/{desk.tournament}/me"))


def test_the_page_of_a_judge_confirms_a_departure(desk: Desk, services: Services, ada: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.pairs(1, "Ada Grace", "Lin Mae")
    desk.did("publish", stage=1, round=1)
    judge = services.api_tokens.issue_token("jo", ["judge"], event=desk.tournament).token
    ada.post("/t/enter", {"token": judge, "tournament": desk.tournament})
    left = ada.post(path, {"do": "drop", "player": desk.players["Ada"]})
    page = text(ada.get(left.location))
    assert "Ada has dropped out. Table 1 waits for a choice of the organizers." in page
    assert desk.players["Ada"] not in page
    back = ada.post(path, {"do": "return", "player": desk.players["Ada"]})
    assert "Ada plays again." in text(ada.get(back.location))
    assert "has dropped out" not in text(ada.get(left.location)), "an old address tells what holds now"
