"""The effort of pairing a round, estimated from its size: a long one is a job and no part of a request."""

from __future__ import annotations

from domain.tournament.plan import LIVES, Stage
from domain.tournament.state import Tournament

LONGEST_INLINE_SECONDS = 0.1
"""Processor time that a request may take: every other client of its process waits meanwhile."""
LEAST_SECONDS = 0.005
FOLLOWING_SECONDS_PER_SQUARED_PLAYER = 0.1e-6
"""Brackets and round robins, measured: 0.05e-6 at 1,000 players."""
SWISS_SECONDS_PER_SQUARED_PLAYER = 4e-6
"""Measured: up to 1.9e-6 at 300 players, 2.0e-6 under load."""
PODS_SECONDS_PER_SQUARED_PLAYER = 10e-6
"""Measured: up to 6.5e-6 at 80 players, 9e-6 under load."""
DUTCH_SECONDS_PER_SQUARED_PLAYER = 15e-6
"""Measured: 5.2e-6 at 150 players, 7.5e-6 under load, 13.2e-6 at 1,000."""
PAIRINGS_PER_WHY_NOT = 5
DUTCH_PAIRINGS_PER_WHY_NOT = 2.5
"""Measured at 40 to 300 players: up to 4.6, Dutch 2.4. A matching with two given players takes longer."""


def pairing_seconds(t: Tournament, stage: int) -> float:
    """Returns the processor time of pairing a round of a stage, rounded up for a busy machine."""
    return LEAST_SECONDS + _factor(t.plan(stage)) * len(t.active(stage)) ** 2


def _factor(plan: Stage) -> float:
    if plan.format in LIVES or plan.format == "round_robin":
        return FOLLOWING_SECONDS_PER_SQUARED_PLAYER
    if plan.engine == "dutch":
        return DUTCH_SECONDS_PER_SQUARED_PLAYER
    return SWISS_SECONDS_PER_SQUARED_PLAYER if plan.seats == (2,) else PODS_SECONDS_PER_SQUARED_PLAYER


def is_long(t: Tournament) -> bool:
    """Returns whether pairing a round takes longer than a request may."""
    return pairing_seconds(t, t.stage) > LONGEST_INLINE_SECONDS


def is_why_not_long(t: Tournament, stage: int) -> bool:
    """Returns whether telling why two players do not meet in a stage takes longer than a request may."""
    is_dutch = t.plan(stage).engine == "dutch"
    pairings = DUTCH_PAIRINGS_PER_WHY_NOT if is_dutch else PAIRINGS_PER_WHY_NOT
    return pairings * pairing_seconds(t, stage) > LONGEST_INLINE_SECONDS
