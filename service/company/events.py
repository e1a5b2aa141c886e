"""Events about the company of a match, for the listeners of its broadcast."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING

from domain.published import encode

from ..http.broadcast import Listener
from ..matches.viewing.access import Access
from .model import describe_company
from .presence import Presence
from .talk import Talk

if TYPE_CHECKING:
    from ..shared.registry import Registry

LOOK_SECONDS = 1.0
"""Smallest time between two looks, so that a rush of spectators causes few events."""
RENEW_SECONDS = 10.0
"""Largest time between two looks: a killed process announces nothing."""


class CompanyEvents:
    """Present company of *match* as the viewers with *token* see it, and the last events of each listener."""

    def __init__(self, services: Registry, match: str, token: str | None) -> None:
        self._services, self._match, self._token = services, match, token
        self._events: tuple[bytes, ...] = ()
        self._sent = dict[Listener, tuple[bytes, ...]]()
        self._looked_at = self._due_at = -RENEW_SECONDS

    def schedule_look(self) -> None:
        """Makes the next look due as soon as it may be."""
        self._due_at = min(self._due_at, self._looked_at + LOOK_SECONDS)

    def remaining_seconds(self) -> float:
        """Returns the seconds until the next look is due."""
        return max(0.0, self._due_at - monotonic())

    def look(self) -> None:
        """Reads the present company and its phrases. Raises the errors of `Access.viewer_for`."""
        attendance = self._services[Presence].load_attendance(self._match)
        access = self._services[Access]
        viewer = access.viewer_for(self._match, self._token)
        match_state = access.window(self._match, viewer).load().match
        phrases = self._services[Talk].list_phrases(self._match, self._token)
        self._events = (
            b"event: company\ndata: %b\n\n" % encode(describe_company(match_state, attendance)),
            b"event: phrases\ndata: %b\n\n" % encode(phrases),
        )
        self._looked_at = monotonic()
        self._due_at = self._looked_at + (LOOK_SECONDS if attendance.settles else RENEW_SECONDS)

    def take_outdated(self, listeners: list[Listener]) -> Iterator[tuple[bytes, list[Listener]]]:
        """Yields each present event and those of *listeners* that lack it, and counts it as sent to them."""
        before, self._sent = self._sent, dict.fromkeys(listeners, self._events)
        for event in self._events:
            if outdated := [listener for listener in listeners if event not in before.get(listener, ())]:
                yield event, outdated
