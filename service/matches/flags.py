"""Flags, which fall at the end of a clock's time.

A process that watches the clocks stores a heartbeat every two seconds. Time without heartbeats does not
count.
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

from ..caches import LruCache
from ..http.middleware.idempotency import IdempotentRequest
from .repository import CommandResult, MatchRepository

log = logging.getLogger(__name__)

CHECKPOINT = "clocks"
"""Checkpoint for the time of the last heartbeat, stored as a position."""
BEAT_MS = 2_000
"""Interval of heartbeats."""
AWAY_MS = 10_000
"""Gap between heartbeats after which the service counts as away."""
POLL_SECONDS = 0.5
"""Longest wait for notifications."""
GATHER_SECONDS = 0.02
"""Time in which notifications gather after the first; most are of matches without clocks."""
BACKOFF_SECONDS = 1.0
"""Pause after an error."""
PAGE_SIZE = 200
"""Lobby entries in one read."""
CLOCK_CACHE_SIZE = 10_000
"""Matches with a cached answer to whether they have a clock."""


class Flags:
    """Clocks of all matches, for one process. *position* returns the end of the event log."""

    def __init__(
        self, repository: MatchRepository, views: ViewStore, bus: Bus, position: Callable[[], int]
    ) -> None:
        self._repository, self._views, self._bus, self._position = repository, views, bus, position
        self._clock_cache: LruCache[bool] = LruCache(CLOCK_CACHE_SIZE)
        self._flag_times: dict[str, int] = {}
        self._watched = 0

    # -- one match ---------------------------------------------------------------------------------------

    def claim_flag(self, match: str, *, request: IdempotentRequest | None = None) -> CommandResult:
        """Records the fall of a flag in *match*; raises `UnknownMatch` and `table.WrongMoment`."""

        def decide_fall(loaded: LoadedMatch) -> table.CommandOutcome[object]:
            now, flag = self._repository.clock(), table.next_flag(loaded.rules, loaded.match)
            if flag is None or now < flag.at or self._find_absence(loaded, now) is not None:
                raise WrongMoment(Message("No flag has fallen."))
            return table.fall_flag(loaded.rules, loaded.match, flag)

        return self._repository.execute(match, decide_fall, request=request)

    def settle_clocks(self, match: str) -> int:
        """Records absences and fallen flags of *match*, and returns the time of its next flag or 0.

        Raises `UnknownMatch` and `Unavailable`.
        """
        with suppress(WrongMoment):
            loaded = self._repository.load_match(match)
            if loaded.match.clocks is not None:
                if self._find_absence(loaded, self._repository.clock()) is not None:
                    self._repository.execute(match, self._decide_absence)
                flag = table.next_flag(*self._repository.load_match(match))
                if flag is not None and flag.at <= self._repository.clock():
                    self.claim_flag(match)
        flag = table.next_flag(*self._repository.load_match(match))
        return flag.at if flag is not None else 0

    def _decide_absence(self, loaded: LoadedMatch) -> table.CommandOutcome[object]:
        absence = self._find_absence(loaded, self._repository.clock())
        if absence is None:
            raise WrongMoment(Message("No clock has run while the service was away."))
        return table.exclude_absence(loaded.rules, loaded.match, absence)

    def _find_absence(self, loaded: LoadedMatch, now: int) -> ServiceAway | None:
        """Returns the absence of the service since the last heartbeat, or `None`."""
        clocks, last = loaded.match.clocks, self._views.position(CHECKPOINT)
        if clocks is None or not clocks.since or not last:
            return None
        started_at = max(last, clocks.since)
        return ServiceAway(started_at, now) if now - started_at > AWAY_MS else None

    # -- all of them -------------------------------------------------------------------------------------

    def run(self, stop: Event) -> None:
        """Records fallen flags until *stop* is set, first of the lobby, then on notifications."""
        with self._bus.subscribe(gather_seconds=GATHER_SECONDS, skips=self._has_no_clock) as subscription:
            log_end, has_scanned = self._position(), False
            while not stop.is_set():
                changed = {notification.match for notification in subscription.wait(POLL_SECONDS)}
                try:
                    if not has_scanned and self._views.position(Lobby.name) >= log_end:
                        changed, has_scanned = changed | {*self._running_matches()}, True
                    now = self._repository.clock()
                    for match in changed | {match for match, at in self._flag_times.items() if at <= now}:
                        self._watch_match(match)
                    if has_scanned:
                        self._record_watch(now)
                except Exception:
                    log.exception("the clocks are looked at again")
                    has_scanned = False
                    stop.wait(BACKOFF_SECONDS)

    def _watch_match(self, match: str) -> None:
        if not self._has_clock(match):
            return
        if at := self.settle_clocks(match):
            self._flag_times[match] = at
        else:
            self._flag_times.pop(match, None)

    def _has_no_clock(self, match: str) -> bool:
        """Returns whether the cache has *match* as one without a clock."""
        return self._clock_cache.get(match) is False

    def _record_watch(self, now: int) -> None:
        """Stores a heartbeat while a clock runs."""
        if not self._flag_times or now - self._watched < BEAT_MS:
            return
        self._watched = self._views.position(CHECKPOINT)
        if now - self._watched >= BEAT_MS:
            with suppress(CheckpointConflict):  # another process watches them as well
                self._views.save(CHECKPOINT, {}, self._watched, now)
                self._watched = now

    def _running_matches(self) -> Iterator[str]:
        after = ""
        while page := self._views.scan(Lobby.name, after, PAGE_SIZE):
            entries = [msgspec.json.decode(view, type=ListedMatch) for _, view in page]
            yield from (entry.match for entry in entries if entry.clock and entry.status == "playing")
            after = entries[-1].match

    def _has_clock(self, match: str) -> bool:
        has_clock = self._clock_cache.get(match)
        if has_clock is None:
            first = self._repository.load_facts(match, 0, 1)
            event = first[0].event if first else None
            has_clock = isinstance(event, MatchOpened) and event.clock is not None
            self._clock_cache.put(match, has_clock)
        return has_clock
