"""Dutch rounds over HTTP: large ones, and those that an earlier engine paired."""

from __future__ import annotations

import json
from random import Random

from domain.model import Fact
from domain.tournament.facts import Seating
from domain.tournament.pairing import propose_pairing
from domain.tournament.play.pairings import pair_round
from domain.tournament.state import Tournament
from replays.proof import bundle
from replays.proof.bundle_check import check_bundle
from replays.proof.notes import read_key
from service.bootstrap import Services
from tests.service.client import Api

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


def test_a_round_by_an_earlier_engine_stays_as_it_was_and_verifies(api: Api, services: Services) -> None:
    desk = Desk.opens(api, services, stages=[STAGE | {"rounds": 1}], points=CHESS)
    desk.registers("Ada", "Grace", "Lin", "Mae", Ada=2000, Grace=1900, Lin=1800, Mae=1700)
    ada, grace, lin, mae = desk.players.values()
    tables = (Seating(1, (ada, grace)), Seating(2, (lin, mae)))

    def paired_earlier(t: Tournament) -> list[Fact]:
        pairing = propose_pairing(t)._replace(version="caissify-pairings 0.5.0", tables=tables)
        return pair_round(t, 1, pairing, t.settings.by, t.settings.at)

    services.tournaments.execute(desk.tournament, paired_earlier)
    desk.did("publish", stage=1, round=1)
    desk.did("start", stage=1, round=1)
    desk.enters(1, 1, WIN)
    desk.enters(1, 2, WIN)
    desk.did("close", stage=1, round=1)
    desk.ends(services)
    assert [table["seats"] for table in desk.looks("/rounds/1?stage=1")["tables"]] == [
        [ada, grace],
        [lin, mae],
    ]
    file = json.dumps(desk.looks("/export", "")).encode()
    verified = check_bundle(
        bundle.read_bundle(file), [read_key(str(key)) for key in services.evidence.public_keys()]
    )
    assert (verified.findings, verified.pairings) == ([], 0)
    assert verified.skipped == (
        "Round 1 of stage 1 was not paired again: by dutch caissify-pairings 0.5.0, here is dutch 1.",
    )
