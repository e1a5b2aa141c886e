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
from .round_input import PairingResult, RoundInput, Tables


def propose_round(round_input: RoundInput) -> PairingResult:
    """Returns a round whose byes are for the best seeds, and whose tables each have one of every pot.

    The first pot are the best, as many as there are tables, and so on; who have met meet again only where it
    cannot be helped. Exact up to 12 players, and beyond as far as swaps improve it. Then of all orders of the
    seats it is the best at each table. Raises `Refused` once the stage is decided.
    """
    return pods.propose_pods(round_input, _make_layout(round_input), round_costs)


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Returns the round of least cost in which these two sit together."""
    return pods.propose_pods(
        round_input, _make_layout(round_input, (player, opponent)), round_costs, (player, opponent)
    )


def round_costs(
    round_input: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]
) -> Mapping[str, int]:
    """Returns what a round costs, in the order of weight.

    `rematches` is how often those at a table have met, and `pots` how often they are of the same pot, both
    for each two of them. Then the seats.
    """
    past, present = round_input.past_games, {player for table in tables for player in table}
    pot = _pot_of_player([player for player in round_input.ranking if player in present], len(tables))
    same = sum(pot[a] == pot[b] for table in tables for a, b in combinations(table, 2))
    return {"rematches": pods.count_rematches(past, tables), "pots": same, **seats.seat_costs(past, tables)}


def _pot_of_player(order: Sequence[Player], tables: int) -> Mapping[Player, int]:
    return {player: i // tables for i, player in enumerate(order)}


def _make_layout(round_input: RoundInput, fixed: Sequence[Player] = ()) -> pods.Layout:
    qualifiers = players_through(round_input)
    sizes = pods.require_table_sizes(round_input, len(qualifiers))
    byes = [player for player in qualifiers if player not in fixed][: len(qualifiers) - sum(sizes)]
    order = [player for player in qualifiers if player not in byes]
    start: list[list[Player]] = [[] for _ in sizes]
    for player in order:
        open_tables = [table for table, size in zip(start, sizes, strict=True) if len(table) < size]
        fewest = min(map(len, open_tables))
        row = [table for table in open_tables if len(table) == fewest]
        row[0 if fewest % 2 == 0 else -1].append(player)
    pot = _pot_of_player(order, len(sizes))
    return pods.Layout(order, byes, start, lambda first, second: int(pot[first] == pot[second]))


def is_final(last: Round) -> bool:
    """Tells whether no round follows a round: it has one table."""
    return len(last.tables) == 1 and not last.byes


def players_through(round_input: RoundInput) -> list[Player]:
    """Returns the players of the round, the best seeds first; raises `Refused` where no round follows."""
    if not round_input.earlier_rounds:
        return [player for player in round_input.seeds if player in round_input.players]
    players = [player for player in qualified_players(round_input) if player in round_input.players]
    if len(players) < 2 or is_final(round_input.earlier_rounds[-1]):
        raise StageDecided
    return players


def qualified_players(round_input: RoundInput) -> list[Player]:
    """Returns the players whom the last round lets go on, or wins its final, the best seeds first.

    Players who share a place at the border draw lots. A seat that forfeits does not go on, and no seat of a
    table without a winner.
    """
    last = round_input.earlier_rounds[-1]
    final = is_final(last)
    qualifiers = {*last.byes}
    for _, table in sorted(last.tables.items()):
        result = table.pairing_result
        if result is None:
            raise missing_results_error(last)
        ranking = sorted(
            (
                result.places[seat],
                -round_input.lot_of(player, f"drawn:{round_input.stage}:{last.number}"),
                player,
            )
            for seat, player in enumerate(table.seats)
            if seat not in result.forfeits and 1 in result.places
        )
        going_on = sum(rank == 1 for rank, _, _ in ranking) if final else round_input.plan.going_on
        qualifiers |= {player for _, _, player in ranking[:going_on]}
    return [player for player in round_input.ranking if player in qualifiers]
