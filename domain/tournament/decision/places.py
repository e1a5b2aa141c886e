"""Places of a knock-out stage, since version 2 of the rules.

Remaining players lead, with fewer losses first. No lot decides among the leaders. Without a winner the first
place stays empty.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..facts import Player
from ..plan import KNOCK_OUT_FORMATS, LIVES
from ..state import Tournament
from .survivors import elimination_after, remaining_players, sole_survivor

PLACES_SINCE_VERSION = 2
"""First version of the rules with these places; older tournaments keep theirs."""

SHARED_SINCE_VERSION = 3
"""First version of the rules in which a bracket after another stage shares places."""


def has_knock_out_places(t: Tournament, stage: int) -> bool:
    """Returns whether the places of a *stage* follow these rules."""
    return t.settings.version >= PLACES_SINCE_VERSION and t.plan_of(stage).format in KNOCK_OUT_FORMATS


def shares_places(t: Tournament, stage: int) -> bool:
    """Returns whether players put out of a bracket in one round share a place.

    Points and tie-breakers separate them only in a first stage with tie-breakers, or in a stage with a game
    for third place.
    """
    plan = t.plan_of(stage)
    if t.settings.version < SHARED_SINCE_VERSION or plan.format not in LIVES or plan.third_place:
        return False
    return stage > 1 or not t.settings.tiebreakers


def first_rank(t: Tournament, stage: int, after: int) -> int:
    """Returns the best rank of a *stage*, 2 where no player is left to win it."""
    vacant = after and not remaining_players(t, stage, after) and named_winner(t, stage, after) is None
    return 2 if vacant else 1


def named_winner(t: Tournament, stage: int, after: int) -> Player | None:
    """Returns the winner that an organizer named, unless the stage has another winner."""
    naming = t.winner_decisions.get(stage)
    if naming is None or after < len(t.rounds_of(stage)) or sole_survivor(t, stage) is not None:
        return None
    return naming.player or None


def elimination_progress(t: Tournament, stage: int, after: int) -> dict[Player, int]:
    """Returns the progress of each player of an elimination up to round *after*."""
    state = elimination_after(t, stage, after)
    progress = {player: 2 * number + (player in state.consoled) for player, number in state.out.items()}
    spare = LIVES[t.plan_of(stage).format] - 1
    return progress | {player: 2 * (after + 2) + (spare > state.losses[player]) for player in state.remaining}


def with_winner(t: Tournament, stage: int, after: int, progress: Mapping[Player, int]) -> dict[Player, int]:
    """Returns *progress* with the sole survivor or the named winner ahead of all others."""
    sole = sole_survivor(t, stage, after) if after else None
    winner = named_winner(t, stage, after) if sole is None else sole
    if winner is None or winner not in progress:
        return {**progress}
    return {**progress, winner: 1 + max(progress.values())}
