"""The winner of a tournament: by the last stage, or as an organizer decides."""

from __future__ import annotations

from ...messages import Message
from ...model import Fact
from ..facts import By, Player, WinnerNamed
from ..plan import KNOCK_OUT
from ..refusals import Refused, UnknownRound, Unsound, require_player, to_facts
from ..standings import compute_standings
from ..state import Tournament
from .misplacements import find_misplacements
from .places import named_winner
from .survivors import is_decided, remaining_players


def stage_winners(t: Tournament, stage: int = 0) -> tuple[Player, ...]:
    """Returns the winners of a *stage* (0: the last one announced): none while it is open.

    A stage that knocks out has the winner it leaves, or the one whom an organizer named.
    """
    stage = stage or len(t.opened.stages)
    rounds = t.rounds_of(stage)
    if not rounds or stage > t.stage:
        return ()
    leaders = tuple(row.player for row in compute_standings(t, stage) if row.rank == 1)
    if t.plan(stage).format not in KNOCK_OUT:
        played = any(table.result is not None for known in rounds for table in known.tables.values())
        return leaders if played else ()
    if appointed := named_winner(t, stage, len(rounds)):
        return (appointed,)
    if find_misplacements(t, stage):
        return ()
    left = remaining_players(t, stage)
    if len(left) < 2 or not is_decided(t, stage):
        return left if len(left) == 1 else ()
    return tuple(who for who in leaders if who in left)


def is_vacant(t: Tournament, stage: int) -> bool:
    """Tells whether a *stage* is decided, and no player has won it."""
    return is_decided(t, stage) and not stage_winners(t, stage)


def may_name_winner(t: Tournament, stage: int) -> bool:
    """Tells whether an organizer decides the first place: the stage, or the tournament, ended without one."""
    if stage != t.stage or t.plan(stage).format not in KNOCK_OUT or not t.rounds_of(stage):
        return False
    left = remaining_players(t, stage)
    if waiting := find_misplacements(t, stage):
        seated = {*left}.difference(found.successor for found in waiting)
        is_open = t.ended is not None or len(seated) < 2
        return is_open and not any(known.missing_results for known in t.rounds_of(stage) if not known.closed)
    open_place = len(left) != 1 and (not left or t.ended is not None or is_decided(t, stage))
    return open_place and not any(known.missing_results for known in t.rounds_of(stage) if not known.closed)


def winner_candidates(t: Tournament, stage: int) -> tuple[Player, ...]:
    """Returns the players whom an organizer may name as the winner of a *stage*, the best first."""
    left = remaining_players(t, stage)
    is_free = not left or any(found.successor is None for found in find_misplacements(t, stage))
    return tuple(row.player for row in compute_standings(t, stage) if is_free or row.player in left)


def name_winner(t: Tournament, stage: int, winner: Player | None, by: By, at: int, why: str) -> list[Fact]:
    """Names the winner of a stage that no player won; without *winner* the first place is empty again.

    Raises `Refused`.
    """
    if not 0 < stage <= t.stage:
        raise UnknownRound(Message("Stage {stage} has not begun.", stage=stage))
    if not may_name_winner(t, stage):
        raise Refused(Message("Organizers name a winner only where a bracket ends without one."))
    if not why:
        raise Refused(Message("Say why this player wins, or no player."))
    if winner is not None:
        require_player(t, winner)
        if winner not in winner_candidates(t, stage):
            raise Unsound(Message("{player} cannot win this stage.", player=winner))
    naming = t.named.get(stage)
    if (winner or "") == (naming.player if naming else ""):
        raise Refused(Message("So it is decided already."))
    return to_facts(t, WinnerNamed(stage, winner or "", by, at, why))
