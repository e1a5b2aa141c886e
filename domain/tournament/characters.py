"""Characters from the pool of a round: drawn, so that players seldom get one again, or to be chosen."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from .facts import Player, Seating
from .lots import draw_lot
from .seeds import seed_ranking
from .state import Tournament

REPEAT_COST_BITS = 80
"""What a character costs that somebody had before, as a power of two: more than the lots of a table."""


def character_pool(t: Tournament, stage: int, number: int) -> tuple[str, ...]:
    """Returns the characters announced for a round of a *stage*: none where players bring their own."""
    pools = t.plan(stage).pools
    return pools[min(number, len(pools)) - 1] if pools else ()


def assign_characters(
    t: Tournament, stage: int, number: int, tables: tuple[Seating, ...]
) -> tuple[Seating, ...]:
    """Returns *tables* as a round is published: with characters that are drawn, or who chooses one when."""
    plan = t.plan(stage)
    if plan.casting == "drawn":
        return draw_characters(t, stage, number, tables)
    if plan.choosing == "seed":
        place = {who: seed for seed, who in enumerate(seed_ranking(t, stage))}
    else:
        place = {
            who: -draw_lot(t, who, f"choose:{stage}:{number}") for table in tables for who in table.seats
        }
    return tuple(replace(one, choosing=tuple(sorted(one.seats, key=place.__getitem__))) for one in tables)


def draw_characters(
    t: Tournament, stage: int, number: int, tables: tuple[Seating, ...]
) -> tuple[Seating, ...]:
    """Returns *tables* of a round with a character for each seat, different ones at each table.

    Of all ways to hand them out at a table it is one with the fewest that somebody had before in the
    tournament, and lots decide among these. Who has a character keeps it. Without
    a pool they stay as they are.
    """
    there = character_pool(t, stage, number)
    if not there:
        return tables
    had = _count_earlier_characters(t, stage, number)
    purpose = f"{stage}:{number}"
    return tuple(replace(one, characters=_fill_seats(t, purpose, one, there, had)) for one in tables)


def _fill_seats(
    t: Tournament, purpose: str, table: Seating, there: tuple[str, ...], had: Counter[tuple[Player, str]]
) -> tuple[str, ...]:
    """Returns the characters of a table: those it has, and drawn ones for all other seats."""
    has = {who: character for who, character in zip(table.seats, table.characters, strict=False) if character}
    without = tuple(who for who in table.seats if who not in has)
    free = tuple(character for character in there if character not in has.values())
    has |= dict(zip(without, _cheapest_characters(t, purpose, without, free, had), strict=True))
    return tuple(has[who] for who in table.seats)


def _cheapest_characters(
    t: Tournament,
    purpose: str,
    seats: tuple[Player, ...],
    there: tuple[str, ...],
    had: Counter[tuple[Player, str]],
) -> tuple[str, ...]:
    """Returns characters for *seats*: by the seats that are served, the best way among those so far."""
    best: dict[int, tuple[int, tuple[str, ...]]] = {0: (0, ("",) * len(seats))}
    for character in there:
        costs = [
            (had[who, character] ** 2 << REPEAT_COST_BITS)
            + draw_lot(t, who, f"character:{purpose}:{character}")
            for who in seats
        ]
        for served, (cost, given) in tuple(best.items()):
            for seat, dearer in enumerate(costs):
                if served >> seat & 1:
                    continue
                worse = cost + dearer
                then = served | 1 << seat
                if then not in best or worse < best[then][0]:
                    best[then] = (worse, (*given[:seat], character, *given[seat + 1 :]))
    return best[(1 << len(seats)) - 1][1]


def _count_earlier_characters(t: Tournament, stage: int, number: int) -> Counter[tuple[Player, str]]:
    """Returns how often each player had each character in the rounds before."""
    return Counter(
        had
        for known in t.rounds
        if (known.stage, known.number) < (stage, number)
        for table in known.tables.values()
        for had in zip(table.seats, table.characters, strict=False)
    )
