"""Events about the company of a match, for the listeners of its broadcast."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING

from domain.published import encode

from ..http.broadcast import Listener
from ..matches.repository import MatchRepository
from .model import describe_company
from .presence import Presence

if TYPE_CHECKING:
    from ..shared.registry import Registry

LOOK_SECONDS = 1.0
"""Smallest time between two looks, so that a rush of spectators causes few events."""
RENEW_SECONDS = 10.0
"""Largest time between two looks: a killed process announces nothing."""


class CompanyEvents:
    """Present company of *match*, and the last event of each listener."""

    def __init__(self, services: Registry, match: str) -> None:
        self._services, self._match = services, match
        self._event = b""
        self._sent = dict[Listener, bytes]()
        self._looked_at = self._due_at = -RENEW_SECONDS

    def schedule_look(self) -> None:
        """Makes the next look due as soon as it may be."""
        self._due_at = min(self._due_at, self._looked_at + LOOK_SECONDS)

    def remaining_seconds(self) -> float:
        """Returns the seconds until the next look is due."""
        return max(0.0, self._due_at - monotonic())

    def look(self) -> None:
        """Reads the present company."""
        presence = self._services[Presence]
        attendance = presence.load_attendance(self._match)
        match_state = self._services[MatchRepository].load_match(self._match).match
        self._event = b"event: company\ndata: %b\n\n" % encode(describe_company(match_state, attendance))
        self._looked_at = monotonic()
        self._due_at = self._looked_at + (LOOK_SECONDS if attendance.settles else RENEW_SECONDS)

    def take_outdated(self, listeners: list[Listener]) -> tuple[bytes, list[Listener]]:
        """Returns the present event and those of *listeners* that lack it, and counts it as sent to them."""
        outdated = [listener for listener in listeners if self._sent.get(listener) != self._event]
        self._sent = dict.fromkeys(listeners, self._event)
        return self._event, outdated
