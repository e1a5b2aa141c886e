"""Lots that decide which players of a pod advance from a shared place."""

from __future__ import annotations

from collections.abc import Iterator

from ...messages import Message
from ..facts import Player
from ..pairing import elimination_pods
from ..pairing.round_input import RoundInput
from ..state import Round, Table, Tournament
from .lot_decisions import join_at_most


def pod_lots(t: Tournament, round_: Round) -> Iterator[Message]:
    """Yields the lots of the tables of a round, announced while results are missing, then drawn.

    A next round by hand leaves no lot.
    """
    plan = t.plan_of(round_.stage)
    if plan.format != "pods" or elimination_pods.is_final(round_) or _continues_by_hand(t, round_):
        return
    is_complete = all(table.pairing_result is not None for table in round_.tables.values())
    qualifiers = (
        elimination_pods.qualified_players(RoundInput(t, round_.stage, round_.number + 1, {}))
        if is_complete
        else []
    )
    for number, table in sorted(round_.tables.items()):
        level, count = _level_at_border(table, plan.going_on)
        if not level:
            continue
        if is_complete:
            yield Message(
                "Table {table}: drawn by lot among {players}, because they share a place. Drawn: {drawn}.",
                table=number,
                players=join_at_most(level),
                drawn=join_at_most(tuple(player for player in level if player in qualifiers)),
            )
        else:
            yield Message(
                "Table {table}: a lot decides {count} of {players} to go on, because they share a place.",
                table=number,
                count=count,
                players=join_at_most(level),
            )


def _continues_by_hand(t: Tournament, round_: Round) -> bool:
    """Returns whether organizers chose the players of the next round."""
    following = t.rounds_of(round_.stage)[round_.number : round_.number + 1]
    return any(
        following_round.engine != "pods" or {*following_round.players} != {*following_round.players_as_paired}
        for following_round in following
    )


def _level_at_border(table: Table, going_on: int) -> tuple[tuple[Player, ...], int]:
    """Returns the players who share the last place to advance, and the free places among them."""
    result = table.pairing_result
    if result is None or 1 not in result.places:
        return (), 0
    places = {
        player: rank
        for seat, (player, rank) in enumerate(zip(table.seats, result.places, strict=True))
        if seat not in result.forfeits
    }
    order = sorted(places.values())
    if len(order) <= going_on or order[going_on - 1] != order[going_on]:
        return (), 0
    border = order[going_on]
    level = tuple(player for player, rank in places.items() if rank == border)
    return level, going_on - sum(rank < border for rank in order)
