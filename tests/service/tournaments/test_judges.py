"""The cases of an event: all of its matches in one list, for who runs it or judges it, and nobody else."""

from __future__ import annotations

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, json_of

from .desk import Desk


def playing(api: Api, services: Services, name: str) -> tuple[Desk, str]:
    """Returns a tournament that is played here, and the match of its first table, in which a case is open."""
    desk = Desk.opens(api, services, name, online=True).registers("Ada", "Bo").starts()
    services.result_process.catch_up()
    match = str(desk.looks("/rounds/1")["tables"][0]["match"])
    services.cases.open_case(match, "seat:0", "One card too many.", ())
    return desk, match


def test_an_event_has_its_cases_and_its_judges(api: Api, services: Services, ada: Browser) -> None:
    (spring, match), (autumn, other) = (playing(api, services, name) for name in ("spring", "autumn"))
    judge = services.api_tokens.issue_token("judge-1", ["judge"], event=spring.tournament).token
    behind = f"/api/v1/disputes?min_position={services.store.position()}"
    for token in (judge, spring.token):
        seen = json_of(api.get(f"{behind}&event={spring.tournament}", token))
        assert [case["match"] for case in seen["items"]] == [match]
    assert [case["match"] for case in json_of(api.get(behind, judge))["items"]] == [match]
    assert api.get(f"{behind}&event={autumn.tournament}", judge).status_code == 403
    ruling = {"outcome": "note", "rules": ["SA-303"], "text": "Play on."}
    path = f"/api/v1/matches/{other}/disputes/1"
    assert api.post(f"{path}/rulings", ruling, judge, **{"If-Match": '"1"'}).status_code == 403
    grant = {"stage": 1, "round": 1, "table": 1, "minutes": 5, "why": "a ruling"}
    assert autumn.does("grant_time", judge, **grant).status_code == 403

    ada.post("/t/enter", {"token": spring.token, "tournament": spring.tournament})
    page = ada.get(f"/t/{spring.tournament}/desk")
    assert "Cases that wait Round 1, table 1, case 1" in text(page)
    assert f'href="/m/{match}/cases/1"' in page.text
    assert other not in page.text
    ada.post("/judge", {"token": judge})
    assert f'href="/t/{spring.tournament}"' in ada.get("/judge").text
    assert "Next" not in text(ada.get(f"/t/{spring.tournament}/desk"))
