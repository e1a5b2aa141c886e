"""Byes of Swiss rounds are for the lowest scores; a lot decides among players who are as good for the bye."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

from ...messages import Message
from ..facts import Player
from ..pairing.blocks import cheapest_pairs, total_cost
from ..pairing.criteria import Criteria
from ..pairing.due import RoundInput
from ..pairing.sizes import table_sizes
from .border import ByeLot, by_registration, lot_at_border

FEW_BYES = Message("they have the same score and as many byes")
SAME_HISTORY = Message("they have the same score and history")
EQUAL_ROUNDS = Message("the round is as good with each of them")
MAX_EXACT_PLAYERS = 32
"""Players of a round up to which the round without each of them is paired; in larger ones history tells."""


def decided_lots(paired: RoundInput, given: Collection[Player]) -> Iterator[Message]:
    """Yields the lot that decided byes *given* in a round."""
    criteria = Criteria(paired)
    pods = paired.plan.seats != (2,)
    lot = _pods_lot(criteria, len(given)) if pods else _pairs_lot(criteria, min(given))
    if lot is not None and len({*lot.players} & {*given}) == lot.byes:
        yield lot.outcome_sentence(given)


def expected_lots(upcoming: RoundInput) -> Iterator[Message]:
    """Yields the lot that will decide byes of the next round."""
    players = upcoming.players
    criteria = Criteria(upcoming)
    if upcoming.plan.seats != (2,):
        lot = _pods_lot(criteria, len(players) - sum(table_sizes(len(players), upcoming.plan.seats)))
    elif not players:
        return
    else:
        lot = _pairs_lot(criteria, min(players, key=lambda player: criteria.cost_of_pair(player, None)))
    if lot is not None:
        yield lot.announcement


def _pods_lot(criteria: Criteria, byes: int) -> ByeLot | None:
    """Returns the lot that decides *byes* at larger tables: few earlier byes count, then low scores."""
    due = criteria.due
    costs = {player: criteria.cost_of_pair(player, None)[:3] for player in due.players}
    order = sorted(due.players, key=costs.__getitem__)
    if byes == len(order):
        return None
    groups = [tuple(group) for _, group in groupby(order, costs.__getitem__)]
    return lot_at_border(due.t, due.number, groups, byes, FEW_BYES)


def _pairs_lot(criteria: Criteria, player: Player) -> ByeLot | None:
    """Returns the lot that decides the bye at tables of two; in a large field it is one with *player*."""
    due = criteria.due
    if len(due.players) % 2 == 0:
        return None
    if due.earlier_rounds and len(due.players) <= MAX_EXACT_PLAYERS:
        level, reason = _equally_good(criteria), EQUAL_ROUNDS
    else:
        kind, reason = criteria.kind_of(player), SAME_HISTORY
        level = [each for each in due.players if criteria.kind_of(each) == kind]
    return ByeLot(due.number, by_registration(due.t, level), 1, reason) if len(level) > 1 else None


def _equally_good(criteria: Criteria) -> list[Player]:
    """Returns the players with whose bye the best round costs least."""
    players = criteria.due.players
    pairs = cheapest_pairs(criteria, players)
    least = total_cost(criteria, pairs)
    [bye] = [one or other for one, other in pairs if one is None or other is None]
    cost = criteria.cost_of_pair(bye, None)[:3]
    return [
        player
        for player in players
        if criteria.cost_of_pair(player, None)[:3] == cost and _cost_of_bye(criteria, player) == least
    ]


def _cost_of_bye(criteria: Criteria, player: Player) -> tuple[int, ...]:
    """Returns the cost of the best round in which *player* has the bye."""
    others = [each for each in criteria.due.players if each != player]
    return total_cost(criteria, [*cheapest_pairs(criteria, others), (player, None)])
