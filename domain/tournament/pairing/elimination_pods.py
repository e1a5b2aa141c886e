"""Elimination at larger tables, with seeds spread and opponents kept apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..facts import Player
from ..plan import Unplayed
from ..refusals import StageDecided
from ..state import Round
from . import pods
from .bracket import missing_results_error
from .round_input import PairingResult, RoundInput, Tables


def propose_round(round_input: RoundInput) -> PairingResult:
    """Returns a round with byes for the best seeds and one player of each pot at a table.

    The first pot has the best players, one for each table, and so on. Opponents meet again only where no
    better round exists. The search is exact up to 12 players, and improves larger rounds by swaps. The order
    of seats at each table is the best. Raises `Refused` once the stage is decided.
    """
    return pods.propose_pods(round_input, _make_layout(round_input), round_costs)


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Returns the round of least cost with these two players at one table."""
    return pods.propose_pods(
        round_input, _make_layout(round_input, (player, opponent)), round_costs, (player, opponent)
    )


def round_costs(
    round_input: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]
) -> Mapping[str, int]:
    """Returns the costs of a round in the order of weight.

    `rematches` counts earlier meetings and `pots` equal pots, each for every two players of a table. The
    costs of seats follow.
    """
    past, present = round_input.past_games, {player for table in tables for player in table}
    pot = _pot_of_player([player for player in round_input.ranking if player in present], len(tables))
    same = sum(pot[a] == pot[b] for table in tables for a, b in combinations(table, 2))
    return {"rematches": pods.count_rematches(past, tables), "pots": same, **pods.seat_costs(past, tables)}


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
    """Returns whether a round has a single table, so that no round follows."""
    return len(last.tables) == 1 and not last.byes


def players_through(round_input: RoundInput) -> list[Player]:
    """Returns the players of the round, best seeds first; raises `Refused` where none follows."""
    if not round_input.earlier_rounds:
        return [player for player in round_input.seeds if player in round_input.players]
    players = [player for player in qualified_players(round_input) if player in round_input.players]
    if len(players) < 2 or is_final(round_input.earlier_rounds[-1]):
        raise StageDecided
    return players


def qualified_players(round_input: RoundInput) -> list[Player]:
    """Returns the players who advance from the last round or win the final, best seeds first.

    Players who share the last place to advance draw lots. Forfeited seats and tables without a winner do not
    advance.
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
