"""Pairing engines, pure and repeatable on any machine.

An engine depends on the folded state and on lots from the committed seed. It reports the cost of its pairing
by criterion, in the order of weight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from ..facts import Bye, Player, Seating
from ..plan import KNOCK_OUT_FORMATS, LIVES, Unplayed
from ..play.pairings import Pairing, check_all_placed
from ..refusals import Refused
from ..state import Tournament
from . import elimination_pods, knock_out
from .compromises import compromise_sentences
from .digest import pairing_digest
from .engines import engine_of
from .round_input import Engine, RoundInput, next_round_input
from .starting_ranks import number_tables
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


def propose_pairing(t: Tournament, requested_byes: Mapping[Player, Unplayed] | None = None) -> Pairing:
    """Returns the pairing of the next round, or of the last one until it starts.

    *requested* are byes that players ask for in this round. Raises `Refused` where no round is due or results
    are missing.
    """
    round_due = next_round_input(t, requested_byes or {})
    engine: Engine = engine_of(round_due)
    result = engine.propose_round(round_due)
    byes = {**result.byes, **round_due.requested_byes}
    asked_for = {**t.requested_byes(round_due.stage, round_due.number), **(requested_byes or {})}
    return Pairing(
        number_tables(round_due, result.tables),
        tuple(Bye(player, kind, player in asked_for) for player, kind in sorted(byes.items())),
        engine.name,
        engine.version,
        pairing_digest(round_due),
        result.costs,
        result.walkovers,
    )


def pairing_by_hand(t: Tournament, tables: tuple[Seating, ...], byes: tuple[Bye, ...]) -> Pairing:
    """Returns a round paired by hand, in a bracket with the walkovers before it.

    Raises `Unsound` where a remaining player of a knock-out stage has no place.
    """
    plan = t.plan_of(t.current_stage)
    if plan.format not in KNOCK_OUT_FORMATS:
        return Pairing(tables, byes)
    placed_players = {*(player for table in tables for player in table.seats), *(bye.player for bye in byes)}
    try:
        if plan.format not in LIVES:
            expected, walkovers = {*elimination_pods.players_through(next_round_input(t))}, None
        else:
            result = knock_out.propose_round(next_round_input(t))
            expected, walkovers = {*result.byes, *chain.from_iterable(result.tables)}, result.walkovers
    except Refused:
        return Pairing(tables, byes)
    check_all_placed(expected - placed_players)
    return Pairing(tables, byes, walkovers=walkovers)


def pairing_costs(
    t: Tournament, number: int, tables: Iterable[Seating], byes: Iterable[Bye], stage: int = 0
) -> Mapping[str, int]:
    """Returns the costs of a round of a *stage* (0 is the current one), by criterion.

    They follow the criteria of the engine of the stage. Berger tables and brackets have none.
    """
    seats = tuple(table.seats for table in tables)
    byes = tuple(byes)
    kinds = {bye.player: bye.kind for bye in byes}
    requested_byes = {bye.player: bye.kind for bye in byes if bye.asked or bye.kind != "bye"}
    everybody = (*(player for table in seats for player in table), *kinds)
    round_input = RoundInput(t, stage or t.current_stage, number, requested_byes, everybody)
    pairing_byes = {player: kind for player, kind in kinds.items() if player not in requested_byes}
    return engine_of(round_input).round_costs(round_input, seats, pairing_byes)
