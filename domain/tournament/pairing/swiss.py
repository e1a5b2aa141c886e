"""Swiss rounds at tables of two: one exact matching over all criteria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..facts import Player
from ..plan import Unplayed
from .blocks import Pair, cheapest_pairs, total_cost
from .criteria import CRITERIA, Cost, Criteria
from .due import PairingResult, RoundInput, Tables


def propose_round(due: RoundInput) -> PairingResult:
    """Returns the round of least cost, by `CRITERIA`: exact for every field.

    Of several, it is one in which those meet whose lots are close. Tables are in the order of their scores.
    """
    criteria = Criteria(due)
    return _to_result(criteria, cheapest_pairs(criteria, due.players))


def propose_together(due: RoundInput, one: Player, other: Player) -> PairingResult:
    """Returns the round of least cost in which these two meet, as exact as `propose_round`."""
    criteria = Criteria(due)
    others = [who for who in due.players if who not in (one, other)]
    return _to_result(criteria, [(one, other), *cheapest_pairs(criteria, others)])


def round_costs(due: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]) -> Mapping[str, int]:
    """Returns what a round costs, by `CRITERIA`; byes that players asked for cost nothing."""
    pairs: list[Pair] = [(one, other) for one, other in tables]
    pairs += [(who, None) for who, kind in byes.items() if kind == "bye"]
    return _cost_by_criterion(total_cost(Criteria(due), pairs))


def _to_result(criteria: Criteria, pairs: Sequence[Pair]) -> PairingResult:
    """Returns *pairs* as tables, with who has the first turn, and the bye."""
    tables = [criteria.seats(one, other) for one, other in pairs if one is not None and other is not None]
    byes: list[Player] = [one or other or "" for one, other in pairs if one is None or other is None]
    return PairingResult(
        tuple(tables), dict.fromkeys(byes, "bye"), _cost_by_criterion(total_cost(criteria, pairs))
    )


def _cost_by_criterion(cost: Cost) -> dict[str, int]:
    """Returns a cost by criterion."""
    return dict(zip(CRITERIA, cost, strict=True))
