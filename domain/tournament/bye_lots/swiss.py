"""Byes of Swiss rounds are for the lowest scores; a lot decides among players of the same history."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

from ...messages import Message
from ..facts import Player
from ..lot_decisions import listed_at_most
from ..pairing.criteria import Criteria
from ..pairing.due import Due
from ..pairing.sizes import sizes
from .border import ByeLot, lot_at_border

REASON = Message("they have the same score and as many byes")


def decided(paired: Due, given: Collection[Player]) -> Iterator[Message]:
    """Yields the lot that decided byes *given* in a round."""
    criteria = Criteria(paired)
    if paired.plan.seats != (2,):
        lot = _pods_lot(criteria, len(given))
        if lot is not None:
            yield lot.outcome(given)
        return
    for player in given:
        level = _level(criteria, player)
        if len(level) > 1:
            yield Message(
                "The bye of {player} was drawn by lot among {players}, who have the same score and history.",
                player=player,
                players=listed_at_most(level),
            )


def expected(upcoming: Due) -> Iterator[Message]:
    """Yields the lot that will decide byes of the next round."""
    players = upcoming.playing
    criteria = Criteria(upcoming)
    if upcoming.plan.seats != (2,):
        lot = _pods_lot(criteria, len(players) - sum(sizes(len(players), upcoming.plan.seats)))
        if lot is not None:
            yield lot.announcement
        return
    if len(players) % 2 == 0 or len(players) < 3:
        return
    level = _level(criteria, min(players, key=lambda player: criteria.cost(player, None)))
    if len(level) > 1:
        yield Message(
            "The next bye will be drawn by lot among {players}, who have the same score and history.",
            players=listed_at_most(level),
        )


def _pods_lot(criteria: Criteria, byes: int) -> ByeLot | None:
    """Returns the lot that decides *byes* at larger tables: few earlier byes count, then low scores."""
    due = criteria.due
    costs = {player: criteria.cost(player, None)[:3] for player in due.playing}
    order = sorted(due.playing, key=costs.__getitem__)
    if byes == len(order):
        return None
    groups = [tuple(group) for _, group in groupby(order, costs.__getitem__)]
    return lot_at_border(due.t, due.number, groups, byes, REASON)


def _level(criteria: Criteria, player: Player) -> tuple[Player, ...]:
    """Returns the players of a round that the criteria of a bye do not tell from *player*."""
    due, kind = criteria.due, criteria.kind(player)
    playing = {*due.playing}
    entrants = due.t.entrants(due.stage)
    return tuple(each for each in entrants if each in playing and criteria.kind(each) == kind)
