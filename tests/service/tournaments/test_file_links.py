"""Files of a tournament: its public page and its desk link to each of them."""

from __future__ import annotations

import html
import re

from service.bootstrap import Services
from tests.service.browser import Browser
from tests.service.client import Api

from .desk import WIN, Desk


def test_the_pages_of_a_tournament_offer_its_files(api: Api, services: Services, ada: Browser) -> None:
    stages = [{"format": "swiss", "rounds": 1}, {"format": "single_elimination", "players": 2}]
    desk = Desk.opens(api, services, stages=stages).registers("Ada", "Grace").starts()
    desk.enters(1, 1, WIN)
    desk.did("close", stage=1, round=1)
    desk.did("cut")
    ada.post("/t/enter", {"token": desk.token, "tournament": desk.tournament})
    for path, data in ((f"/t/{desk.tournament}", ["standings?stage=2"]), (f"/t/{desk.tournament}/desk", [])):
        files = ada.get(path).text.split('id="files"')[1].partition("</details>")[0]
        links = [html.unescape(link) for link in re.findall(r'href="([^"]*)"', files)]
        assert [link.rpartition("/")[2] for link in links] == [
            "standings.csv?stage=1",
            "trf?stage=1",
            "standings.csv?stage=2",
            "pairings.csv",
            "export",
            *data,
        ]
        assert {ada.get(link).status_code for link in links} == {200}
