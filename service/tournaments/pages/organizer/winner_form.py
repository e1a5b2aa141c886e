"""The desk's form for the first place of a bracket without a winner."""

from __future__ import annotations

from typing import Any

from domain.tournament.decision.winners import may_name_winner, winner_candidates
from domain.tournament.state import Tournament


def winner_fields(t: Tournament) -> dict[str, Any]:
    """Returns the candidates for the first place and the named player; none elsewhere."""
    if not may_name_winner(t, t.current_stage):
        return {"winner_candidates": (), "winner_named": ""}
    naming = t.winner_decisions.get(t.current_stage)
    return {
        "winner_candidates": winner_candidates(t, t.current_stage),
        "winner_named": naming.player if naming is not None else "",
    }
