"""A large Dutch round over HTTP: paired at once or by a job, whatever the results before."""

from __future__ import annotations

from random import Random

from service.bootstrap import Services
from tests.service.people import Api

from .desk import DRAW, LOSS, WIN, Desk

CHESS = {"win": 2, "draw": 1, "loss": 0, "unit": 2}
STAGE = {"format": "swiss", "engine": "dutch", "rounds": 7}


def test_the_second_round_of_120_players_is_paired(api: Api, services: Services) -> None:
    random = Random(120)
    names = [f"Player {number:03}" for number in range(120)]
    desk = Desk.opens(api, services, stages=[STAGE], points=CHESS)
    desk.registers(*names, **{name: 2800 - place for place, name in enumerate(names)})
    desk.did("pair", round=1)
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    for table in range(1, 61):
        desk.enters(1, table, random.choice((WIN, LOSS, DRAW)))
    desk.did("close", stage=1, round=1)
    desk.did("pair", round=2)
    first, second = (desk.looks(f"/rounds/{number}?stage=1")["tables"] for number in (1, 2))
    met = {frozenset(table["seats"]) for table in first}
    assert len(second) == len(met) == 60
    assert met.isdisjoint(frozenset(table["seats"]) for table in second)
