"""The effort of pairing a round, estimated from its size: a long one is a job and no part of a request."""

from __future__ import annotations

from domain.tournament.state import Tournament

LONGEST_INLINE_SECONDS = 0.1
"""Processor time that a request may take: every other client of its process waits meanwhile."""
SECONDS_PER_SQUARED_PLAYER = 1.2e-6
"""Measured at 1,000 players with the engines of Swiss rounds, pods and brackets, and rounded up."""
DUTCH_SECONDS_PER_SQUARED_PLAYER = 8e-6
"""Measured at 1,000 players, and rounded up."""


def pairing_seconds(t: Tournament) -> float:
    """Returns about how long an engine pairs a round of the stage being played, in seconds."""
    is_dutch = t.plan(t.stage).engine == "dutch"
    factor = DUTCH_SECONDS_PER_SQUARED_PLAYER if is_dutch else SECONDS_PER_SQUARED_PLAYER
    return factor * len(t.active(t.stage)) ** 2


def is_long(t: Tournament) -> bool:
    """Returns whether pairing a round takes longer than a request may."""
    return pairing_seconds(t) > LONGEST_INLINE_SECONDS
