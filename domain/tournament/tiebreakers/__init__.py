"""The tie-breakers, by their names. More is better in each of them, and each tells how it came about."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ..facts import Player
from ..plan import Tiebreaker
from ..results import Exact
from . import buchholz, direct, opponents, own
from .field import Field
from .tally import Tally

OF_EACH: Mapping[Tiebreaker, Callable[[Field, Player], Tally]] = {
    "opponents_rate": opponents.rate,
    "buchholz": buchholz.buchholz,
    "buchholz_cut_1": partial(buchholz.buchholz, lowest=1),
    "buchholz_cut_2": partial(buchholz.buchholz, lowest=2),
    "buchholz_median_1": partial(buchholz.buchholz, lowest=1, highest=1),
    "sonneborn_berger": buchholz.sonneborn_berger,
    "game_scores": own.game_scores,
    "wins": own.wins,
    "placings": own.placings,
    "lot": own.drawn,
}
"""Those that a player has whoever else is tied."""


def values(breaker: Tiebreaker, field: Field, tied: tuple[Player, ...]) -> Mapping[Player, Exact]:
    """Returns what a tie-breaker gives each of those who are *tied* so far."""
    if breaker == "head_to_head":
        return direct.behind(field, tied)
    return {who: OF_EACH[breaker](field, who).value for who in tied}


def tally(breaker: Tiebreaker, field: Field, who: Player, tied: tuple[Player, ...]) -> Tally:
    """Returns what a tie-breaker gives a player, among those who are *tied* with it so far, and how so."""
    if breaker == "head_to_head":
        return direct.head_to_head(field, who, tied)
    return OF_EACH[breaker](field, who)
