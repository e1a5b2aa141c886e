"""Swiss rounds at tables of two, by one exact matching over all criteria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..facts import Player
from ..plan import Unplayed
from .blocks import Pair, cheapest_pairs, total_cost
from .criteria import CRITERIA, Cost, Criteria
from .round_input import PairingResult, RoundInput, Tables


def propose_round(round_input: RoundInput) -> PairingResult:
    """Returns the round of least cost by `CRITERIA`, exact for every field.

    Among equal rounds it prefers opponents with close lots. Tables are in the order of their scores.
    """
    criteria = Criteria(round_input)
    return _to_result(criteria, cheapest_pairs(criteria, round_input.players))


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Returns the round of least cost with a meeting of two players, as exact as others."""
    criteria = Criteria(round_input)
    remaining = [candidate for candidate in round_input.players if candidate not in (player, opponent)]
    return _to_result(criteria, [(player, opponent), *cheapest_pairs(criteria, remaining)])


def round_costs(
    round_input: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]
) -> Mapping[str, int]:
    """Returns the costs of a round by `CRITERIA`; requested byes cost nothing."""
    pairs: list[Pair] = [(first, second) for first, second in tables]
    pairs += [(player, None) for player, kind in byes.items() if kind == "bye"]
    return _cost_by_criterion(total_cost(Criteria(round_input), pairs))


def _to_result(criteria: Criteria, pairs: Sequence[Pair]) -> PairingResult:
    """Returns *pairs* as tables with turns, and the bye."""
    tables = [
        criteria.seat_pair(first, second)
        for first, second in pairs
        if first is not None and second is not None
    ]
    byes: list[Player] = [first or second or "" for first, second in pairs if first is None or second is None]
    return PairingResult(
        tuple(tables), dict.fromkeys(byes, "bye"), _cost_by_criterion(total_cost(criteria, pairs))
    )


def _cost_by_criterion(cost: Cost) -> dict[str, int]:
    """Returns a cost by criterion."""
    return dict(zip(CRITERIA, cost, strict=True))
