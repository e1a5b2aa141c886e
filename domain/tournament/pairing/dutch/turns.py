"""First turns in the Dutch system (FIDE C.04.3, article 5), white in its terms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

Turn: TypeAlias = Literal[0, 1]
ABSOLUTE = 3


class Preference(NamedTuple):
    """Preferred turn of a player, its strength and the difference of turns; at first `None`."""

    turn: Turn | None
    strength: int
    difference: int


def turn_preference(turns: Sequence[Turn]) -> Preference:
    """Returns the preference after *turns*, with 0 for the first turn."""
    if not turns:
        return Preference(None, 0, 0)
    ahead = turns.count(0) * 2 - len(turns)
    twice = repeated_turn(turns) is not None
    balanced: Turn = 1 if ahead > 0 else 0
    turn = other_turn(turns[-1]) if ahead == 0 or (twice and abs(ahead) < 2) else balanced
    strength = ABSOLUTE if twice or abs(ahead) > 1 else 1 + abs(ahead)
    return Preference(turn, strength, abs(ahead))


def repeated_turn(turns: Sequence[Turn]) -> Turn | None:
    """Returns the turn of the last two games, `None` if they differ."""
    return turns[-1] if len(turns) > 1 and turns[-1] == turns[-2] else None


def turn_of_higher(higher: Sequence[Turn], lower: Sequence[Turn], unplayed: Turn) -> Turn:
    """Returns the turn of the *higher* player by score and number, from the turns of both.

    *unplayed* is its turn if neither player has played yet.
    """
    ours, theirs = turn_preference(higher), turn_preference(lower)
    if ours.turn is None:
        return unplayed if theirs.turn is None else other_turn(theirs.turn)
    if ours.turn != theirs.turn:
        return ours.turn
    if ours.strength != theirs.strength:
        return ours.turn if ours.strength > theirs.strength else other_turn(ours.turn)
    if ours.strength == ABSOLUTE and ours.difference != theirs.difference:
        return ours.turn if ours.difference > theirs.difference else other_turn(ours.turn)
    for higher_turn, lower_turn in zip(reversed(higher), reversed(lower), strict=False):
        if higher_turn != lower_turn:
            return other_turn(higher_turn)
    return ours.turn


def other_turn(turn: Turn) -> Turn:
    """Returns the other turn."""
    return 0 if turn else 1
