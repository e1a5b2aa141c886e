"""Results as lines: a table, its result and scores; errors name the column."""

from __future__ import annotations

import pytest

from domain.tournament.scoring.results import Result
from service.bootstrap import Services
from service.tournaments.pages.results.notation import InvalidLine, parse_line, parse_result
from tests.service.browser import Browser, text
from tests.service.client import Api
from tests.tournament.day import four

from .desk import DRAW, LOSS, WIN, Desk

TWO = {
    "1-0": Result((1, 2)),
    "0-1": Result((2, 1)),
    "½": Result((1, 1)),
    "1/2-1/2": Result((1, 1)),
    "½–½": Result((1, 1)),
    "0-0": Result((2, 2)),
    "+-": Result((1, 2), forfeits=(1,)),
    "-+": Result((2, 1), forfeits=(0,)),
    "--": Result((2, 2), forfeits=(0, 1)),
    "1:0": Result((1, 2)),
    "1 - 0": Result((1, 2)),
    "2-1": Result((1, 2), (2, 1)),
    "0 : 2": Result((2, 1), (0, 2)),
    "1-1": Result((1, 1), (1, 1)),
    "2-1 40 - 38": Result((1, 2), (40, 38)),
    "½:½": Result((1, 1)),
    "Draw": Result((1, 1)),
    "remis": Result((1, 1)),
    "nul": Result((1, 1)),
    "patta": Result((1, 1)),
    "1-0 18-12": Result((1, 2), (18, 12)),
    "  0–1   3:11 ": Result((2, 1), (3, 11)),
    "1,2 -4,7": Result((1, 2), (-4, 7)),
}
MORE = {
    "2,1,3,4": Result((2, 1, 3, 4)),
    "1,1,3,4 9-9-5-0": Result((1, 1, 3, 4), (9, 9, 5, 0)),
    "1,2,-,-": Result((1, 2, 3, 3), forfeits=(2, 3)),
    "-,-,-,-": Result((4, 4, 4, 4), forfeits=(0, 1, 2, 3)),
}


@pytest.mark.parametrize(
    ("line", "seats", "result"),
    [*((line, 2, result) for line, result in TWO.items()), *((line, 4, r) for line, r in MORE.items())],
)
def test_a_line_names_a_result(line: str, seats: int, result: Result) -> None:
    assert parse_result(line, seats) == result


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Column 1: The number of a table comes first."),
        ("seven 1-0", "Column 1: “seven” is no number of a table."),
        ("  9 1-0", "Column 3: There is no table 9 in round 1."),
        ("1", "Column 2: The result is missing."),
        ("1 won", "Column 3: “won” is no result of two: 1-0, 0-1, 2-1, ½, draw, 0-0, +-, -+ or --."),
        ("1 1-0 18", "Column 7: “18” is no list of scores, such as 18-12."),
        ("1 1-0 18-12-3", "Column 7: A score for each of the 2 seats is wanted, not 3."),
        ("1 1-0 18-12 x", "Column 13: After the scores “x” is too much."),
        ("1 2,3", "Column 3: The places 2, 3 are no ranking: who share a place take those after it too."),
        ("2 1-0", "Column 1: Table 2 has a result already: correct it."),
    ],
)
def test_an_error_names_its_column(line: str, sentence: str) -> None:
    day = four()
    day.records(1, 2, "1-0")
    with pytest.raises(InvalidLine) as error:
        parse_line(day.t, day.t.rounds[0], line)
    assert str(error.value) == sentence


@pytest.fixture
def path(desk: Desk, ada: Browser) -> str:
    """The address of the desk, with *ada* as its organizer and two tables that play."""
    desk.starts(1, "Ada Grace", "Lin Mae")
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    return f"/t/{desk.tournament}/desk"


ROUND = {"stage": "1", "round": "1"}


def test_a_line_enters_a_result_and_a_wrong_line_stays_in_the_field(
    desk: Desk, ada: Browser, path: str
) -> None:
    assert "Enter results fast" in text(ada.get(path))
    done = ada.post(f"{path}/lines", ROUND | {"line": "1 1-0 18-12"})
    assert (done.status_code, done.location) == (303, f"{path}#fast")
    wrong = ada.post(f"{path}/lines", ROUND | {"line": "2 3+0"})
    assert (wrong.status_code, "Column 3: “3+0” is no result of two" in text(wrong)) == (422, True)
    assert 'value="2 3+0"' in wrong.text
    row = ada.post(f"{path}/lines", ROUND | {"line": "2 -+", "fragment": "yes"})
    assert "<code>2 -+</code> <span>Table 2: Mae won" in row.text
    first, second = desk.looks("/rounds/1")["tables"]
    assert first["result"] == WIN | {"scores": [18, 12]}
    assert (second["result"], second["results"][0]["how"]) == (LOSS | {"forfeits": [0]}, "assigned")


def test_a_grid_enters_all_results_or_none(desk: Desk, ada: Browser, path: str, grace: Browser) -> None:
    assert grace.post(f"{path}/grid", ROUND).status_code == 401
    wrong = ada.post(f"{path}/grid", ROUND | {"result.1": "1-0", "result.2": "1+1"})
    assert wrong.status_code == 422
    assert "Column 1: “1+1” is no result of two" in text(wrong)
    assert 'value="1-0"' in wrong.text
    assert [table["result"] for table in desk.looks("/rounds/1")["tables"]] == [None, None]
    assert ada.post(f"{path}/grid", ROUND | {"result.1": "1-0", "result.2": "½"}).status_code == 303
    assert [table["result"] for table in desk.looks("/rounds/1")["tables"]] == [WIN, DRAW]


def test_programs_enter_results_of_a_round_all_or_none(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services).registers("Ada", "Grace", "Lin", "Mae")
    desk.starts(1, "Ada Grace", "Lin Mae")
    results = [{"table": 1, "result": WIN}, {"table": 3, "result": WIN}]
    refused = desk.does("enter_results", stage=1, round=1, results=results)
    assert (refused.status_code, "There is no table 3" in refused.text) == (404, True)
    assert desk.looks("/rounds/1")["tables"][0]["result"] is None
    results[1] = {"table": 2, "result": DRAW}
    assert len(desk.did("enter_results", stage=1, round=1, results=results)["facts"]) == 2
