"""Results that do not count are marked, with the reason, wherever programs read them."""

from __future__ import annotations

import csv

from service.bootstrap import Services
from tests.service.client import Api

from .desk import WIN, Desk


def test_results_that_a_withdrawal_annuls_are_marked_in_the_api_and_in_the_file(
    api: Api, services: Services
) -> None:
    stages = [{"format": "round_robin", "legs": 1}]
    desk = Desk.opens(api, services, stages=stages).registers("Ada", "Grace", "Lin", "Mae")
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    for table in (1, 2):
        desk.enters(1, table, WIN)
    desk.did("close", stage=1, round=1)
    first, second = desk.looks("/rounds/1")["tables"]
    assert (first["annulled"], second["annulled"]) == (None, None)
    leaver = first["seats"][1]
    desk.did("drop", player=leaver)
    first, second = desk.looks("/rounds/1")["tables"]
    assert first["annulled"] == {"reason": "withdrawal_before_half", "players": [leaver]}
    assert second["annulled"] is None
    rows = csv.DictReader(api.get(f"/api/v1/tournaments/{desk.tournament}/pairings.csv").text.splitlines())
    assert [(row["table"], row["annulled"]) for row in rows] == [
        *[("1", "withdrawal_before_half")] * 2,
        *[("2", "")] * 2,
    ]
