"""Byes of Swiss rounds, for the lowest scores or by lot among equal players."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import groupby

from ...messages import Message
from ..facts import Player
from ..pairing.blocks import cheapest_pairs, total_cost
from ..pairing.criteria import Criteria
from ..pairing.pods import table_sizes
from ..pairing.round_input import RoundInput
from .border import ByeLot, by_registration, lot_at_border

FEW_BYES = Message("they have the same score and as many byes")
SAME_HISTORY = Message("they have the same score and history")
EQUAL_ROUNDS = Message("the round is as good with each of them")
MAX_EXACT_PLAYERS = 32
"""Largest round that is paired without each player in turn; a larger one compares histories."""


def decided_lots(round_input: RoundInput, with_bye: Collection[Player]) -> Iterator[Message]:
    """Yields the lot that decided the byes *with_bye*."""
    criteria = Criteria(round_input)
    pods = round_input.plan.seats != (2,)
    lot = _pods_lot(criteria, len(with_bye)) if pods else _pairs_lot(criteria, min(with_bye))
    if lot is not None and len({*lot.players} & {*with_bye}) == lot.byes:
        yield lot.outcome_sentence(with_bye)


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
    """Returns the lot for *byes* at larger tables, by earlier byes and then by low scores."""
    round_input = criteria.round_input
    costs = {player: criteria.cost_of_pair(player, None)[:3] for player in round_input.players}
    order = sorted(round_input.players, key=costs.__getitem__)
    if byes == len(order):
        return None
    groups = [tuple(group) for _, group in groupby(order, costs.__getitem__)]
    return lot_at_border(round_input.t, round_input.number, groups, byes, FEW_BYES)


def _pairs_lot(criteria: Criteria, player: Player) -> ByeLot | None:
    """Returns the lot for the bye at tables of two; in a large field it includes *player*."""
    round_input = criteria.round_input
    if len(round_input.players) % 2 == 0:
        return None
    if round_input.earlier_rounds and len(round_input.players) <= MAX_EXACT_PLAYERS:
        level, reason = _equally_good(criteria), EQUAL_ROUNDS
    else:
        kind, reason = criteria.kind_of(player), SAME_HISTORY
        level = [candidate for candidate in round_input.players if criteria.kind_of(candidate) == kind]
    return (
        ByeLot(round_input.number, by_registration(round_input.t, level), 1, reason)
        if len(level) > 1
        else None
    )


def _equally_good(criteria: Criteria) -> list[Player]:
    """Returns the players with whose bye the best round costs least."""
    players = criteria.round_input.players
    pairs = cheapest_pairs(criteria, players)
    lowest_cost = total_cost(criteria, pairs)
    [bye] = [first or second for first, second in pairs if first is None or second is None]
    cost = criteria.cost_of_pair(bye, None)[:3]
    return [
        player
        for player in players
        if criteria.cost_of_pair(player, None)[:3] == cost and _cost_of_bye(criteria, player) == lowest_cost
    ]


def _cost_of_bye(criteria: Criteria, player: Player) -> tuple[int, ...]:
    """Returns the cost of the best round in which *player* has the bye."""
    remaining = [candidate for candidate in criteria.round_input.players if candidate != player]
    return total_cost(criteria, [*cheapest_pairs(criteria, remaining), (player, None)])
