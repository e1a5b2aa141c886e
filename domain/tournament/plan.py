"""Announced settings of a tournament, with stages, points and tie-breakers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from msgspec import Struct

RULES_VERSION = 3
"""Version of these rules; a tournament pins its own."""

Format: TypeAlias = Literal["swiss", "round_robin", "single_elimination", "double_elimination", "pods"]
"""Format of a stage. In `pods`, some of each table advance; Swiss rounds may use pods too."""

KNOCK_OUT_FORMATS: frozenset[Format] = frozenset(("pods", "single_elimination", "double_elimination"))
"""Formats that put players out."""
LIVES: Mapping[Format, int] = {"single_elimination": 1, "double_elimination": 2}
"""Number of losses that put a player out."""

FULL_FIELD_FORMATS: frozenset[Format] = frozenset(("swiss", "round_robin"))
"""Formats with every active player in every round."""

Unplayed: TypeAlias = Literal["bye", "half_bye", "zero_bye", "full_bye", "forfeit_won", "forfeit_lost"]
"""Kinds of unplayed games: byes of the pairing, requested ones with half, no or full points, and forfeits."""

BYES: frozenset[Unplayed] = frozenset(("bye", "half_bye", "zero_bye", "full_bye"))


Tiebreaker: TypeAlias = Literal[
    "opponents_rate",
    "buchholz",
    "buchholz_cut_1",
    "buchholz_cut_2",
    "buchholz_median_1",
    "sonneborn_berger",
    "head_to_head",
    "game_scores",
    "wins",
    "placings",
    "lot",
]
"""Tie-breakers by permanent name, stored in the first fact of a tournament."""

USUAL_TIEBREAKERS: Mapping[Format, tuple[Tiebreaker, ...]] = {
    "swiss": ("buchholz_cut_1", "buchholz", "sonneborn_berger", "wins"),
    "round_robin": ("head_to_head", "sonneborn_berger", "wins"),
    "single_elimination": (),
    "double_elimination": (),
    "pods": ("placings", "game_scores"),
}
"""Default tie-breakers of each format. Brackets share places within a round instead."""


Casting: TypeAlias = Literal["drawn", "chosen", "turn_or_character"]
"""Assignment of a pool by lot, by choices in turn, or by one player's choice between turn and character."""

Order: TypeAlias = Literal["lot", "seed"]
"""Choosing order at a table, by lot or by seed."""


class Stage(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One stage with its format, `rounds` (0 is open-ended) and the allowed numbers of `seats`.

    `players` is the number of qualifiers from the stage before, 0 in the first stage. `going_on` players of
    each pod advance. `legs` counts the meetings of each pair in a round robin. `engine` selects one where a
    format has several. `third_place` adds a game for third place to an elimination. `options` are those of
    the game for each round, the last ones for all later rounds. `pools` do the same for characters, by id.
    `casting` is `drawn` by lot, `chosen` by the players in turn, or `turn_or_character` at tables of two.
    There the first to choose takes the first turn or the first choice of a character, and the opponent the
    other. `choosing` orders the players by `lot` or by `seed`.
    """

    format: Format
    rounds: int = 0
    seats: tuple[int, ...] = (2,)
    players: int = 0
    going_on: int = 1
    legs: int = 1
    engine: str = ""
    third_place: bool = False
    options: tuple[dict[str, Any], ...] = ()
    pools: tuple[tuple[str, ...], ...] = ()
    casting: Casting = "drawn"
    choosing: Order = "lot"


def usual_tiebreakers(
    stages: Sequence[Stage], tiebreakers: tuple[Tiebreaker, ...] | None
) -> tuple[Tiebreaker, ...]:
    """Returns *tiebreakers*, or by default those of the format of the first stage."""
    if tiebreakers is not None or not stages:
        return tiebreakers or ()
    return USUAL_TIEBREAKERS[stages[0].format]


class Points(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Points for results, in units; `unit` of them make a point, 2 with half points.

    Without `places`, a single first place is a win, a shared one a draw, and any other a loss. With `places`,
    each place has its own points, and players of a shared place share them.
    """

    win: int = 3
    draw: int = 1
    loss: int = 0
    bye: int = 3
    half_bye: int = 1
    full_bye: int = 3
    forfeit_won: int = 3
    unit: int = 1
    places: tuple[int, ...] = ()

    @property
    def best_result(self) -> int:
        """Units of the best result of a round."""
        return max(self.win, *self.places, 0)

    def units_unplayed(self, kind: Unplayed) -> int:
        """Returns the units of an unplayed game of this *kind*."""
        match kind:
            case "bye":
                return self.bye
            case "half_bye":
                return self.half_bye
            case "full_bye":
                return self.full_bye
            case "forfeit_won":
                return self.forfeit_won
            case "forfeit_lost":
                return self.loss
            case "zero_bye":
                return 0


CHESS_POINTS = Points(win=2, draw=1, bye=2, half_bye=1, full_bye=2, forfeit_won=2, unit=2)
"""Points of FIDE, one for a win and half for a draw."""
