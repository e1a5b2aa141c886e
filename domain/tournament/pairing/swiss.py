"""Swiss rounds at tables of two: one exact matching over all criteria."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ..facts import Player
from ..plan import Unplayed
from .blocks import Pair, best, total
from .criteria import CRITERIA, Cost, Criteria
from .due import Drawn, Due, Tables


def pair(due: Due) -> Drawn:
    """Returns the round of least cost, by `CRITERIA`: exact for every field.

    Of several, it is one in which those meet whose lots are close. Tables are in the order of their scores.
    """
    criteria = Criteria(due)
    return _drawn(criteria, best(criteria, due.playing))


def together(due: Due, one: Player, other: Player) -> Drawn:
    """Returns the round of least cost in which these two meet, as exact as `pair`."""
    criteria = Criteria(due)
    others = [who for who in due.playing if who not in (one, other)]
    return _drawn(criteria, [(one, other), *best(criteria, others)])


def costs(due: Due, tables: Tables, byes: Mapping[Player, Unplayed]) -> Mapping[str, int]:
    """Returns what a round costs, by `CRITERIA`; byes that players asked for cost nothing."""
    pairs: list[Pair] = [(one, other) for one, other in tables]
    pairs += [(who, None) for who, kind in byes.items() if kind == "bye"]
    return _told(total(Criteria(due), pairs))


def _drawn(criteria: Criteria, pairs: Sequence[Pair]) -> Drawn:
    """Returns *pairs* as tables, with who has the first turn, and the bye."""
    tables = [criteria.seats(one, other) for one, other in pairs if one is not None and other is not None]
    byes: list[Player] = [one or other or "" for one, other in pairs if one is None or other is None]
    return Drawn(tuple(tables), dict.fromkeys(byes, "bye"), _told(total(criteria, pairs)))


def _told(cost: Cost) -> dict[str, int]:
    """Returns a cost by criterion."""
    return dict(zip(CRITERIA, cost, strict=True))
