"""Who sits together at larger tables: a start is improved until nothing is better, small fields exactly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise, permutations
from typing import TypeAlias

from ..facts import Player

Weight: TypeAlias = Callable[[Player, Player], int]
"""What it costs that two players sit together; nothing outweighs what is weightier by far."""

EXACT_PLAYERS = 12
"""Up to so many players every way to seat them is considered."""


def improve_tables(
    start: list[list[Player]], weight: Weight, fixed_players: Sequence[Player] = ()
) -> list[list[Player]]:
    """Returns tables of the same sizes that cost less, if any do, and else *start* as it is.

    Players to be *fixed_players* together are two or none.

    Exact up to 12 players. Beyond that two players change places while that makes it better, so that in the
    end no two of those concerned could change places for the better.
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
    """Returns what a table costs: the weights of all pairs at it."""
    return sum(weights[first][second] for first, second in combinations(table, 2))


def _join_pair(
    tables: list[list[int]], weights: Sequence[Sequence[int]], pair: frozenset[int]
) -> list[list[int]]:
    """Returns the tables after the best exchange that brings a *pair* together."""
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

    def seat(left: list[int], sizes: list[int], made: list[list[int]], spent: int) -> None:
        nonlocal best, lowest
        if spent >= lowest:
            return
        if not left:
            best, lowest = made, spent
            return
        first, *others = left
        for size in dict.fromkeys(sizes):
            remaining = [*sizes]
            remaining.remove(size)
            for chosen in combinations(others, size - 1):
                table = [first, *chosen]
                if len(fixed.intersection(table)) == 1:
                    continue
                rest = [one for one in others if one not in chosen]
                seat(rest, remaining, [*made, table], spent + table_cost(table, weights))

    seat(sorted(member for table in start for member in table), [len(table) for table in start], [], 0)
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
    """Yields who sits at a table that costs anything."""
    for table in tables:
        if table_cost(table, weights):
            yield from table
