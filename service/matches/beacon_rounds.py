"""Rounds of the public beacon that deals wait for, fetched outside of requests."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, Lock, Thread
from typing import Any

from domain import table
from domain.table import BeaconDrawn, WrongMoment
from domain.table.beacon import Beacon, signed_randomness
from projections.match_views import LoadedMatch

from ..observability import metrics
from ..shared.errors import UnknownMatch
from .beacon_client import BeaconClient, BeaconSilent
from .repository import MatchRepository

log = logging.getLogger(__name__)

POLL_SECONDS = 0.5
"""Longest wait for a match that begins to wait."""
PUBLICATION_MS = 500
"""Time that a beacon takes to publish a round, about as long as drand does."""
MAX_FAILURES = 2
"""Failures in a row of draws, after which the beacon counts as down."""
MIN_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 0.5, 8.0
"""Pauses after a round that did not come; each is twice as long as the one before."""


class BeaconRounds:
    """The awaited rounds of the *beacon*, for one process. Without one, matches miss theirs."""

    def __init__(self, repository: MatchRepository, beacon: Beacon | None) -> None:
        self._repository, self._beacon = repository, beacon
        self._awaited: dict[str, int] = {}
        self._lock, self._changed = Lock(), Event()
        self._pause = 0.0

    def note_match(self, match: str, match_state: table.Match[Any]) -> None:
        """Remembers the round that a match waits for, if any.

        The service never fetches from an address that only the record of a match names.
        """
        number, pinned = match_state.reveals.round, match_state.settings.beacon
        if not number and match not in self._awaited:
            return
        is_own = pinned is not None and self._beacon is not None and pinned.is_same_chain(self._beacon)
        with self._lock:
            if number and is_own:
                self._awaited[match] = number
                self._changed.set()
            else:
                self._awaited.pop(match, None)

    @contextmanager
    def drawing(self) -> Iterator[None]:
        """Draws the awaited rounds in a thread meanwhile, so that no clock waits for the beacon."""
        stop = Event()
        thread = Thread(target=self._draw_until, args=(stop,), name="beacon", daemon=True)
        if self._beacon:
            thread.start()
        try:
            yield
        finally:
            stop.set()
            self._changed.set()
            if self._beacon:
                thread.join()

    def _draw_until(self, stop: Event) -> None:
        while not stop.is_set():
            try:
                pause = self.draw_published()
            except Exception:
                log.exception("the rounds of the beacon are drawn again")
                pause = MAX_PAUSE_SECONDS
            if pause:
                stop.wait(pause)
            else:
                self._changed.wait(POLL_SECONDS)
                self._changed.clear()

    def draw_published(self) -> float:
        """Draws the rounds whose time has come; returns the seconds to wait, 0 without a failure.

        One round that does not come holds back no other.
        """
        beacon, failures = self._beacon, 0
        if beacon is None:
            return 0
        with self._lock:
            awaited = dict(self._awaited)
        until = self._repository.clock() - PUBLICATION_MS
        for number in sorted({*awaited.values()}, reverse=True):
            if beacon.time_of(number) > until or failures == MAX_FAILURES:
                continue
            try:
                signature = BeaconClient(beacon).fetch_signature(number)
            except BeaconSilent as error:
                failures += 1
                metrics.BEACON_ROUNDS.labels("unanswered").inc()
                log.warning("round %d of the beacon is fetched again: %s", number, error)
                continue
            for match in [match for match, other in awaited.items() if other == number]:
                self._draw_round(match, number, signature)
        doubled = min(max(2 * self._pause, MIN_PAUSE_SECONDS), MAX_PAUSE_SECONDS)
        self._pause = doubled if failures else 0
        return self._pause

    def _draw_round(self, match: str, number: int, signature: str) -> None:
        def decide_draw(loaded: LoadedMatch) -> table.CommandOutcome[Any]:
            drawn = BeaconDrawn(number, signed_randomness(signature), signature, self._repository.clock())
            return table.draw_beacon(loaded.rules, loaded.match, drawn)

        with suppress(WrongMoment, UnknownMatch):  # another process drew it, or the match is over
            self._repository.execute(match, decide_draw)
            metrics.BEACON_ROUNDS.labels("drawn").inc()
        with self._lock:
            if self._awaited.get(match) == number:
                del self._awaited[match]
