"""Engines that pair rounds: pure and repeatable, the same pairing from the same facts on any machine.

What an engine goes by is what the fold holds, and the lots drawn from the committed seed. Each tells what its
pairing costs by criterion, in the order of their weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from ..facts import Bye, Player, Seating
from ..pairings import Pairing, check_all_placed
from ..plan import KNOCK_OUT, LIVES, Unplayed
from ..refusals import Refused
from ..state import Tournament
from . import elimination_pods, knock_out
from .compromises import compromises
from .digest import digest
from .due import Due, Engine, due
from .engines import engine_of
from .numbering import numbered
from .why_not import WhyNot, why_not

__all__ = ["Due", "WhyNot", "by_hand", "compromises", "costs", "due", "propose", "why_not"]


def propose(t: Tournament, requested: Mapping[Player, Unplayed] | None = None) -> Pairing:
    """Returns how the round that is due would be paired: the next one, or the last one until it starts.

    *requested* are byes that players asked for in this round. Raises `Refused` where no round is due, or
    results are missing that it depends on.
    """
    round_due = due(t, requested or {})
    engine: Engine = engine_of(round_due)
    drawn = engine.pair(round_due)
    byes = {**drawn.byes, **round_due.requested}
    asked_for = {**t.requested(round_due.stage, round_due.number), **(requested or {})}
    return Pairing(
        numbered(round_due, drawn.tables),
        tuple(Bye(who, kind, who in asked_for) for who, kind in sorted(byes.items())),
        engine.name,
        engine.version,
        digest(round_due),
        drawn.costs,
        drawn.walkovers,
    )


def by_hand(t: Tournament, tables: tuple[Seating, ...], byes: tuple[Bye, ...]) -> Pairing:
    """Returns a round paired by hand; in a bracket, with the walkovers before it.

    Raises `Unsound` where a player who is still in a stage that knocks out has no place.
    """
    plan = t.plan(t.stage)
    if plan.format not in KNOCK_OUT:
        return Pairing(tables, byes)
    placed = {*(player for table in tables for player in table.seats), *(bye.player for bye in byes)}
    try:
        if plan.format not in LIVES:
            expected, walkovers = {*elimination_pods.players_through(due(t))}, None
        else:
            drawn = knock_out.pair(due(t))
            expected, walkovers = {*drawn.byes, *chain.from_iterable(drawn.tables)}, drawn.walkovers
    except Refused:
        return Pairing(tables, byes)
    check_all_placed(expected - placed)
    return Pairing(tables, byes, walkovers=walkovers)


def costs(
    t: Tournament, number: int, tables: Iterable[Seating], byes: Iterable[Bye], stage: int = 0
) -> Mapping[str, int]:
    """Returns what a round of a *stage* (0: the one being played) costs as it was paired or changed by hand.

    That is by the criteria of the engine that would pair it: nothing where it goes by a table or a bracket.
    """
    seats = tuple(table.seats for table in tables)
    byes = tuple(byes)
    kinds = {bye.player: bye.kind for bye in byes}
    requested = {bye.player: bye.kind for bye in byes if bye.asked or bye.kind != "bye"}
    everybody = (*(who for table in seats for who in table), *kinds)
    weighed = Due(t, stage or t.stage, number, requested, everybody)
    given = {who: kind for who, kind in kinds.items() if who not in requested}
    return engine_of(weighed).costs(weighed, seats, given)
