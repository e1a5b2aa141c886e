"""Seating at larger tables, exact for small fields and improved by swaps for larger ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import TypeAlias

from ..facts import Player

Weight: TypeAlias = Callable[[Player, Player], int]
"""Cost of two players at one table, below the next weightier criterion."""

EXACT_PLAYERS = 12
"""Largest field with an exhaustive search."""


def improve_tables(
    start: list[list[Player]], weight: Weight, fixed_players: Sequence[Player] = ()
) -> list[list[Player]]:
    """Returns tables of the same sizes that cost less than *start*, or *start*.

    *fixed_players* are two players who stay together, or none. The search is exact up to 12 players. Beyond
    that it swaps players until no swap of affected players helps.
    """
    players = [player for table in start for player in table]
    weights = [[weight(first, second) if first != second else 0 for second in players] for first in players]
    ends = [sum(map(len, start[:i])) for i in range(len(start) + 1)]
    numbers = [[*range(a, b)] for a, b in pairwise(ends)]
    fixed = frozenset(map(players.index, fixed_players))
    if fixed:
        numbers = _join_pair(numbers, weights, fixed)
    improve = _improve_exactly if len(players) <= EXACT_PLAYERS else _improve_by_swaps
    seating = improve(numbers, weights, fixed)
    return [[players[i] for i in table] for table in seating]


def table_cost(table: Sequence[int], weights: Sequence[Sequence[int]]) -> int:
    """Returns the cost of a table, the total weight of all its pairs."""
    return sum(weights[first][second] for first, second in combinations(table, 2))


def _join_pair(
    tables: list[list[int]], weights: Sequence[Sequence[int]], pair: frozenset[int]
) -> list[list[int]]:
    """Returns the tables after the best swap that brings a *pair* together."""
    if any(pair <= {*table} for table in tables):
        return tables
    ways = []
    for stays, moves in permutations(pair):
        (home,) = (table for table in tables if stays in table)
        for leaves in home:
            if leaves != stays:
                new = {leaves: moves, moves: leaves}
                ways.append([[new.get(member, member) for member in table] for table in tables])
    return min(ways, key=lambda way: sum(table_cost(table, weights) for table in way))


def _improve_exactly(
    start: list[list[int]], weights: Sequence[Sequence[int]], fixed: frozenset[int]
) -> list[list[int]]:
    best, lowest = start, sum(table_cost(table, weights) for table in start)

    def seat_unseated(
        unseated: list[int], sizes: list[int], seated_tables: list[list[int]], spent: int
    ) -> None:
        nonlocal best, lowest
        if spent >= lowest:
            return
        if not unseated:
            best, lowest = seated_tables, spent
            return
        first, *candidates = unseated
        for size in dict.fromkeys(sizes):
            remaining = [*sizes]
            remaining.remove(size)
            for companions in combinations(candidates, size - 1):
                table = [first, *companions]
                if len(fixed.intersection(table)) == 1:
                    continue
                unchosen = [member for member in candidates if member not in companions]
                seat_unseated(
                    unchosen, remaining, [*seated_tables, table], spent + table_cost(table, weights)
                )

    seat_unseated(
        sorted(member for table in start for member in table), [len(table) for table in start], [], 0
    )
    return sorted(best, key=lambda table: (-len(table), table))


def _improve_by_swaps(
    tables: list[list[int]], weights: Sequence[Sequence[int]], fixed: frozenset[int]
) -> list[list[int]]:
    at = {player: table for table in tables for player in table}
    todo = [*_players_with_costs(tables, weights)]
    while todo:
        player = todo.pop(0)
        if player in fixed:
            continue
        own_table, row = at[player], weights[player]
        own_cost = sum(row[opponent] for opponent in own_table)
        best, gain = None, 0
        for other_table in tables:
            if other_table is own_table:
                continue
            moved_cost = sum(row[opponent] for opponent in other_table)
            for partner in (member for member in other_table if member not in fixed):
                theirs = weights[partner]
                new_cost = moved_cost - 2 * row[partner] + sum(theirs[opponent] for opponent in own_table)
                saved = own_cost + sum(theirs[opponent] for opponent in other_table) - new_cost
                if saved > gain:
                    best, gain = partner, saved
        if best is None:
            continue
        other_table = at[best]
        own_table[own_table.index(player)], other_table[other_table.index(best)] = best, player
        at[player], at[best] = other_table, own_table
        todo += [member for member in (*own_table, *other_table) if member not in todo]
    return tables


def _players_with_costs(tables: list[list[int]], weights: Sequence[Sequence[int]]) -> Iterator[int]:
    """Yields the players of tables with costs."""
    for table in tables:
        if table_cost(table, weights):
            yield from table
