"""Swiss rounds at tables of two: one exact matching over all criteria."""

from __future__ import annotations

from collections.abc import Sequence

from ..facts import Player
from .blocks import Pair, best, total
from .criteria import CRITERIA, Cost, Criteria
from .due import Drawn, Due


def pair(due: Due) -> Drawn:
    """Returns the round of least cost, by `CRITERIA`: exact for every field.

    Of several, it is one in which those meet whose lots are close. Tables are in the order of their scores.
    """
    criteria = Criteria(due)
    return drawn(criteria, best(criteria, due.playing))


def drawn(criteria: Criteria, pairs: Sequence[Pair]) -> Drawn:
    """Returns *pairs* as tables, with who has the first turn, and the bye."""
    tables = [criteria.seats(one, other) for one, other in pairs if one is not None and other is not None]
    byes: list[Player] = [one or other or "" for one, other in pairs if one is None or other is None]
    return Drawn(tuple(tables), dict.fromkeys(byes, "bye"), told(total(criteria, pairs)))


def told(cost: Cost) -> dict[str, int]:
    """Returns a cost by criterion."""
    return dict(zip(CRITERIA, cost, strict=True))
