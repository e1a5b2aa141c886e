"""Players and spectators with an open stream of a match, across all processes of a service."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from operator import add
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

import msgspec
from cachetools import TTLCache

from domain.model import Seat
from projections.bus import Bus

from ..observability import logging

if TYPE_CHECKING:
    from redis import Redis

log = logging.logger(__name__)

PUBLIC = -1
"""Place of a spectator."""
Places: TypeAlias = tuple[int, ...]
"""Seats of a client, or `PUBLIC` alone. A client with neither is not counted."""

GRACE_MS = 5_000
"""Time for which a closed stream still counts, so that a reload is no absence."""
ALIVE_MS = 45_000
"""Time after which the streams of a silent process no longer count."""
RENEW_SECONDS = 10.0
"""Time between two signs of life of a process for one match."""
REMEMBERED_SECONDS = 7 * 86_400
"""How long the time of a departure is known."""
REMEMBERED_MATCHES = 10_000
TIMEOUT_SECONDS = 0.3


class Attendance(NamedTuple):
    """Seats with an open stream, the last departures of the others in ms since 1970, and the spectators.

    `settles` is the time at which a seat counts as away if its stream stays closed, 0 without one.
    """

    present_seats: frozenset[Seat] = frozenset()
    departures: Mapping[Seat, int] = {}
    spectators: int = 0
    settles: int = 0


class ProcessPresence(NamedTuple):
    """Open streams of a match in one process by place, valid until a time in ms since 1970."""

    until: int
    streams: dict[int, int]


def topic_of(match: str) -> str:
    """Returns the name under which the bus announces changes of the company of *match*."""
    return f"company/{match}"


class Presence:
    """Open streams of matches, in Redis or in this process. Threads may share it.

    *process* is the name of this process. Without Redis another process does not exist.
    """

    def __init__(self, redis_url: str, process: str, bus: Bus, clock: Callable[[], int]) -> None:
        self._redis: Redis | None = None
        self._speaker: ThreadPoolExecutor | None = None
        if redis_url:
            from projections.redis_view_store import connect_redis  # its client takes long to load

            self._redis = connect_redis(redis_url, TIMEOUT_SECONDS)
            self._speaker = ThreadPoolExecutor(1, thread_name_prefix="presence")
        self._process, self._bus, self._clock = process, bus, clock
        self._streams = dict[str, Counter[int]]()
        self._renewed_at = dict[str, float]()
        self._departures: TTLCache[str, dict[Seat, int]] = TTLCache(REMEMBERED_MATCHES, REMEMBERED_SECONDS)
        self._lock = Lock()

    @contextmanager
    def attend_match(self, match: str, places: Places) -> Iterator[None]:
        """Counts a stream of *match* at *places* until the end of the context."""
        self._count_stream(match, places, 1)
        try:
            yield
        finally:
            self._count_stream(match, places, -1)

    def _count_stream(self, match: str, places: Places, change: int) -> None:
        if not places:
            return
        with self._lock:
            streams = self._streams.setdefault(match, Counter())
            for place in places:
                streams[place] += change
                if not streams[place]:
                    del streams[place]
                    if place != PUBLIC:
                        self._departures[match] = {**self._departures.get(match, {}), place: self._clock()}
            if not streams:
                del self._streams[match]
            self._renewed_at.pop(match, None)
        if self._speaker is None:
            self._announce_change(match)
        else:
            self._speaker.submit(self._announce_change, match)  # the event loop does not wait for Redis

    def _announce_change(self, match: str) -> None:
        self.share_streams(match)
        self._bus.publish(0, topic_of(match), 0)

    def share_streams(self, match: str) -> None:
        """Writes the streams of this process for the others, if they changed or the last time is long ago."""
        if self._redis is None:
            return
        with self._lock:
            streams, departures = dict(self._streams.get(match, {})), self._departures.get(match, {})
            if monotonic() - self._renewed_at.get(match, -RENEW_SECONDS) < RENEW_SECONDS:
                return
            self._renewed_at[match] = monotonic()
            if not streams:
                del self._renewed_at[match]
        from redis import RedisError

        presence = ProcessPresence(self._clock() + ALIVE_MS, streams)
        fields = {self._process: msgspec.json.encode(presence)}
        fields |= {f"left {seat}": str(at).encode() for seat, at in departures.items()}
        key = _key_of(match)
        try:
            with self._redis.pipeline() as pipeline:
                for name, content in fields.items():
                    pipeline.hset(key, name, content)
                pipeline.expire(key, REMEMBERED_SECONDS)
                pipeline.execute()
        except RedisError as error:
            log.warning("the presence at a match is shown by this process alone", trouble=str(error))

    def load_attendance(self, match: str) -> Attendance:
        """Returns the players and spectators of *match* now."""
        now = self._clock()
        [fields] = self._load_others([match])
        streams, departures = self._read_others(fields, now)
        with self._lock:
            streams.update(self._streams.get(match, {}))
            for seat, at in self._departures.get(match, {}).items():
                departures[seat] = max(at, departures.get(seat, 0))
        open_seats = {place for place in streams if place != PUBLIC}
        recent = {
            seat: at for seat, at in departures.items() if seat not in open_seats and now - at < GRACE_MS
        }
        return Attendance(
            present_seats=frozenset(open_seats | recent.keys()),
            departures={
                seat: at for seat, at in departures.items() if seat not in open_seats and seat not in recent
            },
            spectators=streams[PUBLIC],
            settles=min((at + GRACE_MS for at in recent.values()), default=0),
        )

    def count_spectators(self, matches: Sequence[str]) -> Mapping[str, int]:
        """Returns the numbers of spectators of *matches* now, with one request to Redis."""
        now, others = self._clock(), self._load_others(matches)
        counts = [self._read_others(fields, now)[0][PUBLIC] for fields in others]
        with self._lock:
            local = [self._streams.get(match, Counter())[PUBLIC] for match in matches]
        return dict(zip(matches, map(add, counts, local), strict=True))

    def _load_others(self, matches: Sequence[str]) -> list[dict[bytes, bytes]]:
        """Returns the fields of each of *matches*; none without Redis."""
        if self._redis is None or not matches:
            return [{} for _ in matches]
        from redis import RedisError

        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                for match in matches:
                    pipeline.hgetall(_key_of(match))
                return cast(list[dict[bytes, bytes]], pipeline.execute())
        except RedisError:
            return [{} for _ in matches]

    def _read_others(self, fields: Mapping[bytes, bytes], now: int) -> tuple[Counter[int], dict[Seat, int]]:
        """Returns the streams of the other processes by place, and the departures that they know."""
        streams, departures = Counter[int](), dict[Seat, int]()
        for name, content in fields.items():
            process = name.decode()
            if process.startswith("left "):
                seat = int(process.removeprefix("left "))
                departures[seat] = max(int(content), departures.get(seat, 0))
            elif process != self._process:
                presence = msgspec.json.decode(content, type=ProcessPresence, strict=False)
                if presence.until > now:
                    streams.update(presence.streams)
                for seat in presence.streams.keys() - {PUBLIC}:  # a killed process says no goodbye
                    departures[seat] = max(presence.until - ALIVE_MS, departures.get(seat, 0))
        return streams, departures

    def close(self) -> None:
        """Ends the thread that writes to Redis."""
        if self._speaker is not None:
            self._speaker.shutdown(wait=False, cancel_futures=True)


def _key_of(match: str) -> str:
    return f"recount:present:{match}"
