"""When facts were told."""

from __future__ import annotations

from .model import Answered, Event, SeatHandedOver, SeatRetired
from .people import NameErased
from .table import TableFact
from .tournament.facts import TournamentFact

_TOLD = (Answered, SeatRetired, SeatHandedOver, TableFact, TournamentFact, NameErased)
"""What reaches the table by itself."""


def told_at(event: Event) -> int:
    """Returns when *event* reached the table, in milliseconds since 1970; 0 for what follows from others."""
    at: int = getattr(event, "at", 0) if isinstance(event, _TOLD) else 0
    return at
