"""Timestamps of recorded facts."""

from __future__ import annotations

from .model import Answered, Event, SeatHandedOver, SeatRetired
from .people import NameErased
from .table import TableFact
from .tournament.facts import TournamentFact

_TIMED = (Answered, SeatRetired, SeatHandedOver, TableFact, TournamentFact, NameErased)
"""The facts that reach the table by themselves; all others follow from one of these."""


def recorded_at(event: Event) -> int:
    """Returns the time of *event* in milliseconds since 1970; 0 if it follows from others."""
    at: int = getattr(event, "at", 0) if isinstance(event, _TIMED) else 0
    return at
