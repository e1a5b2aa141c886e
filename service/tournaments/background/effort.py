"""Estimates the effort of pairing a round, because long pairings run as jobs."""

from __future__ import annotations

from domain.tournament.plan import LIVES, Stage
from domain.tournament.state import Tournament

MAX_INLINE_SECONDS = 0.04
"""Longest estimate of work inside a request, 20 ms on an idle machine."""
MAX_DIFFERENCE_SECONDS = 1.0
"""Processor time of a request for comparing standings fact by fact."""
MIN_SECONDS = 0.005
FOLLOWING_SECONDS_PER_SQUARED_PLAYER = 0.1e-6
"""For brackets and round robins. Measured 0.05e-6 at 1,000 players."""
SWISS_SECONDS_PER_SQUARED_PLAYER = 4e-6
"""Measured up to 1.9e-6 at 300 players, 2.0e-6 under load."""
PODS_SECONDS_PER_SQUARED_PLAYER = 10e-6
"""Measured up to 6.5e-6 at 80 players, 9e-6 under load."""
DUTCH_SECONDS_PER_SQUARED_PLAYER = 15e-6
"""Measured 5.2e-6 at 150 players, 7.5e-6 under load, 13.2e-6 at 1,000."""
PAIRINGS_PER_WHY_NOT = 5
DUTCH_PAIRINGS_PER_WHY_NOT = 2.5
"""Measured at 40 to 300 players, up to 4.6 and Dutch 2.4. A matching with two fixed players takes longer."""


def pairing_seconds(t: Tournament, stage: int) -> float:
    """Returns the processor time of pairing a round, rounded up for a busy machine."""
    return MIN_SECONDS + _seconds_per_squared_player(t.plan_of(stage)) * len(t.active_players(stage)) ** 2


def _seconds_per_squared_player(plan: Stage) -> float:
    if plan.format in LIVES or plan.format == "round_robin":
        return FOLLOWING_SECONDS_PER_SQUARED_PLAYER
    if plan.engine == "dutch":
        return DUTCH_SECONDS_PER_SQUARED_PLAYER
    return SWISS_SECONDS_PER_SQUARED_PLAYER if plan.seats == (2,) else PODS_SECONDS_PER_SQUARED_PLAYER


def is_long(t: Tournament) -> bool:
    """Returns whether pairing a round exceeds the time of a request."""
    return pairing_seconds(t, t.current_stage) > MAX_INLINE_SECONDS


def is_why_not_long(t: Tournament, stage: int) -> bool:
    """Returns whether an explanation of a missing pairing exceeds the time of a request."""
    is_dutch = t.plan_of(stage).engine == "dutch"
    pairings = DUTCH_PAIRINGS_PER_WHY_NOT if is_dutch else PAIRINGS_PER_WHY_NOT
    return pairings * pairing_seconds(t, stage) > MAX_INLINE_SECONDS


EXPORT_SECONDS_PER_FACT = 60e-6
"""Measured 45e-6, both for facts of tournaments and of matches."""
EXPORT_SECONDS_PER_MATCH = 6e-3
"""Measured 4e-3, most of it for the cards of the match."""
STANDINGS_SECONDS_PER_VALUE = 4e-6
"""Measured 1.9e-6, under load 3.1e-6. Each game of a player counts twice for points, and once for each tie-
breaker."""
PODS_STANDINGS_SECONDS_PER_VALUE = 6e-6
"""Measured 3.4e-6 in pods of six."""
BRACKET_STANDINGS_SECONDS_PER_PLAYER = 150e-6
"""Measured 65e-6 in a bracket of 300 players, 100e-6 under load."""


def standings_seconds(t: Tournament, stage: int, rounds: int) -> float:
    """Returns the processor time of the standings of a stage after *rounds* rounds."""
    plan, players = t.plan_of(stage), len(t.entrants(stage))
    values = players * rounds * (2 + len(t.settings.tiebreakers))
    if plan.format in LIVES:
        return BRACKET_STANDINGS_SECONDS_PER_PLAYER * players + STANDINGS_SECONDS_PER_VALUE * values
    return values * (STANDINGS_SECONDS_PER_VALUE if plan.seats == (2,) else PODS_STANDINGS_SECONDS_PER_VALUE)


def comparable_facts(t: Tournament, stage: int, after: int | None) -> int:
    """Returns the number of facts for a request to compare standings, at least one."""
    rounds = len(t.rounds_of(stage)) if after is None else after
    seconds = max(MIN_SECONDS, standings_seconds(t, stage, rounds))
    return max(1, int(MAX_DIFFERENCE_SECONDS / seconds))


def export_seconds(t: Tournament, matches: int, match_facts: int) -> float:
    """Returns the processor time of a bundle with *matches* and their *match_facts*."""
    standings = sum(standings_seconds(t, round_.stage, round_.number) for round_ in t.rounds)
    facts = t.seq + match_facts
    return standings + EXPORT_SECONDS_PER_FACT * facts + EXPORT_SECONDS_PER_MATCH * matches
