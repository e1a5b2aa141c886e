"""A final that nobody comes to has no winner, on any page and in any list, until the organizers decide."""

from __future__ import annotations

import pytest

from service.app import services_of
from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json, json_of

from .desk import WIN, Desk

ABSENT: Json = {"places": [2, 2], "forfeits": [0, 1]}


@pytest.fixture
def desk(api: Api, services: Services) -> Desk:
    """The case `final-nobody-came`, played to its end."""
    plan: Json = {"stages": [{"format": "single_elimination"}], "tiebreakers": ["lot"]}
    ratings = {"Ada": 1900, "Grace": 1800, "Lin": 1700, "Mae": 1600}
    desk = Desk.opens(api, services, **plan).registers(*ratings, **ratings)
    for number, results in ((1, [WIN, WIN]), (2, [ABSENT])):
        desk.did("pair", round=number)
        desk.did("publish", stage=1, round=number)
        desk.did("start", stage=1, round=number)
        for table, result in enumerate(results, 1):
            desk.did("assign", stage=1, round=number, table=table, result=result)
        desk.did("close", stage=1, round=number)
    return desk


def ranks(desk: Desk) -> list[int]:
    return [row["rank"] for row in desk.looks("/standings")["standings"]]


def listed(desk: Desk) -> list[str]:
    """Returns the winners whom the list of tournaments names."""
    position = services_of(desk.api.app).store.position()
    [entry] = json_of(desk.api.get(f"/api/v1/tournaments?text=Spring&min_position={position}"))["items"]
    return [*entry["winners"]]


def test_no_winner_is_named_anywhere_before_the_organizers_decide(desk: Desk, ada: Browser) -> None:
    page = f"/t/{desk.tournament}"
    assert ranks(desk)[:2] == [2, 2]
    assert "No player has won this stage" in text(ada.get(page))
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    assert "The first place stays empty until you decide." in text(ada.get(f"{page}/desk"))
    desk.did("end")
    assert listed(desk) == []
    finalist = desk.looks("/standings")["standings"][1]["player"]
    form = {"do": "name_winner", "winner": finalist, "why": "won against the other in May"}
    assert ada.post(f"{page}/desk", form).status_code == 303
    assert ranks(desk)[:2] == [1, 2]
    assert len(listed(desk)) == 1
    assert "No player has won this stage" not in text(ada.get(page))
    assert "The organizers named" in text(ada.get(f"{page}/desk"))


def test_a_winner_is_named_by_organizers_with_a_reason_and_only_where_none_is(desk: Desk) -> None:
    first = desk.looks("/standings")["standings"][0]["player"]
    assert desk.does("name_winner", stage=1, player=first, why="").status_code in (409, 422)
    assert desk.does("name_winner", stage=9, player=first, why="so").status_code == 404
    assert desk.does("name_winner", "nobody", stage=1, player=first, why="so").status_code == 401
    desk.did("name_winner", stage=1, player=first, why="the better seed")
    desk.did("name_winner", stage=1, player=None, why="on second thoughts")
    assert ranks(desk)[:2] == [2, 2]
    desk.did("correct", stage=1, round=2, table=1, result=WIN, why="they came late")
    refused = desk.does("name_winner", stage=1, player=first, why="so")
    assert (refused.status_code, json_of(refused)["type"]) == (409, "/api/v1/problems/not-now")
