"""The organizer's desk: what is done there, and what is told before it is done."""

from __future__ import annotations

import html
import re

import pytest
from werkzeug.test import TestResponse

from domain import chance
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json

from .desk import LOSS, WIN, Desk

PLACE: Json = {"stage": 1, "round": 1, "table": 1}


@pytest.fixture
def organizer(desk: Desk, ada: Browser) -> Browser:
    """A browser that keeps the API token of the tournament's organizer."""
    path = f"/t/{desk.tournament}/desk"
    assert ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament}).location == path
    return ada


def test_only_its_organizers_come_to_the_desk(desk: Desk, ada: Browser, services: Services) -> None:
    path, other = f"/t/{desk.tournament}/desk", services.api_tokens.issue_token("other", ["organize"]).token
    assert "Next" not in text(ada.get(path))
    for token, status in (("wrong", 401), (other, 403)):
        refused = ada.post("/t/enter", {"token": token, "tournament": desk.tournament})
        assert refused.status_code == status
        assert "match" not in text(refused)
    assert ada.post(path, {"do": "end"}).status_code == 401


def test_what_is_missing_is_told_and_can_be_overruled(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.starts(1, "Ada Grace", "Lin Mae")
    assert "Tables without a result: 1, 2." in text(organizer.get(path))
    warned = organizer.post(path, {"do": "close"})
    assert (warned.status_code, "Go on all the same, because" in text(warned)) == (409, True)
    assert organizer.post(path, {"do": "close", "overrule": "time is up"}).status_code == 303
    assert desk.looks()["rounds"][0]["state"] == "closed"


def before(page: TestResponse) -> Json:
    """Returns what a page that tells what a form would do adds to the form."""
    found = re.findall(r'name="(shown|told)" value="([^"]*)"', page.text)
    assert [name for name, _ in found] == ["shown", "told"]
    return {name: html.unescape(value) for name, value in found}


def twice(organizer: Browser, path: str, form: Json) -> str:
    """Sends a form that says first what it would do, and then does it; returns what it said."""
    first = organizer.post(path, form)
    assert first.status_code == 200, text(first)
    done = organizer.post(path, form | before(first))
    assert done.status_code == 303, text(done)
    return text(first)


def test_a_pairing_is_changed_by_hand_once_its_cost_was_told(desk: Desk, organizer: Browser) -> None:
    path, ids = f"/t/{desk.tournament}/desk", desk.players
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    desk.pairs(2, "Ada Lin", "Grace Mae")
    why = {"why": "they asked"}
    told = twice(organizer, path, why | {"do": "swap", "one": ids["Lin"], "other": ids["Grace"]})
    assert "Opponents who have met before: Ada – Grace, Lin – Mae" in told
    assert [table["seats"][1] for table in desk.looks("/rounds/2")["tables"]] == [ids["Grace"], ids["Mae"]]
    told = twice(organizer, path, why | {"do": "take_apart", "table": "1"})
    assert "No longer: Opponents who have met before: Ada – Grace, Lin – Mae" in told
    assert [bye["kind"] for bye in desk.looks("/rounds/2")["byes"]] == ["zero_bye"] * 2
    desk.registers("Zoe")
    twice(organizer, path, why | {"do": "seat", "seat.0": ids["Ada"], "seat.1": desk.players["Zoe"]})
    seen = desk.looks("/rounds/2")
    assert seen["tables"][0]["seats"] == [ids["Ada"], desk.players["Zoe"]]
    assert [bye["player"] for bye in seen["byes"]] == [ids["Grace"]]
    for wrong, status, said in (
        ({"do": "swap", "one": ids["Lin"], "other": ids["Lin"]}, 422, "Choose two players"),
        ({"do": "seat", "seat.0": ids["Grace"]}, 422, "Choose different players"),
        ({"do": "take_apart", "table": "9"}, 404, "There is no table 9"),
    ):
        refused = organizer.post(path, why | wrong)
        assert (refused.status_code, said in text(refused)) == (status, True)


def test_a_cut_is_made_by_hand_once_it_was_told_what_it_does(
    api: Api, services: Services, ada: Browser
) -> None:
    stages = [{"format": "swiss", "rounds": 1}, {"format": "single_elimination", "players": 2}]
    desk = Desk.opens(api, services, stages=stages).registers("Ada", "Grace", "Lin", "Mae")
    path, ids = f"/t/{desk.tournament}/desk", desk.players
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    assert re.search(r"By the standings go on: (Ada , Lin|Lin , Ada)", text(ada.get(path)))
    chosen = {f"through.{ids[name]}": "yes" for name in ("Ada", "Mae")}
    short = ada.post(path, {"do": "cut_by_hand", "why": "Lin has to leave", f"through.{ids['Ada']}": "yes"})
    assert "2 go on, not 1." in text(short)
    told = twice(ada, path, {"do": "cut_by_hand", "why": "Lin has to leave"} | chosen)
    assert "Mae goes on, in place 3. Lin does not go on, in place 1." in told
    cut = services.tournaments.get(desk.tournament).cuts[0].event
    assert (cut.through, cut.why) == ((ids["Ada"], ids["Mae"]), "Lin has to leave")
    assert "Make the cut anew" in text(ada.get(path))
    chosen = {f"through.{ids[name]}": "yes" for name in ("Ada", "Lin")}
    told = twice(ada, path, {"do": "cut_by_hand", "again": "yes", "why": "Lin stays"} | chosen)
    assert "Nothing: so the standings have it." in told
    [again] = services.tournaments.get(desk.tournament).cuts
    assert {*again.event.through} == {ids["Ada"], ids["Lin"]}, "a lot decides which of them is first"
    seen = text(ada.get(f"/t/{desk.tournament}?stage=1"))
    assert "Who goes on was decided by hand: Lin stays" in seen
    desk.did("cut", through=[ids["Mae"], ids["Ada"]], why="a ruling", again=True)
    assert "### " in (
        told := desk.api.get(f"/api/v1/tournaments/{desk.tournament}/trf?stage=1", desk.token).text
    )
    assert "The cut after stage 1 was made by hand (a ruling). Going on: Mae, Ada." in told


def test_byes_are_asked_for_and_withdrawn_and_penalties_taken_back(desk: Desk, organizer: Browser) -> None:
    path, mae = f"/t/{desk.tournament}/desk", desk.players["Mae"]
    bye = {"player": mae, "bye_round": "2"}
    assert organizer.post(path, bye | {"do": "ask_bye", "kind": "half_bye"}).status_code == 303
    assert "Round 2: Mae , a half-point bye Withdraw" in text(organizer.get(path))
    assert organizer.post(path, bye | {"do": "withdraw_bye"}).status_code == 303
    assert "a half-point bye Withdraw" not in text(organizer.get(path))
    for wrong in ({"kind": "bye"}, {"kind": "half_bye", "bye_round": "soon"}):
        assert organizer.post(path, bye | {"do": "ask_bye"} | wrong).status_code == 422
    desk.starts(1, "Ada Grace", "Lin Mae")
    given = desk.did("penalize", player=mae, penalty="late", why="late", stage=1, points=1)["seq"]
    assert "Mae : late (late)" in text(organizer.get(path))
    assert organizer.post(path, {"do": "lift", "given": given, "why": "it was Lin"}).status_code == 303
    assert "late (late)" not in text(organizer.get(path))


def test_a_round_gets_a_time_and_loses_it_again(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    third = {"do": "schedule", "scheduled_stage": "1", "scheduled_round": "3"}
    for wrong, said in (("soon", "“soon” is none"), ("1999-01-01T10:30", "for a time to come")):
        assert said in text(organizer.post(path, third | {"starts": wrong}))
    assert organizer.post(path, third | {"starts": "2999-01-01T10:30"}).status_code == 303
    assert "round 3 from Jan 1, 2999, 10:30 UTC Take it back" in text(organizer.get(path))
    assert [one["round"] for one in desk.looks()["scheduled"]] == [3]
    assert organizer.post(path, third).status_code == 303
    assert desk.looks()["scheduled"] == []


def test_players_register_themselves_on_a_page_while_the_desk_lets_them(
    desk: Desk, organizer: Browser, grace: Browser
) -> None:
    path, register = f"/t/{desk.tournament}/desk", f"/t/{desk.tournament}/register"
    assert "do not register themselves" in text(grace.get(register))
    wrong = organizer.post(path, {"do": "open_registration", "until": "soon"})
    assert "“soon” is none" in text(wrong)
    far = {"do": "open_registration", "limit": "5", "until": "2999-01-01T10:30"}
    assert organizer.post(path, far).status_code == 303
    assert "open, places left: 1" in text(organizer.get(path))
    assert f'href="{register}"' in grace.get(f"/t/{desk.tournament}").text
    twin = grace.post(register, {"name": "Ada"})
    assert (twin.status_code, "“Ada” is registered already." in text(twin)) == (422, True)
    assert 'value="Ada"' in twin.text
    done = grace.post(register, {"name": "Zoe"})
    assert re.search(rf"/t/{desk.tournament}/me#key=[\w-]+", done.text)
    mine = f"/t/{desk.tournament}/me"
    assert "You play as Zoe." in text(grace.get(mine))
    assert grace.post(mine, {"do": "ask_bye", "bye_round": "1"}).status_code == 303
    assert "You have asked for a bye in round 1" in text(grace.get(mine))
    assert "All 5 places are taken." in text(grace.post(register, {"name": "Yan"}))
    assert organizer.post(path, {"do": "close_registration"}).status_code == 303
    assert grace.post(register, {"name": "Yan"}).status_code == 409


def test_the_desk_counts_the_nonces_to_be_revealed(desk: Desk, organizer: Browser, grace: Browser) -> None:
    desk.did("open_registration")
    path, register = f"/t/{desk.tournament}/desk", f"/t/{desk.tournament}/register"
    assert grace.post(register, {"name": "Yan", "nonce_hash": "no hash"}).status_code == 422
    grace.post(register, {"name": "Yan"})
    grace.post(register, {"name": "Zoe", "nonce_hash": chance.nonce_hash("nonce of Zoe")})
    assert "Nonces still to be revealed for the lots: 1." in text(organizer.get(path))
    desk.did("close_registration")
    grace.post(f"/t/{desk.tournament}/me", {"do": "reveal", "nonce": "nonce of Zoe"})
    assert "Nonces still to be revealed" not in text(organizer.get(path))


def test_an_account_registers_itself(desk: Desk, ada: Browser) -> None:
    desk.did("open_registration")
    ada.post("/me", {"name": "Wanda"})
    path = f"/t/{desk.tournament}/register"
    assert "You register as Wanda." in text(ada.get(path))
    assert ada.post(path, {}).location == f"/t/{desk.tournament}/me"
    assert "You play as Wanda." in text(ada.get(f"/t/{desk.tournament}/me"))


def test_the_reach_is_shown_before_a_result_is_corrected(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.starts(1, "Ada Grace", "Lin Mae")
    assert organizer.post(path, PLACE | {"do": "enter", "winner": "0"}).status_code == 303
    correction = PLACE | {"do": "correct", "winner": "1", "why": "swapped", "effect": "stand"}
    seen = organizer.post(path, correction)
    assert "This is what it would change: The points of Grace are 3 instead of 0." in text(seen)
    another = organizer.post(path, correction | before(seen) | {"winner": "draw"})
    assert "The points of Grace are 1 instead of 0." in text(another)
    assert desk.looks("/rounds/1")["tables"][0]["result"] == WIN
    desk.enters(1, 2, WIN)  # now Lin has as many points as Grace would have
    moved = organizer.post(path, correction | before(seen))
    assert moved.status_code == 412
    assert "has gone on since, and this would now do something else" in text(moved)
    assert re.search(r"Grace is in place [12] instead of [34]\.", text(moved))  # by lot before or behind Lin
    desk.registers("Zoe")  # which changes nothing of what was told
    assert organizer.post(path, correction | before(moved)).status_code == 303
    assert desk.looks("/rounds/1")["tables"][0]["result"] == LOSS


def test_a_no_show_more_time_and_a_penalty(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.starts(1, "Ada Grace", "Lin Mae")
    wrong = organizer.post(path, {"do": "grant", "table": "two", "minutes": "5", "why": "late"})
    assert "Table: A whole number from 0 to 999999 is wanted here, not “two”." in text(wrong)
    for form in (
        PLACE | {"do": "enter", "winner": "0", "absent.1": "yes"},
        {"do": "grant", "table": "2", "minutes": "5", "why": "a long ruling"},
        {"do": "penalize", "player": desk.players["Ada"], "penalty": "late", "why": "late", "points": "1"},
    ):
        assert organizer.post(path, form).status_code == 303
    first, second = desk.looks("/rounds/1")["tables"]
    assert (first["results"][0]["how"], second["granted_minutes"]) == ("assigned", 5)
    assert desk.looks("/standings")["standings"][0]["points"] == 2


def test_the_desk_signs_out_without_a_word_of_tokens(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    page = text(organizer.get(path))
    assert ("Sign out of this desk" in page, "API token" in page) == (True, False)
    organizer.post("/t/leave", {})
    assert "Sign out of this desk" not in text(organizer.get(path))


def test_a_result_is_entered_only_once_the_round_has_started(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    desk.pairs(1, "Ada Grace", "Lin Mae")
    assert "Enter the result" not in text(organizer.get(path))
    desk.did("publish", stage=1, round=1)
    assert "Enter the result" not in text(organizer.get(path))
    desk.did("start", stage=1, round=1)
    assert text(organizer.get(path)).count("Enter the result at table") == 2
