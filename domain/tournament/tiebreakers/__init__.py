"""Tie-breakers by name. More is better in each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ..facts import Player
from ..plan import Tiebreaker
from ..scoring.results import Exact
from . import direct, opponents, tally
from .field import StageField
from .tally import Tally

TALLIES: Mapping[Tiebreaker, Callable[[StageField, Player], Tally]] = {
    "opponents_rate": opponents.opponents_rate,
    "buchholz": opponents.buchholz_tally,
    "buchholz_cut_1": partial(opponents.buchholz_tally, lowest=1),
    "buchholz_cut_2": partial(opponents.buchholz_tally, lowest=2),
    "buchholz_median_1": partial(opponents.buchholz_tally, lowest=1, highest=1),
    "sonneborn_berger": opponents.sonneborn_berger,
    "game_scores": tally.game_scores,
    "wins": tally.win_count,
    "placings": tally.average_placing,
    "lot": tally.drawn_lot,
}
"""Tie-breakers that do not depend on the tied players."""


def tiebreak_values(
    breaker: Tiebreaker, field: StageField, tied: tuple[Player, ...]
) -> Mapping[Player, Exact]:
    """Returns the values of a tie-breaker for players *tied* so far."""
    if breaker == "head_to_head":
        return direct.count_behind(field, tied)
    return {player: TALLIES[breaker](field, player).value for player in tied}


def tally_player(breaker: Tiebreaker, field: StageField, player: Player, tied: tuple[Player, ...]) -> Tally:
    """Returns the value of a tie-breaker for a player among those *tied*, with its lines."""
    if breaker == "head_to_head":
        return direct.head_to_head(field, player, tied)
    return TALLIES[breaker](field, player)
