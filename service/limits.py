"""Limits: how often one client may ask, counted in Redis where there is one, and else in this process."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Literal, TypeAlias

from limits import RateLimitItem
from limits import parse as parsed
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from msgspec import Struct
from redis import RedisError

from domain.messages import LocalizableError, Message

from . import journal

log = journal.logger(__name__)

Of: TypeAlias = Literal["token", "address", "login"]
"""What is counted: all that comes with a token, all from an address, and what may be guessing there."""

PATIENCE = 0.3
"""Seconds that are waited for Redis."""
ALONE = 2.0
"""Seconds that a process counts by itself after Redis failed it."""


class Limits(Struct, frozen=True):
    """How often a client may ask, such as `20/second` or `1200/minute`; anything else raises `ValueError`.

    `login` is for the taking of seats and for tokens that are not known, by address.
    """

    token: str = "1200/minute"
    address: str = "6000/minute"
    login: str = "120/minute"

    def __post_init__(self) -> None:
        for limit in (self.token, self.address, self.login):
            parsed(limit)


class TooMany(LocalizableError):
    """A client has asked too often; `headers` tell when it may again."""

    def __init__(self, of: Of, item: RateLimitItem, seconds: int) -> None:
        super().__init__(
            Message(
                "{who} may ask {times} times in {span}: wait {seconds} s.",
                who=_WHO[of],
                times=item.amount,
                span=_words(item),
                seconds=seconds,
            )
        )
        # https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
        self.headers = {
            "Retry-After": str(seconds),
            "RateLimit": f'"{of}";r=0;t={seconds}',
            "RateLimit-Policy": f'"{of}";q={item.amount};w={item.get_expiry()}',
        }


class Turnstile:
    """Counts those who come. Threads may share it."""

    def __init__(self, limits: Limits, redis_url: str) -> None:
        self._items: dict[Of, RateLimitItem] = {
            "token": parsed(limits.token),
            "address": parsed(limits.address),
            "login": parsed(limits.login),
        }
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._shared = None
        if redis_url:
            timeouts = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
            self._shared = FixedWindowRateLimiter(storage_from_string(redis_url, **timeouts))
        self._alone_until = 0.0

    def let(self, of: Of, who: str) -> None:
        """Lets *who* come in; raises `TooMany`."""
        item = self._items[of]
        if self._shared is not None and time.monotonic() > self._alone_until:
            try:
                return self._count(self._shared, of, item, who)
            except RedisError as lost:
                self._alone_until = time.monotonic() + ALONE
                log.warning("requests are counted in this process alone", trouble=str(lost))
        return self._count(self._own, of, item, who)

    def _count(self, counter: FixedWindowRateLimiter, of: Of, item: RateLimitItem, who: str) -> None:
        if not counter.hit(item, of, who):
            again, _ = counter.get_window_stats(item, of, who)
            raise TooMany(of, item, max(1, round(again - time.time())))


_WHO: Mapping[Of, Message] = {
    "token": Message("This token"),
    "address": Message("This address"),
    "login": Message("This login"),
}
_SPANS = {1: Message("a second"), 60: Message("a minute"), 3600: Message("an hour")}


def _words(item: RateLimitItem) -> Message:
    seconds = item.get_expiry()
    return _SPANS.get(seconds) or Message("{seconds} s", seconds=seconds)
