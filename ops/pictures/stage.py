"""What the pictures show: matches under way, over and disputed, a tournament, a cup, and who takes part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.browser import judging
from tests.browser.events import Event
from tests.browser.serving import HTTP, Served
from tests.browser.table import Table, played

TABLES: dict[str, tuple[dict[str, Any], int, int]] = {
    "arena": ({"chapter": 4}, 95, 2),
    "villainous": ({"villains": ["captain-hook", "queen-of-hearts", "prince-john"]}, 130, 3),
}
"""The options of each match, how many answers it has seen, and its seats."""

ENDLESS = 10_000
"""More answers than a match takes."""

NAMES = ["Ada", "Grace", "Mary", "Joan", "Lise", "Emmy", "Émilie du Châtelet", "Hypatia", "Sofia", "Maria"]

COUNTED = 24
"""How many matches of bots the statistics are made of."""


@dataclass(frozen=True)
class Stage:
    """What there is to look at."""

    service: Served
    tables: dict[str, Table]
    over: Table
    disputed: Table
    event: Event
    cup: Event
    guest: str
    """The token of somebody who plays in the tournament."""


def laid(service: Served) -> Stage:
    """Plays and runs everything that is looked at."""
    bots = ["--option", "chapter=4", "--bots", "greedy,random", "--matches", str(COUNTED)]
    judging.recount(service, "play", *bots, "--seed", "pictures")
    over = played(service, "arena", {"chapter": 1}, ENDLESS, seed=4)
    tables = {game: played(service, game, *how) for game, how in TABLES.items()}
    event = Event(service)
    guest = rounds(event, [[1, 2], [2, 1], [1, 1], [1, 2], [2, 1]])
    cup = Event(service, title="Summer Cup", stages=[{"format": "single_elimination", "third_place": True}])
    cup.does("register", players=[{"name": name} for name in NAMES[:6]])
    cup.starts(1)
    cup.does("enter", stage=1, round=1, table=1, result={"places": [1, 2], "scores": [12, 9]})
    disputed = played(service, "arena", {"chapter": 1}, 16, seed=3)
    disputes(disputed)
    return Stage(service, tables, over, disputed, event, cup, guest)


def rounds(event: Event, results: list[list[int]]) -> str:
    """Plays a round of *event*, by the places at each table, and begins the next.

    Returns the token of a guest who still plays.
    """
    guests = event.does("register", players=[{"name": name} for name in NAMES])["tokens"]
    event.starts(1)
    for table, places in enumerate(results, 1):
        event.does("enter", stage=1, round=1, table=table, result={"places": places})
    event.does("close", stage=1, round=1)
    event.starts(2)
    event.does("enter", stage=1, round=2, table=1, result={"places": [1, 2]})
    going_on = HTTP.get(f"{event.url}/api/v1/tournaments/{event.id}/rounds/2").json()["tables"][1]["seats"]
    return next(str(guest["token"]) for guest in guests if guest["player"] in going_on)


def disputes(table: Table) -> None:
    """Lets Ada dispute a fact."""
    body = {"claim": "That was one step too many.", "evidence": [{"seq": table.sees()["seq"] - 20}]}
    headers = {"Authorization": f"Bearer {table.plays[0]}"}
    HTTP.post(
        f"{table.url}/api/v1/matches/{table.match}/disputes", json=body, headers=headers
    ).raise_for_status()
