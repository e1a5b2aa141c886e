"""Matches that somebody reads, seen by all processes of a service."""

from __future__ import annotations

import time
from threading import Lock
from typing import TYPE_CHECKING, cast

from ...database.cooperation import offload
from ...observability import logging
from ...shared.registry import Registry
from ..repository import MatchRepository

if TYPE_CHECKING:
    from redis import Redis

log = logging.logger(__name__)

WATCHED_SECONDS = 60.0
"""How long a read counts. An open stream counts as a read every few seconds."""
REPEAT_SECONDS = 10.0
"""Time between two marks of one match that a process makes."""
TIMEOUT_SECONDS = 0.3
KEY = "recount:watched"
"""The sorted set of Redis with the watched matches and the ends of their time, in seconds since 1970."""


class Watches:
    """The watched matches, in Redis or in this process. Threads may share it."""

    def __init__(self, redis_url: str) -> None:
        self._redis: Redis | None = None
        if redis_url:
            from projections.redis_view_store import connect_redis  # its client takes long to load

            self._redis = connect_redis(redis_url, TIMEOUT_SECONDS)
        self._ends: dict[str, float] = {}
        self._lock = Lock()

    def mark_match(self, match: str) -> None:
        """Marks *match* as read now."""
        now = time.time()
        with self._lock:
            if self._ends.get(match, 0.0) > now + WATCHED_SECONDS - REPEAT_SECONDS:
                return
            self._ends = {other: end for other, end in self._ends.items() if end > now}
            self._ends[match] = now + WATCHED_SECONDS
        if self._redis is not None:
            offload(self._share_mark, match, now)

    def watched_matches(self) -> set[str]:
        """Returns the watched matches."""
        now = time.time()
        with self._lock:
            watched = {match for match, end in self._ends.items() if end > now}
        return watched | self._shared_matches(now)

    def _share_mark(self, match: str, now: float) -> None:
        from redis import RedisError

        assert self._redis is not None
        try:
            self._redis.zremrangebyscore(KEY, 0, now)
            self._redis.zadd(KEY, {match: now + WATCHED_SECONDS})
        except RedisError as error:
            log.warning("a watched match is seen in this process alone", trouble=str(error))

    def _shared_matches(self, now: float) -> set[str]:
        if self._redis is None:
            return set()
        from redis import RedisError

        try:
            matches = cast(list[bytes], self._redis.zrangebyscore(KEY, now, "+inf"))
            return {match.decode() for match in matches}
        except RedisError:
            return set()


def mark_watched(services: Registry, match: str) -> None:
    """Marks *match* as read where only bots play it, as far as this process has loaded it."""
    loaded = services[MatchRepository].cached_match(match)
    if loaded is not None and loaded.match.ended is None and loaded.match.bots:
        services[Watches].mark_match(match)
