"""The effort of pairing a round, estimated from its size: a long one is a job and no part of a request."""

from __future__ import annotations

from domain.tournament.state import Tournament

LONGEST_INLINE_SECONDS = 0.1
"""Processor time that a request may take: every other client of its process waits meanwhile."""
SECONDS_PER_SQUARED_PLAYER = 1.2e-6
"""Measured with Swiss rounds, pods and brackets: 0.3e-6 to 1.9e-6 at 1,000 players, 2.6e-6 under load."""
DUTCH_SECONDS_PER_SQUARED_PLAYER = 8e-6
"""Measured at 1,000 players, and rounded up."""
PAIRINGS_PER_WHY_NOT = 5
DUTCH_PAIRINGS_PER_WHY_NOT = 2
"""Measured at 100 to 1,000 players, Dutch to 300: a matching that makes two players meet takes longer."""


def pairing_seconds(t: Tournament, stage: int) -> float:
    """Returns about how long an engine pairs a round of a stage, in seconds."""
    is_dutch = t.plan(stage).engine == "dutch"
    factor = DUTCH_SECONDS_PER_SQUARED_PLAYER if is_dutch else SECONDS_PER_SQUARED_PLAYER
    return factor * len(t.active(stage)) ** 2


def is_long(t: Tournament) -> bool:
    """Returns whether pairing a round takes longer than a request may."""
    return pairing_seconds(t, t.stage) > LONGEST_INLINE_SECONDS


def is_why_not_long(t: Tournament, stage: int) -> bool:
    """Returns whether telling why two players do not meet in a stage takes longer than a request may."""
    is_dutch = t.plan(stage).engine == "dutch"
    pairings = DUTCH_PAIRINGS_PER_WHY_NOT if is_dutch else PAIRINGS_PER_WHY_NOT
    return pairings * pairing_seconds(t, stage) > LONGEST_INLINE_SECONDS
