"""Flags, which fall at the end of a clock's time, and nonces and rounds that miss the limit of a reveal.

A process that watches the clocks stores a heartbeat every two seconds. Time without heartbeats does not
count.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Event

import msgspec

from domain import chance, table
from domain.messages import Message
from domain.table import BeaconMissed, MatchOpened, ServiceAway, WrongMoment
from domain.table.beacon import Beacon
from projections.bus import Bus
from projections.lobby import ListedMatch, Lobby
from projections.match_views import LoadedMatch
from projections.view_store import CheckpointConflict, ViewStore

from ..caches import LruCache
from ..http.middleware.idempotency import IdempotentRequest
from ..observability import metrics
from .beacon_rounds import BeaconRounds
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
TIMED_CACHE_SIZE = 10_000
"""Matches with a cached answer to whether time can run out in them."""


class Flags:
    """Clocks of all matches, for one process.

    *position* returns the end of the event log; `rounds` draws those of the *beacon* meanwhile.
    """

    def __init__(
        self,
        repository: MatchRepository,
        views: ViewStore,
        bus: Bus,
        position: Callable[[], int],
        beacon: Beacon | None,
    ) -> None:
        self._repository, self._views, self._bus, self._position = repository, views, bus, position
        self.rounds = BeaconRounds(repository, beacon)
        self._timed_cache: LruCache[bool] = LruCache(TIMED_CACHE_SIZE)
        self._flag_times: dict[str, int] = {}
        self._watched = 0

    # -- one match ---------------------------------------------------------------------------------------

    def claim_flag(self, match: str, *, request: IdempotentRequest | None = None) -> CommandResult:
        """Records a fallen flag or missed nonces; raises `UnknownMatch` and `table.WrongMoment`."""

        def decide_fall(loaded: LoadedMatch) -> table.CommandOutcome[object]:
            now, (rules, match_state) = self._repository.clock(), loaded
            is_away = self._find_absence(loaded, now) is not None
            if match_state.is_revealing and not is_away:
                return table.miss_reveals(rules, match_state, now)
            flag = table.next_flag(rules, match_state)
            if flag is None or now < flag.at or is_away:
                raise WrongMoment(Message("No flag has fallen."))
            return table.fall_flag(rules, match_state, flag)

        result = self._repository.execute(match, decide_fall, request=request)
        if any(isinstance(fact.event, BeaconMissed) for fact in result.facts):
            metrics.BEACON_ROUNDS.labels("missed").inc()
        return result

    def settle_clocks(self, match: str) -> int:
        """Records absences, fallen flags and missed nonces of *match*.

        It returns the time at which the next flag falls, or the next nonces are missed, or 0. Raises
        `UnknownMatch` and `Unavailable`.
        """
        loaded = self._repository.load_match(match)
        with suppress(WrongMoment):
            if table.waiting_since(loaded.match):
                if self._find_absence(loaded, self._repository.clock()) is not None:
                    loaded = self._repository.execute(match, self._decide_absence).loaded
                if 0 < _time_limit(loaded) <= self._repository.clock():
                    loaded = self.claim_flag(match).loaded
        self.rounds.note_match(match, loaded.match)
        return _time_limit(loaded)

    def _decide_absence(self, loaded: LoadedMatch) -> table.CommandOutcome[object]:
        absence = self._find_absence(loaded, self._repository.clock())
        if absence is None:
            raise WrongMoment(Message("No clock has run while the service was away."))
        return table.exclude_absence(loaded.rules, loaded.match, absence)

    def _find_absence(self, loaded: LoadedMatch, now: int) -> ServiceAway | None:
        """Returns the absence of the service since the last heartbeat, or `None`."""
        since, last = table.waiting_since(loaded.match), self._views.position(CHECKPOINT)
        if not since or not last:
            return None
        started_at = max(last, since)
        return ServiceAway(started_at, now) if now - started_at > AWAY_MS else None

    # -- all of them -------------------------------------------------------------------------------------

    def run(self, stop: Event) -> None:
        """Records fallen flags until *stop* is set, first of the lobby, then on notifications."""
        with (
            self.rounds.drawing(),
            self._bus.subscribe(gather_seconds=GATHER_SECONDS, skips=self._is_untimed) as subscription,
        ):
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
        if not self._is_timed(match):
            return
        if at := self.settle_clocks(match):
            self._flag_times[match] = at
        else:
            self._flag_times.pop(match, None)

    def _is_untimed(self, match: str) -> bool:
        """Returns whether the cache has *match* as one in which no time can run out."""
        return self._timed_cache.get(match) is False

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
            yield from (
                entry.match
                for entry in entries
                if entry.revealing or (entry.clock and entry.status == "playing")
            )
            after = entries[-1].match

    def _is_timed(self, match: str) -> bool:
        """Returns whether time can run out in *match*, by a clock, a beacon, or nonces to reveal."""
        is_timed = self._timed_cache.get(match)
        if is_timed is None:
            first = self._repository.load_facts(match, 0, 1)
            settings = first[0].event if first else None
            is_timed = isinstance(settings, MatchOpened) and settings.clock is not None
            if isinstance(settings, MatchOpened) and not is_timed and settings.shuffle >= chance.COMMITTED:
                match_state = self._repository.load_match(match).match
                is_timed = match_state.reveals.begins_open
                if not match_state.is_full:  # the next claim may bring a hash
                    return is_timed
            self._timed_cache.put(match, is_timed)
        return is_timed


def _time_limit(loaded: LoadedMatch) -> int:
    """Returns the time at which a flag falls or nonces are missed, 0 for none."""
    if loaded.match.is_revealing:
        return loaded.match.reveals.due
    flag = table.next_flag(*loaded)
    return flag.at if flag is not None else 0
