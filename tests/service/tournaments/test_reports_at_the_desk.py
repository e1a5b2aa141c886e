"""Players' reports at the desk: one click records them, and contradictions come first."""

from __future__ import annotations

import re

from service.bootstrap import Services
from tests.service.browser import Browser, text
from tests.service.client import Api, Json

from .desk import LOSS, WIN, Desk

TABLE: Json = {"stage": 1, "round": 1, "table": 1}


def seated(api: Api, services: Services, ada: Browser) -> tuple[Desk, str]:
    """Returns a desk whose round of four is being played, and its address, with *ada* as its organizer."""
    desk = Desk.opens(api, services).registers("Ada", "Grace", "Lin", "Mae")
    desk.starts(1, "Ada Grace", "Lin Mae")
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    return desk, f"/t/{desk.tournament}/desk"


def test_a_one_sided_report_is_accepted_with_one_click(api: Api, services: Services, ada: Browser) -> None:
    desk, path = seated(api, services, ada)
    desk.did("report", desk.tokens["Ada"], **TABLE, result=WIN | {"scores": [18, 12]})
    page = ada.get(path)
    assert "Ada reports: Ada won (18–12)" in text(page)
    assert re.search(r'id="contradictions"[^>]* hidden>', page.text)
    [seq] = re.findall(r'name="report" value="(\d+)"', page.text)
    done = ada.post(path, TABLE | {"do": "accept", "report": seq})
    assert done.status_code == 303
    [table, _] = desk.looks("/rounds/1")["tables"]
    assert (table["result"], table["results"][0]["how"]) == (WIN | {"scores": [18, 12]}, "reported")
    assert "reports:" not in text(ada.get(path))
    again = ada.post(path, TABLE | {"do": "accept", "report": seq})
    assert (again.status_code, "has a result already" in text(again)) == (409, True)


def test_a_contradiction_comes_first_and_both_players_read_of_it(
    api: Api, services: Services, ada: Browser, grace: Browser
) -> None:
    desk, path = seated(api, services, ada)
    assert "<title>Organizer" in ada.get(path).text
    desk.did("report", desk.tokens["Lin"], **TABLE | {"table": 2}, result=WIN)
    desk.did("report", desk.tokens["Mae"], **TABLE | {"table": 2}, result=LOSS)
    page = ada.get(path)
    assert "<title>(1!) Organizer" in page.text
    top = text(page).partition("Next")[0]
    assert "Players report different results Round 1, table 2 Lin reports: Lin won" in top
    assert "Mae reports: Mae won" in top
    mine = f"/t/{desk.tournament}/me"
    grace.post(f"{mine}/enter", {"key": desk.tokens["Mae"]})
    phone = grace.get(mine)
    assert "(!) My table" in phone.text
    assert "You and the other side report different results." in text(phone)
    desk.did("report", desk.tokens["Mae"], **TABLE | {"table": 2}, result=WIN)
    assert "different results." not in text(grace.get(mine))
    assert 'id="contradictions"' in (after := ada.get(path).text)
    assert "(1!)" not in after


def test_accepting_is_for_those_in_charge(api: Api, services: Services, ada: Browser) -> None:
    desk, _ = seated(api, services, ada)
    seq = desk.did("report", desk.tokens["Ada"], **TABLE, result=WIN)["seq"]
    for token, status in ((desk.tokens["Grace"], 403), (desk.token, 201)):
        assert desk.does("accept_report", token, **TABLE, report=seq).status_code == status
