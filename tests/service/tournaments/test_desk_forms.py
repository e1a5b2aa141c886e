"""Forms of the desk: they start with what stands, name the field that is wrong, and say what is lost."""

from __future__ import annotations

import re

import pytest

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of

from .desk import Desk

CUP: Json = {"format": "single_elimination", "players": 2}


@pytest.fixture
def organizer(desk: Desk, ada: Browser) -> Browser:
    """A browser that keeps the API token of the tournament's organizer."""
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    return ada


def test_a_correction_starts_with_the_result_that_stands(desk: Desk, organizer: Browser) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    desk.enters(1, 1, {"places": [1, 2], "scores": [18, 12]})
    desk.did("assign", stage=1, round=1, table=2, result={"places": [2, 1], "forfeits": [0]})
    page = organizer.get(f"/t/{desk.tournament}/desk").text
    first, second = (page.split(f'id="table-{table}"')[1].partition("</li>")[0] for table in (1, 2))
    assert re.findall(r'name="(winner|absent\.\d)" value="(\w+)"[^>]*checked', first) == [("winner", "0")]
    assert re.findall(r'name="score\.\d"[^>]*value="(\d*)"', first) == ["18", "12"]
    checked = re.findall(r'name="(winner|absent\.\d)" value="(\w+)"[^>]*checked', second)
    assert checked == [("winner", "1"), ("absent.0", "yes")]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (
            {"do": "schedule", "scheduled_round": "2", "starts": "1900-01-01T10:00"},
            "Start of the round: 1900",
        ),
        ({"do": "grant", "table": "1", "minutes": "9999", "why": "late"}, "Minutes: Must be"),
        ({"do": "grant", "table": "-1", "minutes": "5", "why": "late"}, "Table: A whole number from 0"),
        ({"do": "drop", "player": ""}, "Player: Must be text."),
    ],
)
def test_a_refusal_names_the_field(desk: Desk, organizer: Browser, form: Json, sentence: str) -> None:
    desk.starts(1, "Ada Grace", "Lin Mae")
    page = organizer.post(f"/t/{desk.tournament}/desk", {"scheduled_stage": "1"} | form)
    assert (page.status_code, sentence in text(page)) == (422, True), text(page)


@pytest.mark.parametrize(
    ("stage", "field"),
    [({"rounds": 10**20}, "rounds"), ({"format": "round_robin", "legs": 11}, "legs")],
)
def test_a_stage_has_a_limit_over_the_api_too(api: Api, desk: Desk, stage: Json, field: str) -> None:
    plan = {"title": "Open", "game": "arena", "stages": [{"format": "swiss"} | stage]}
    reply = api.post("/api/v1/tournaments", plan, desk.token)
    assert reply.status_code == 422
    [error] = json_of(reply)["errors"]
    assert error["pointer"] == f"/stages/0/{field}"
    assert "is the most that a stage may have here" in error["detail"]


def test_the_button_that_ends_early_says_so_and_names_one_table_and_stages(
    api: Api, services: Services, ada: Browser
) -> None:
    desk = Desk.opens(api, services, stages=[{"format": "swiss", "rounds": 1}, CUP]).registers("Ada", "Grace")
    desk.starts()
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    path = f"/t/{desk.tournament}/desk"
    page = text(ada.post(path, {"do": "end_early", "why": "It rains."}))
    losses = "the result of round 1 at table 1, the stage “Single elimination” up to its final"
    assert f"End the tournament without: {losses}" in page
