"""Winners of stages, by results or by a decision of organizers."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, Player, WinnerNamed
from ..plan import KNOCK_OUT_FORMATS
from ..ranking.standings import compute_standings
from ..refusals import Refused, UnknownRound, Unsound, require_player, to_facts
from ..state import Tournament
from .misplacements import find_misplacements
from .places import named_winner
from .survivors import is_decided, remaining_players


def stage_winners(t: Tournament, stage: int = 0) -> tuple[Player, ...]:
    """Returns the winners of a *stage* (0 is the last one), none while it is open.

    A knock-out stage has its sole survivor as winner, or the player that an organizer named.
    """
    stage = stage or len(t.settings.stages)
    rounds = t.rounds_of(stage)
    if not rounds or stage > t.current_stage:
        return ()
    leaders = tuple(row.player for row in compute_standings(t, stage) if row.rank == 1)
    if t.plan_of(stage).format not in KNOCK_OUT_FORMATS:
        has_results = any(table.result is not None for round_ in rounds for table in round_.tables.values())
        return leaders if has_results else ()
    if appointed := named_winner(t, stage, len(rounds)):
        return (appointed,)
    if find_misplacements(t, stage):
        return ()
    remaining = remaining_players(t, stage)
    if len(remaining) < 2 or not is_decided(t, stage):
        return remaining if len(remaining) == 1 else ()
    return tuple(player for player in leaders if player in remaining)


def is_vacant(t: Tournament, stage: int) -> bool:
    """Returns whether a decided *stage* has no winner."""
    return is_decided(t, stage) and not stage_winners(t, stage)


def may_name_winner(t: Tournament, stage: int) -> bool:
    """Returns whether an organizer may decide the first place of a *stage*."""
    if stage != t.current_stage or t.plan_of(stage).format not in KNOCK_OUT_FORMATS or not t.rounds_of(stage):
        return False
    remaining = remaining_players(t, stage)
    if waiting := find_misplacements(t, stage):
        seated_players = {*remaining}.difference(misplacement.successor for misplacement in waiting)
        is_open = t.end is not None or len(seated_players) < 2
        return is_open and not any(
            round_.missing_results for round_ in t.rounds_of(stage) if not round_.is_closed
        )
    open_place = len(remaining) != 1 and (not remaining or t.end is not None or is_decided(t, stage))
    return open_place and not any(
        round_.missing_results for round_ in t.rounds_of(stage) if not round_.is_closed
    )


def winner_candidates(t: Tournament, stage: int) -> tuple[Player, ...]:
    """Returns the eligible players for a named winner, the best first."""
    remaining = remaining_players(t, stage)
    is_free = not remaining or any(
        misplacement.successor is None for misplacement in find_misplacements(t, stage)
    )
    return tuple(row.player for row in compute_standings(t, stage) if is_free or row.player in remaining)


def name_winner(t: Tournament, stage: int, winner: Player | None, by: By, at: int, reason: str) -> list[Fact]:
    """Names the winner of a stage, or none without *winner*. Raises `Refused`."""
    if not 0 < stage <= t.current_stage:
        raise UnknownRound(Message("Stage {stage} has not begun.", stage=stage))
    if not may_name_winner(t, stage):
        raise Refused(Message("Organizers name a winner only where a bracket ends without one."))
    if not reason:
        raise Refused(Message("Say why this player wins, or no player."))
    if winner is not None:
        require_player(t, winner)
        if winner not in winner_candidates(t, stage):
            raise Unsound(Message("{player} cannot win this stage.", player=winner))
    naming = t.winner_decisions.get(stage)
    if (winner or "") == (naming.player if naming else ""):
        raise Refused(Message("So it is decided already."))
    return to_facts(t, WinnerNamed(stage, winner or "", by, at, reason))
