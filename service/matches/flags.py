"""Flags: they fall when time is up, whoever looks on, and never for the time in which the service was away.

Whoever watches the clocks says every other second that it is there. While nobody has said so for a while, no
time is counted.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event

import msgspec

from domain import table
from domain.messages import Message
from domain.table import MatchOpened, ServiceAway, WrongMoment
from projections.bus import Bus
from projections.lobby import ListedMatch, Lobby
from projections.match_views import LoadedMatch
from projections.view_store import CheckpointConflict, ViewStore

from ..http.middleware.idempotency import IdempotentRequest
from ..shared.lru_cache import LruCache
from .repository import CommandResult, MatchRepository

log = logging.getLogger(__name__)

WATCH = "clocks"
"""Under what name it is kept when the clocks were watched last: a moment, in the place of a position."""
BEAT = 2_000
"""Milliseconds between two times that it is kept."""
AWAY = 10_000
"""Milliseconds after which the service counts as having been away."""
IDLE = 0.5
"""Seconds to wait for news at most."""
GATHER_SECONDS = 0.02
"""How long news gathers after the first of it: most of it is of matches without clocks."""
REST = 1.0
"""Seconds to rest after trouble of the service's own."""
PAGE = 200
"""How many entries of the lobby are read at a time."""
KNOWN = 10_000
"""Of how many matches it is remembered whether they have a clock."""


class Flags:
    """The clocks of all matches of the service, for one process; *position* tells how far the log reaches."""

    def __init__(
        self, repository: MatchRepository, views: ViewStore, bus: Bus, position: Callable[[], int]
    ) -> None:
        self._repository, self._views, self._bus, self._position = repository, views, bus, position
        self._timed: LruCache[bool] = LruCache(KNOWN)
        self._due: dict[str, int] = {}
        self._watched = 0

    # -- one match ---------------------------------------------------------------------------------------

    def claim(self, match: str, *, request: IdempotentRequest | None = None) -> CommandResult:
        """Lets the flag of *match* fall whose time is up; raises `UnknownMatch` and `table.WrongMoment`."""

        def fallen(loaded: LoadedMatch) -> table.CommandOutcome[object]:
            now, fell = self._repository.clock(), table.next_flag(loaded.rules, loaded.match)
            if fell is None or now < fell.at or self._away(loaded, now) is not None:
                raise WrongMoment(Message("No flag has fallen."))
            return table.fall_flag(loaded.rules, loaded.match, fell)

        return self._repository.execute(match, fallen, request=request)

    def settle(self, match: str) -> int:
        """Tells all that the clocks of *match* make true by now; returns when its next flag falls, 0 if none.

        Raises `UnknownMatch` and `Unavailable`.
        """
        with suppress(WrongMoment):
            loaded = self._repository.get(match)
            if loaded.match.clocks is not None:
                if self._away(loaded, self._repository.clock()) is not None:
                    self._repository.execute(match, self._spared)
                fell = table.next_flag(*self._repository.get(match))
                if fell is not None and fell.at <= self._repository.clock():
                    self.claim(match)
        fell = table.next_flag(*self._repository.get(match))
        return fell.at if fell is not None else 0

    def _spared(self, loaded: LoadedMatch) -> table.CommandOutcome[object]:
        away = self._away(loaded, self._repository.clock())
        if away is None:
            raise WrongMoment(Message("No clock has run while the service was away."))
        return table.exclude_absence(loaded.rules, loaded.match, away)

    def _away(self, loaded: LoadedMatch, now: int) -> ServiceAway | None:
        """Returns since when nobody watches the clocks; `None` where somebody does, or nobody ever has."""
        clocks, last = loaded.match.clocks, self._views.position(WATCH)
        if clocks is None or not clocks.since or not last:
            return None
        started_at = max(last, clocks.since)
        return ServiceAway(started_at, now) if now - started_at > AWAY else None

    # -- all of them -------------------------------------------------------------------------------------

    def run(self, stop: Event) -> None:
        """Lets flags fall until *stop* is set: first wherever a clock runs, then after every news."""
        with self._bus.subscribe(gather_seconds=GATHER_SECONDS, skips=self._has_no_clock) as subscription:
            begun, looked = self._position(), False
            while not stop.is_set():
                heard = {notification.match for notification in subscription.wait(IDLE)}
                try:
                    if not looked and self._views.position(Lobby.name) >= begun:
                        heard, looked = heard | {*self._running()}, True
                    now = self._repository.clock()
                    for match in heard | {match for match, at in self._due.items() if at <= now}:
                        self._watch(match)
                    if looked:
                        self._beat(now)
                except Exception:
                    log.exception("the clocks are looked at again")
                    looked = False
                    stop.wait(REST)

    def _watch(self, match: str) -> None:
        if not self._has_clock(match):
            return
        if at := self.settle(match):
            self._due[match] = at
        else:
            self._due.pop(match, None)

    def _has_no_clock(self, match: str) -> bool:
        """Tells whether *match* is one of those of which it remembers that they have no clock."""
        return self._timed.get(match) is False

    def _beat(self, now: int) -> None:
        """Keeps that the clocks are watched, while any of them runs."""
        if not self._due or now - self._watched < BEAT:
            return
        self._watched = self._views.position(WATCH)
        if now - self._watched >= BEAT:
            with suppress(CheckpointConflict):  # another process watches them as well
                self._views.save(WATCH, {}, self._watched, now)
                self._watched = now

    def _running(self) -> Iterator[str]:
        after = ""
        while page := self._views.scan(Lobby.name, after, PAGE):
            entries = [msgspec.json.decode(view, type=ListedMatch) for _, view in page]
            yield from (entry.match for entry in entries if entry.clock and entry.status == "playing")
            after = entries[-1].match

    def _has_clock(self, match: str) -> bool:
        known = self._timed.get(match)
        if known is None:
            first = self._repository.facts(match, 0, 1)
            event = first[0].event if first else None
            known = isinstance(event, MatchOpened) and event.clock is not None
            self._timed.put(match, known)
        return known
