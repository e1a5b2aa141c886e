"""Days that pair themselves: rounds are proposed, recorded, and played by whoever is said to win."""

from __future__ import annotations

from collections.abc import Callable

from domain.tournament.facts import Player
from domain.tournament.pairing import next_round_input, propose_pairing
from domain.tournament.plan import Unplayed
from domain.tournament.play import pairings
from domain.tournament.play.pairings import Pairing
from domain.tournament.scoring.results import Result

from ..day import DESK, LOSS, WIN, Day

Plays = Callable[[tuple[Player, ...]], Result]
"""How a table ends, by who sits where."""


def by_name(seats: tuple[Player, ...]) -> Result:
    """The first of two by the alphabet wins."""
    return WIN if seats[0] < seats[1] else LOSS


def paired(day: Day, **requested: Unplayed) -> Pairing:
    """Pairs the round that is due as proposed, and returns that."""
    proposed = propose_pairing(day.t, requested)
    number = next_round_input(day.t).number
    day.does(
        pairings.pair_round(day.t, number, proposed, DESK, day.at, reason="anew" if day.t.rounds else "")
    )
    return proposed


def round_played(day: Day, plays: Plays = by_name, **requested: Unplayed) -> str:
    """Pairs a round as proposed, plays it to its end, and returns it in words."""
    proposed = paired(day, **requested)
    number = day.t.rounds[-1].number
    day.starts(number)
    for table in proposed.tables:
        day.records(number, table.number, plays(table.seats))
    day.closes(number)
    return words(proposed)


def words(proposed: Pairing) -> str:
    """Returns a pairing in words, the first turn first: `Ann-Bob Cid-Dot, Eve bye`."""
    tables = " ".join("-".join(table.seats) for table in proposed.tables)
    return ", ".join([tables, *(f"{bye.player} {bye.kind}" for bye in proposed.byes)])


def meetings(proposed: Pairing) -> set[frozenset[Player]]:
    """Returns who meets whom, whoever has the first turn."""
    return {frozenset(table.seats) for table in proposed.tables}
