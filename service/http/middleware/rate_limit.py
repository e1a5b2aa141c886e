"""Rate limits for each client, with counters in Redis or in this process."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from threading import Lock
from typing import Any, Literal, NamedTuple, TypeAlias

from limits import RateLimitItem
from limits import parse as parsed

from domain.errors import LocalizableError
from domain.messages import Message

from ...shared.limits import Limits
from .rate_windows import Window, open_windows

LimitName: TypeAlias = Literal[
    "token",
    "address",
    "login",
    "commentaries",
    "players",
    "registrations",
    "challenges",
    "token-work",
    "address-work",
]
"""The limits on requests, guesses of tokens, new records, and work."""

StreamLimitName: TypeAlias = Literal["token-streams", "address-streams"]
"""The limits on open streams."""

SeatLimitName: TypeAlias = Literal["phrases"]
"""The limits on a seat of a match."""

AnyLimitName: TypeAlias = LimitName | StreamLimitName | SeatLimitName

RATE_LIMIT, RATE_LIMIT_POLICY = "RateLimit", "RateLimit-Policy"
"""The headers of a client's budgets (draft-ietf-httpapi-ratelimit-headers)."""

MAX_EXHAUSTED = 10_000
"""Clients above a limit that a process remembers."""


class Budget(NamedTuple):
    """The budget of a client under one limit, with *remains* left for *seconds*."""

    of: LimitName
    remains: int
    seconds: int


class RateLimited(LocalizableError):
    """A client has reached a limit. `headers` contain the time of the next attempt."""

    slug = "too-many"

    def __init__(self, message: Message, of: AnyLimitName, policy: str, seconds: int) -> None:
        super().__init__(message)
        self.headers = {
            "Retry-After": str(seconds),
            RATE_LIMIT: f'"{of}";r=0;t={seconds}',
            RATE_LIMIT_POLICY: policy,
        }


class RateLimiter:
    """Counters of clients. Threads may share it."""

    def __init__(self, limits: Limits, redis_url: str) -> None:
        items: dict[LimitName, RateLimitItem] = {
            "token": parsed(limits.token),
            "address": parsed(limits.address),
            "login": parsed(limits.login),
            "commentaries": parsed(limits.commentaries),
            "players": parsed(limits.players),
            "registrations": parsed(limits.registrations),
            "challenges": parsed(limits.challenges),
            "token-work": parsed(limits.token_work),
            "address-work": parsed(limits.address_work),
        }
        self._rules = {of: Rule(of, item) for of, item in items.items()}
        self._maxima: dict[StreamLimitName, int] = {
            "token-streams": limits.token_streams,
            "address-streams": limits.address_streams,
        }
        self._open = Counter[tuple[StreamLimitName, str]]()
        self._lock = Lock()
        self._windows = open_windows(redis_url)
        self._exhausted = dict[tuple[LimitName, str], Window]()

    def charge_client(self, of: LimitName, client: str, cost: int = 1) -> Budget:
        """Charges *client* a *cost*. Returns its budget, or raises `RateLimited`."""
        rule = self._rules[of]
        window = self._windows.charge(rule.key + client, cost, rule.seconds)
        try:
            return rule.budget_of(window)
        except RateLimited:
            if len(self._exhausted) >= MAX_EXHAUSTED:
                self._exhausted.clear()
            self._exhausted[of, client] = window
            raise

    def find_refusal(self, of: LimitName, client: str) -> RateLimited | None:
        """Returns the refusal of a *client* that this process has refused in the present window."""
        window = self._exhausted.get((of, client))
        if window is None:
            return None
        if window.ends_at <= time.monotonic():
            self._exhausted.pop((of, client), None)
            return None
        try:
            self._rules[of].budget_of(window)
        except RateLimited as refusal:
            return refusal
        return None

    def budget_headers(self, budgets: Sequence[Budget]) -> tuple[tuple[str, str], tuple[str, str]]:
        """Returns the headers with a client's *budgets* and their limits."""
        limits = [f'"{of}";r={remains};t={seconds}' for of, remains, seconds in budgets]
        policies = [self._rules[budget.of].policy for budget in budgets]
        return (RATE_LIMIT, ", ".join(limits)), (RATE_LIMIT_POLICY, ", ".join(policies))

    def open_stream(self, of: StreamLimitName, client: str) -> None:
        """Counts one more open stream of *client*, until `close_stream`. Raises `RateLimited`."""
        maximum = self._maxima[of]
        with self._lock:
            if self._open[of, client] >= maximum:
                message = Message("{who} may keep {most} open: close one.", who=_CLIENTS[of], most=maximum)
                raise RateLimited(message, of, f'"{of}";q={maximum}', RETRY_AFTER_SECONDS)
            self._open[of, client] += 1

    def close_stream(self, of: StreamLimitName, client: str) -> None:
        """Takes note that *client* keeps one less open."""
        with self._lock:
            self._open[of, client] -= 1
            if not self._open[of, client]:
                del self._open[of, client]


class Rule:
    """One limit, as the windows and the headers need it."""

    def __init__(self, of: LimitName, item: RateLimitItem) -> None:
        self._of = of
        self.amount, self.seconds = item.amount, item.get_expiry()
        self.key = f"{item.key_for(of)}/"
        self.policy = f'"{of}";q={self.amount};w={self.seconds}'

    def budget_of(self, window: Window) -> Budget:
        """Returns what the costs in *window* leave, or raises `RateLimited` if they are too many."""
        seconds = max(1, round(window.ends_at - time.monotonic()))
        if window.cost > self.amount:
            raise RateLimited(self._refusal_message(seconds), self._of, self.policy, seconds)
        return Budget(self._of, self.amount - window.cost, seconds)

    def _refusal_message(self, seconds: int) -> Message:
        """Returns the sentence for a client that has to wait so many *seconds*."""
        words: dict[str, Any] = {
            "who": _CLIENTS[self._of],
            "times": self.amount,
            "span": _time_span(self.seconds),
            "seconds": seconds,
        }
        if self._of.endswith("work"):
            return Message("{who} may use {times} ms of processor time in {span}: wait {seconds} s.", **words)
        return Message("{who} may ask {times} times in {span}: wait {seconds} s.", **words)


RETRY_AFTER_SECONDS = 30
"""Seconds after which a client with too many open streams may retry."""

_CLIENTS: Mapping[LimitName | StreamLimitName, Message] = {
    "token": Message("This token"),
    "address": Message("This address"),
    "login": Message("This login"),
    "commentaries": Message("This address"),
    "players": Message("This address"),
    "registrations": Message("This address"),
    "challenges": Message("This address"),
    "token-work": Message("This token"),
    "address-work": Message("This address"),
    "token-streams": Message("This token"),
    "address-streams": Message("This address"),
}
_SPANS = {1: Message("a second"), 60: Message("a minute"), 3600: Message("an hour")}


def _time_span(seconds: int) -> Message:
    return _SPANS.get(seconds) or Message("{seconds} s", seconds=seconds)
