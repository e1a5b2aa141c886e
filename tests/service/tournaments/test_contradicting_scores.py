"""Scores that contradict the winner: a question at the desk, on the phone, in a line and over the API."""

from __future__ import annotations

import html
import re

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of

from .desk import WIN, Desk

TABLE: Json = {"stage": 1, "round": 1, "table": 1}
AGAINST: Json = {"places": [1, 2], "scores": [12, 18]}
FIELDS: Json = {"winner": "0", "score.0": "12", "score.1": "18"}


@pytest.fixture
def organizer(desk: Desk, ada: Browser) -> Browser:
    """A browser that keeps the API token of the organizer, while the first round is being played."""
    desk.starts(1, "Ada Grace", "Lin Mae")
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    return ada


def result_at(desk: Desk, table: int = 1) -> Json | None:
    result: Json | None = desk.looks("/rounds/1")["tables"][table - 1]["result"]
    return result


def hidden_fields(page: str, part: str) -> Json:
    """The fields that a form in a part of a page sends without being typed again."""
    form = page.split(f'id="{part}"')[1].partition("</form>")[0]
    fields = re.findall(r'type="hidden" name="([^"]*)" value="([^"]*)"', form)
    return {name: html.unescape(value) for name, value in fields if name != "csrf"}


@pytest.mark.parametrize("command", ["enter", "assign", "report", "correct"])
def test_over_the_api_a_reason_overrules_the_warning(desk: Desk, organizer: Browser, command: str) -> None:
    more: Json = {"why": "swapped"} if command == "correct" else {}
    if command == "correct":
        desk.enters(1, 1, WIN)
    token = desk.tokens["Ada"] if command == "report" else None
    refused = desk.does(command, token, **TABLE, result=AGAINST, **more)
    problem = json_of(refused)
    assert (refused.status_code, problem["type"]) == (409, "/api/v1/problems/warned")
    assert (problem["warning"], problem["tables"]) == ("scores_contradict", [1])
    assert "contradict its result: Ada won (12–18)" in problem["detail"]
    done = desk.did(command, token, **TABLE, result=AGAINST, overrule="the low score wins", **more)
    overruled, *_ = [fact["event"] for fact in done["facts"]]
    assert (overruled["warning"], overruled["why"]) == ("scores_contradict", "the low score wins")


def test_several_results_at_once_are_all_or_none(desk: Desk, organizer: Browser) -> None:
    results: list[Json] = [{"table": 2, "result": WIN}, {"table": 1, "result": AGAINST}]
    assert desk.does("enter_results", stage=1, round=1, results=results).status_code == 409
    assert (result_at(desk), result_at(desk, 2)) == (None, None)
    results[1]["overrule"] = "the low score wins"
    desk.did("enter_results", stage=1, round=1, results=results)
    assert (result_at(desk), result_at(desk, 2)) == (AGAINST, WIN)


def test_the_desk_asks_for_a_reason_and_keeps_what_was_typed(desk: Desk, organizer: Browser) -> None:
    path = f"/t/{desk.tournament}/desk"
    warned = organizer.post(path, TABLE | FIELDS | {"do": "enter"})
    assert (warned.status_code, result_at(desk)) == (409, None)
    again = hidden_fields(warned.text, "trouble")
    assert organizer.post(path, again | {"overrule": "the low score wins"}).status_code == 303
    assert result_at(desk) == AGAINST


def test_a_correction_asks_before_it_shows_its_reach(desk: Desk, organizer: Browser) -> None:
    """Another winner alone is chosen in the form, which starts with the scores that stand."""
    path = f"/t/{desk.tournament}/desk"
    desk.enters(1, 1, {"places": [2, 1], "scores": [12, 18]})
    correction = TABLE | FIELDS | {"do": "correct", "why": "swapped", "effect": "stand"}
    warned = organizer.post(path, correction)
    assert (warned.status_code, "Ada won (12–18)" in text(warned)) == (409, True)
    again = hidden_fields(warned.text, "trouble")
    reach = organizer.post(path, again | {"overrule": "the low score wins"})
    assert (reach.status_code, "The points of Ada are 3 instead of 0." in text(reach)) == (200, True)
    confirmed = hidden_fields(reach.text, "table-1") | correction
    assert confirmed["overrule"] == "the low score wins"
    assert organizer.post(path, confirmed).status_code == 303
    assert result_at(desk) == AGAINST


def test_the_phone_asks_before_it_sends(desk: Desk, organizer: Browser, grace: Browser) -> None:
    path = f"/t/{desk.tournament}/me"
    grace.post(f"{path}/enter", {"key": desk.tokens["Ada"]})
    asked = grace.post(path, TABLE | FIELDS | {"do": "report"})
    assert (asked.status_code, "Is this right?" in text(asked)) == (409, True)
    assert desk.looks("/rounds/1")["tables"][0]["reports"] == []
    french = grace.post(f"{path}?lang=fr", TABLE | FIELDS | {"do": "report"})
    assert "Est-ce juste ?" in text(french)
    assert grace.post(path, hidden_fields(asked.text, "trouble") | {"do": "report"}).status_code == 303
    [report] = desk.looks("/rounds/1")["tables"][0]["reports"]
    assert report["result"] == AGAINST


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("1 1-0 12-18", 422),
        ("1 1-0 12-18 !", 422),
        ("1 1-0 18-12 ! sure", 422),
        ("1 1-0 12-18 ! low wins", 303),
    ],
)
def test_a_line_gives_its_reason_after_a_mark(desk: Desk, organizer: Browser, line: str, status: int) -> None:
    path = f"/t/{desk.tournament}/desk/lines"
    reply = organizer.post(path, {"stage": 1, "round": 1, "line": line})
    assert reply.status_code == status, text(reply)
    assert result_at(desk) == (AGAINST if status == 303 else None)


def test_the_report_file_names_the_reason(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services).registers("Ada", "Grace").starts()
    desk.did("enter", **TABLE, result=AGAINST, overrule="the low score wins")
    report = api.get(f"/api/v1/tournaments/{desk.tournament}/trf", desk.token).text
    assert "Round 1, table 1: the scores contradict the result (the low score wins)." in report
