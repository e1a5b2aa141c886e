"""Competitors of a Dutch round, and the absolute rules on their meetings (C.04.3, C1 to C3)."""

from __future__ import annotations

from typing import NamedTuple

from .turns import ABSOLUTE, Preference, Turn

DOWN, LEVEL, UP = -1, 0, 1
"""Floats of a past round: against a lower score, an equal score and a higher score."""


class Competitor(NamedTuple):
    """Player of a round with its pairing number, score and history.

    `opponents` holds pairing numbers. `repeated_turn` is the turn of the last two games if they agree.
    `floats` are those of the last round and of the round before. `unplayed` counts rounds without a game.
    """

    number: int
    score: int
    opponents: frozenset[int] = frozenset()
    preference: Preference = Preference(None, 0, 0)
    repeated_turn: Turn | None = None
    floats: tuple[int, int] = (LEVEL, LEVEL)
    unplayed: int = 0
    may_have_bye: bool = True
    topscorer: bool = False


def may_meet(first: Competitor, second: Competitor) -> bool:
    """Returns whether the absolute rules let two competitors meet."""
    if second.number in first.opponents:
        return False
    ours, theirs = first.preference, second.preference
    if ours.strength < ABSOLUTE or theirs.strength < ABSOLUTE or ours.turn != theirs.turn:
        return True
    return first.topscorer or second.topscorer


class TurnFaults(NamedTuple):
    """Faults of a meeting by the rules on turns: 1 for a fault, else 0."""

    uneven: int
    """C10: a difference of turns grows beyond two."""
    third_in_a_row: int
    """C11: a topscorer or its opponent has the same turn three times in a row."""
    unwanted: int
    """C12: a competitor does not get its preference."""
    strongly_unwanted: int
    """C13: a competitor does not get its strong preference."""


NO_FAULTS = TurnFaults(0, 0, 0, 0)


def turn_faults(first: Competitor, second: Competitor) -> TurnFaults:
    """Returns the faults of turns if two competitors meet."""
    ours, theirs = first.preference, second.preference
    if ours.turn is None or ours.turn != theirs.turn:
        return NO_FAULTS
    absolute = ours.strength == theirs.strength == ABSOLUTE
    strong = min(ours.strength, theirs.strength) > 1 and not absolute
    uneven = min(ours.difference, theirs.difference) > 1
    return TurnFaults(uneven, absolute and _third_in_a_row(first, second), 1, strong)


def _third_in_a_row(first: Competitor, second: Competitor) -> bool:
    """Returns whether equal absolute preferences force a third equal turn on a competitor."""
    ours, theirs = first.preference, second.preference
    if ours.difference == theirs.difference:
        return first.repeated_turn is not None and first.repeated_turn == second.repeated_turn
    yielding = second if ours.difference > theirs.difference else first
    return yielding.repeated_turn is not None and yielding.repeated_turn != ours.turn
