"""Larger tables of which some go on: seeds are spread, and who have met are kept apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..facts import Player
from ..plan import Unplayed
from ..refusals import StageDecided
from ..state import Round
from . import pods, seats
from .bracket import missing_results_error
from .due import PairingResult, RoundInput, Tables


def propose_round(due: RoundInput) -> PairingResult:
    """Returns a round whose byes are for the best seeds, and whose tables each have one of every pot.

    The first pot are the best, as many as there are tables, and so on; who have met meet again only where it
    cannot be helped. Exact up to 12 players, and beyond as far as swaps improve it. Then of all orders of the
    seats it is the best at each table. Raises `Refused` once the stage is decided.
    """
    return pods.propose_pods(due, _make_layout(due), round_costs)


def propose_together(due: RoundInput, one: Player, other: Player) -> PairingResult:
    """Returns the round of least cost in which these two sit together."""
    return pods.propose_pods(due, _make_layout(due, (one, other)), round_costs, (one, other))


def round_costs(due: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]) -> Mapping[str, int]:
    """Returns what a round costs, in the order of weight.

    `rematches` is how often those at a table have met, and `pots` how often they are of the same pot, both
    for each two of them. Then the seats.
    """
    past, there = due.past_games, {who for table in tables for who in table}
    pot = _pot_of_player([who for who in due.ranking if who in there], len(tables))
    same = sum(pot[a] == pot[b] for table in tables for a, b in combinations(table, 2))
    return {"rematches": pods.count_rematches(past, tables), "pots": same, **seats.seat_costs(past, tables)}


def _pot_of_player(order: Sequence[Player], tables: int) -> Mapping[Player, int]:
    return {who: i // tables for i, who in enumerate(order)}


def _make_layout(due: RoundInput, kept: Sequence[Player] = ()) -> pods.Layout:
    through = players_through(due)
    sizes = pods.require_table_sizes(due, len(through))
    byes = [who for who in through if who not in kept][: len(through) - sum(sizes)]
    order = [who for who in through if who not in byes]
    start: list[list[Player]] = [[] for _ in sizes]
    for who in order:
        free = [table for table, size in zip(start, sizes, strict=True) if len(table) < size]
        fewest = min(map(len, free))
        row = [table for table in free if len(table) == fewest]
        row[0 if fewest % 2 == 0 else -1].append(who)
    pot = _pot_of_player(order, len(sizes))
    return pods.Layout(order, byes, start, lambda one, other: int(pot[one] == pot[other]))


def is_final(last: Round) -> bool:
    """Tells whether no round follows a round: it has one table."""
    return len(last.tables) == 1 and not last.byes


def players_through(due: RoundInput) -> list[Player]:
    """Returns the players of the round, the best seeds first; raises `Refused` where no round follows."""
    if not due.earlier_rounds:
        return [who for who in due.seeds if who in due.players]
    found = [who for who in qualified_players(due) if who in due.players]
    if len(found) < 2 or is_final(due.earlier_rounds[-1]):
        raise StageDecided
    return found


def qualified_players(due: RoundInput) -> list[Player]:
    """Returns the players whom the last round lets go on, or wins its final, the best seeds first.

    Players who share a place at the border draw lots. A seat that forfeits does not go on, and no seat of a
    table without a winner.
    """
    last = due.earlier_rounds[-1]
    final = is_final(last)
    through = {*last.byes}
    for _, table in sorted(last.tables.items()):
        result = table.pairing_result
        if result is None:
            raise missing_results_error(last)
        ranked = sorted(
            (result.places[seat], -due.lot_of(who, f"drawn:{due.stage}:{last.number}"), who)
            for seat, who in enumerate(table.seats)
            if seat not in result.forfeits and 1 in result.places
        )
        going_on = sum(place == 1 for place, _, _ in ranked) if final else due.plan.going_on
        through |= {who for _, _, who in ranked[:going_on]}
    return [who for who in due.ranking if who in through]
