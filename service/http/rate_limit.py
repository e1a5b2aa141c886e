"""Limits: how often one client may ask, counted in Redis where there is one, and else in this process."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping
from threading import Lock
from typing import Any, Literal, TypeAlias

from limits import RateLimitItem
from limits import parse as parsed
from limits.storage import MemoryStorage, storage_from_string
from limits.strategies import FixedWindowRateLimiter
from msgspec import Struct

from domain.errors import LocalizableError
from domain.messages import Message

from ..database.cooperation import offload
from ..observability import logging

log = logging.logger(__name__)

Of: TypeAlias = Literal[
    "token",
    "address",
    "login",
    "commentaries",
    "players",
    "registrations",
    "token-cost",
    "address-cost",
]
"""What is counted: what comes with a token, or from an address; guesses from there; what replies cost."""

Open: TypeAlias = Literal["token-streams", "address-streams"]
"""Of what only so many may be open at once."""

PATIENCE = 0.3
"""Seconds that are waited for Redis."""
ALONE = 2.0
"""Seconds that a process counts by itself after Redis failed it."""


class Limits(Struct, frozen=True):
    """How often a client may ask, such as `20/second` or `1200/minute`; anything else raises `ValueError`.

    `login` is for tokens that are not known, by address, `commentaries` for opening some, `players` for
    making accounts, and `registrations` for tournaments: a hall of players has one address. Costs are counted
    in facts that are gone through: what shows a whole match costs as many as it has. `connections` are those
    of one address at once, and streams those that are open at once.
    """

    token: str = "1200/minute"
    address: str = "6000/minute"
    login: str = "120/minute"
    commentaries: str = "30/hour"
    players: str = "30/hour"
    registrations: str = "300/hour"
    token_cost: str = "60000/minute"
    address_cost: str = "120000/minute"
    token_streams: int = 50
    address_streams: int = 500
    connections: int = 1000

    def __post_init__(self) -> None:
        for limit in (self.token, self.address, self.login):
            parsed(limit)
        for limit in (self.commentaries, self.players, self.registrations):
            parsed(limit)
        for limit in (self.token_cost, self.address_cost):
            parsed(limit)
        if min(self.token_streams, self.address_streams, self.connections) < 1:
            raise ValueError("at least one may be open")


class RateLimited(LocalizableError):
    """A client has asked too often, or keeps too many open; `headers` tell when it may ask again."""

    slug = "too-many"

    def __init__(self, message: Message, of: Of | Open, most: int, seconds: int, span: int = 0) -> None:
        super().__init__(message)
        # https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
        window = f";w={span}" if span else ""
        self.headers = {
            "Retry-After": str(seconds),
            "RateLimit": f'"{of}";r=0;t={seconds}',
            "RateLimit-Policy": f'"{of}";q={most}{window}',
        }


class RateLimiter:
    """Counts those who come. Threads may share it."""

    def __init__(self, limits: Limits, redis_url: str) -> None:
        self._items: dict[Of, RateLimitItem] = {
            "token": parsed(limits.token),
            "address": parsed(limits.address),
            "login": parsed(limits.login),
            "commentaries": parsed(limits.commentaries),
            "players": parsed(limits.players),
            "registrations": parsed(limits.registrations),
            "token-cost": parsed(limits.token_cost),
            "address-cost": parsed(limits.address_cost),
        }
        self._most: dict[Open, int] = {
            "token-streams": limits.token_streams,
            "address-streams": limits.address_streams,
        }
        self._open = Counter[tuple[Open, str]]()
        self._lock = Lock()
        self._own = FixedWindowRateLimiter(MemoryStorage())
        self._shared = None
        if redis_url:
            from redis import RedisError  # its client takes long to load, and may not be needed

            self._lost = RedisError
            options: dict[str, Any] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
            if redis_url.startswith("redis+sentinel:"):
                options |= {"sentinel_kwargs": options.copy(), "use_replicas": False}
            self._shared = FixedWindowRateLimiter(storage_from_string(redis_url, **options))
        self._alone_until = 0.0

    def let(self, of: Of, who: str, cost: int = 1) -> None:
        """Lets *who* come in, at a *cost*; raises `RateLimited`."""
        item = self._items[of]
        cost = min(cost, item.amount)  # or nobody would ever be let in for that
        if self._shared is not None and time.monotonic() > self._alone_until:
            try:
                return offload(self._count, self._shared, of, item, who, cost)
            except self._lost as lost:
                self._alone_until = time.monotonic() + ALONE
                log.warning("requests are counted in this process alone", trouble=str(lost))
        return self._count(self._own, of, item, who, cost)

    def open(self, of: Open, who: str) -> None:
        """Lets *who* keep one more open in this process, until `close`; raises `RateLimited`."""
        with self._lock:
            if self._open[of, who] >= self._most[of]:
                told = Message("{who} may keep {most} open: close one.", who=_WHO[of], most=self._most[of])
                raise RateLimited(told, of, self._most[of], AGAIN)
            self._open[of, who] += 1

    def close(self, of: Open, who: str) -> None:
        """Takes note that *who* keeps one less open."""
        with self._lock:
            self._open[of, who] -= 1
            if not self._open[of, who]:
                del self._open[of, who]

    def _count(
        self, counter: FixedWindowRateLimiter, of: Of, item: RateLimitItem, who: str, cost: int
    ) -> None:
        if counter.hit(item, of, who, cost=cost):
            return
        again, _ = counter.get_window_stats(item, of, who)
        span, wait = item.get_expiry(), again - time.time()
        if wait > span + 1:  # the window was begun by a clock that has been put back since
            counter.clear(item, of, who)
            counter.hit(item, of, who, cost=cost)
            return
        seconds = max(1, round(wait))
        words: dict[str, Any] = {
            "who": _WHO[of],
            "times": item.amount,
            "span": _words(span),
            "seconds": seconds,
        }
        if of.endswith("cost"):
            told = Message("{who} may go through {times} facts in {span}: wait {seconds} s.", **words)
        else:
            told = Message("{who} may ask {times} times in {span}: wait {seconds} s.", **words)
        raise RateLimited(told, of, item.amount, seconds, span)


AGAIN = 30
"""Seconds after which it makes sense to ask again for what too many are open of."""

_WHO: Mapping[Of | Open, Message] = {
    "token": Message("This token"),
    "address": Message("This address"),
    "login": Message("This login"),
    "commentaries": Message("This address"),
    "players": Message("This address"),
    "registrations": Message("This address"),
    "token-cost": Message("This token"),
    "address-cost": Message("This address"),
    "token-streams": Message("This token"),
    "address-streams": Message("This address"),
}
_SPANS = {1: Message("a second"), 60: Message("a minute"), 3600: Message("an hour")}


def _words(seconds: int) -> Message:
    return _SPANS.get(seconds) or Message("{seconds} s", seconds=seconds)
