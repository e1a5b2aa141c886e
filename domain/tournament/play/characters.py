"""Characters from the pool of a round, drawn by lot or left to the players."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from ..facts import Player, Seating
from ..lots.seeds import draw_lot, seed_ranking
from ..state import Tournament

REPEAT_COST_BITS = 80
"""Bits of the cost of a repeated character, above the lots of a whole table."""


def character_pool(t: Tournament, stage: int, number: int) -> tuple[str, ...]:
    """Returns the characters of a round, none where players bring their own."""
    pools = t.plan_of(stage).pools
    return pools[min(number, len(pools)) - 1] if pools else ()


def assign_characters(
    t: Tournament, stage: int, number: int, tables: tuple[Seating, ...]
) -> tuple[Seating, ...]:
    """Returns *tables* of a published round with drawn characters or a choosing order."""
    plan = t.plan_of(stage)
    if plan.casting == "drawn":
        return draw_characters(t, stage, number, tables)
    if plan.choosing == "seed":
        choosing_rank = {player: seed for seed, player in enumerate(seed_ranking(t, stage))}
    else:
        choosing_rank = {
            player: -draw_lot(t, player, f"choose:{stage}:{number}")
            for table in tables
            for player in table.seats
        }
    return tuple(
        replace(seating, choosing=tuple(sorted(seating.seats, key=choosing_rank.__getitem__)))
        for seating in tables
    )


def draw_characters(
    t: Tournament, stage: int, number: int, tables: tuple[Seating, ...]
) -> tuple[Seating, ...]:
    """Returns *tables* of a round with a different character for each seat.

    The assignment of a table repeats as few characters as possible, and lots decide among the best. A player
    with a character keeps it. Without a pool the tables stay unchanged.
    """
    pool = character_pool(t, stage, number)
    if not pool:
        return tables
    earlier_counts = _count_earlier_characters(t, stage, number)
    purpose = f"{stage}:{number}"
    return tuple(
        replace(seating, characters=_fill_seats(t, purpose, seating, pool, earlier_counts))
        for seating in tables
    )


def _fill_seats(
    t: Tournament,
    purpose: str,
    table: Seating,
    pool: tuple[str, ...],
    earlier_counts: Counter[tuple[Player, str]],
) -> tuple[str, ...]:
    """Returns the characters of a table, drawn for all seats without one."""
    has = {
        player: character
        for player, character in zip(table.seats, table.characters, strict=False)
        if character
    }
    without = tuple(player for player in table.seats if player not in has)
    unused = tuple(character for character in pool if character not in has.values())
    has |= dict(zip(without, _cheapest_characters(t, purpose, without, unused, earlier_counts), strict=True))
    return tuple(has[player] for player in table.seats)


def _cheapest_characters(
    t: Tournament,
    purpose: str,
    seats: tuple[Player, ...],
    pool: tuple[str, ...],
    earlier_counts: Counter[tuple[Player, str]],
) -> tuple[str, ...]:
    """Returns the assignment of least cost, by dynamic programming over served seats."""
    best: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ("",) * len(seats))}
    for character in pool:
        costs = [
            (earlier_counts[player, character] ** 2 << REPEAT_COST_BITS)
            + draw_lot(t, player, f"character:{purpose}:{character}")
            for player in seats
        ]
        for served_seats, (cost, assigned) in tuple(best.items()):
            for seat, dearer in enumerate(costs):
                if served_seats >> seat & 1:
                    continue
                worse = cost + dearer
                next_served = served_seats | 1 << seat
                if next_served not in best or worse < best[next_served][0]:
                    best[next_served] = (worse, (*assigned[:seat], character, *assigned[seat + 1 :]))
    return best[(1 << len(seats)) - 1][1]


def _count_earlier_characters(t: Tournament, stage: int, number: int) -> Counter[tuple[Player, str]]:
    """Returns the number of times each player had each character before."""
    return Counter(
        player_and_character
        for round_ in t.rounds
        if (round_.stage, round_.number) < (stage, number)
        for table in round_.tables.values()
        for player_and_character in zip(table.seats, table.characters, strict=False)
    )
