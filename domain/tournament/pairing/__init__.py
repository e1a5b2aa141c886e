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
from .compromises import compromise_sentences
from .digest import pairing_digest
from .due import Engine, RoundInput, next_round_input
from .engines import engine_of
from .numbering import number_tables
from .why_not import WhyNot, explain_why_not

__all__ = [
    "RoundInput",
    "WhyNot",
    "compromise_sentences",
    "explain_why_not",
    "next_round_input",
    "pairing_by_hand",
    "pairing_costs",
    "propose_pairing",
]


def propose_pairing(t: Tournament, requested: Mapping[Player, Unplayed] | None = None) -> Pairing:
    """Returns how the round that is due would be paired: the next one, or the last one until it starts.

    *requested* are byes that players asked for in this round. Raises `Refused` where no round is due, or
    results are missing that it depends on.
    """
    round_due = next_round_input(t, requested or {})
    engine: Engine = engine_of(round_due)
    drawn = engine.propose_round(round_due)
    byes = {**drawn.byes, **round_due.requested_byes}
    asked_for = {**t.requested_byes(round_due.stage, round_due.number), **(requested or {})}
    return Pairing(
        number_tables(round_due, drawn.tables),
        tuple(Bye(who, kind, who in asked_for) for who, kind in sorted(byes.items())),
        engine.name,
        engine.version,
        pairing_digest(round_due),
        drawn.costs,
        drawn.walkovers,
    )


def pairing_by_hand(t: Tournament, tables: tuple[Seating, ...], byes: tuple[Bye, ...]) -> Pairing:
    """Returns a round paired by hand; in a bracket, with the walkovers before it.

    Raises `Unsound` where a player who is still in a stage that knocks out has no place.
    """
    plan = t.plan(t.stage)
    if plan.format not in KNOCK_OUT:
        return Pairing(tables, byes)
    placed = {*(player for table in tables for player in table.seats), *(bye.player for bye in byes)}
    try:
        if plan.format not in LIVES:
            expected, walkovers = {*elimination_pods.players_through(next_round_input(t))}, None
        else:
            drawn = knock_out.propose_round(next_round_input(t))
            expected, walkovers = {*drawn.byes, *chain.from_iterable(drawn.tables)}, drawn.walkovers
    except Refused:
        return Pairing(tables, byes)
    check_all_placed(expected - placed)
    return Pairing(tables, byes, walkovers=walkovers)


def pairing_costs(
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
    weighed = RoundInput(t, stage or t.stage, number, requested, everybody)
    given = {who: kind for who, kind in kinds.items() if who not in requested}
    return engine_of(weighed).round_costs(weighed, seats, given)
