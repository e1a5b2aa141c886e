"""A view store in Redis, for several service processes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import Any, cast
from urllib.parse import urlsplit

from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry
from redis.sentinel import Sentinel

from .view_store import ProjectionBatch, ViewStoreUnavailable

SENTINEL_TIMEOUT_SECONDS = 0.5
"""Seconds before the next Sentinel is asked for the master."""
SENTINEL_SCHEME = "redis+sentinel"
"""The scheme of addresses with Sentinels: `redis+sentinel://:password@host:port,host:port/master`."""


def connect_redis(url: str, timeout: float = 5.0) -> Redis:
    """Returns a client of the Redis at *url*, or of the master of its Sentinels.

    It retries a broken connection once, because callers have their own deadlines. *timeout* is in seconds,
    for connecting and for each reply.
    """
    retry = Retry(NoBackoff(), 1)
    limits: dict[str, Any] = {
        "socket_timeout": timeout,
        "socket_connect_timeout": timeout,
        "retry": retry,
    }
    address = urlsplit(url)
    if address.scheme != SENTINEL_SCHEME:
        return Redis.from_url(url, **limits)
    secret = {"password": address.password} if address.password else {}
    hosts = (host.rpartition(":") for host in address.netloc.rpartition("@")[2].split(","))
    sentinel_options = {
        **limits,
        **secret,
        "socket_timeout": SENTINEL_TIMEOUT_SECONDS,
        "socket_connect_timeout": SENTINEL_TIMEOUT_SECONDS,
    }
    sentinels = Sentinel(
        [(name, int(port)) for name, _, port in hosts], sentinel_kwargs=sentinel_options, **limits, **secret
    )  # type: ignore[no-untyped-call]
    return cast(Redis, sentinels.master_for(address.path.strip("/")))  # type: ignore[no-untyped-call]


_STEP = """
local found = redis.call('GET', KEYS[1]) or '0'
if found == ARGV[1] then
    for i = 3, #ARGV, 2 do
        redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
        redis.call('ZADD', KEYS[3], 0, ARGV[i])
    end
    redis.call('SET', KEYS[1], ARGV[2])
end
return found
"""
"""Script that compares and moves a position within one round trip."""


class RedisViewStore:
    """Implements `ViewStore` with a hash of views, an ordered set of keys and a position.

    Each projection has these three keys, which start with *prefix*. A save is one `MULTI`, and therefore one
    entry of the append-only file, so that views and position stay consistent after a crash.
    """

    def __init__(self, url: str, prefix: str = "recount:") -> None:
        self._redis = connect_redis(url)
        self._prefix = prefix

    def _views_key(self, name: str) -> str:
        return f"{self._prefix}{name}:views"

    def _order_key(self, name: str) -> str:
        return f"{self._prefix}{name}:order"

    def _position_key(self, name: str) -> str:
        return f"{self._prefix}{name}:position"

    def position(self, name: str) -> int:
        """Returns the position of the projection *name*, 0 at first."""
        with _translate_errors():
            return int(cast("bytes | None", self._redis.get(self._position_key(name))) or 0)

    def save(self, name: str, changes: Mapping[str, bytes], after: int, position: int) -> None:
        """Stores *changes* and the new position; raises `CheckpointConflict` when not at *after*."""
        step = ProjectionBatch(name, changes, after, position)
        [position_found] = self.save_each([step])
        step.require_position(position_found)

    def save_each(self, steps: Sequence[ProjectionBatch]) -> list[int]:
        """Stores each fitting batch in one `MULTI`; returns the positions found."""
        with _translate_errors(), self._redis.pipeline() as pipeline:
            for name, changes, after, position in steps:
                keys = self._position_key(name), self._views_key(name), self._order_key(name)
                args = (after, position, *chain.from_iterable(changes.items()))
                pipeline.eval(_STEP, len(keys), *keys, *cast("tuple[str, ...]", args))
            return [int(position_found) for position_found in pipeline.execute()]

    def get(self, name: str, key: str) -> bytes | None:
        """Returns one view, or `None`."""
        with _translate_errors():
            return cast("bytes | None", self._redis.hget(self._views_key(name), key))

    def scan(self, name: str, after: str, limit: int) -> list[tuple[str, bytes]]:
        """Returns up to *limit* views below *after* by descending key; `""` starts at the highest."""
        highest = f"({after}" if after else "+"
        with _translate_errors():
            raw_keys = self._redis.zrevrangebylex(self._order_key(name), highest, "-", 0, limit)
            keys = cast("list[bytes]", raw_keys)
            if not keys:
                return []
            views = cast("list[bytes | None]", self._redis.hmget(self._views_key(name), keys))
        # A view that is gone was cleared between the two questions.
        return [(key.decode(), view) for key, view in zip(keys, views, strict=True) if view is not None]

    def clear(self, name: str) -> None:
        """Deletes all views of a projection, and its position."""
        with _translate_errors():
            self._redis.unlink(self._views_key(name), self._order_key(name), self._position_key(name))

    def close(self) -> None:
        """Closes the connections."""
        self._redis.close()


@contextmanager
def _translate_errors() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        raise ViewStoreUnavailable(str(error)) from error
