"""Bounded retries with jitter, for requests that are safe to repeat."""

from __future__ import annotations

import random
from dataclasses import dataclass

import httpx

from .problems import seconds_to_wait

TRANSIENT = frozenset((429, 502, 503, 504))
"""Statuses that a later attempt may turn into a success."""
CONFLICT = 409
"""Transient where it comes with `Retry-After`: the first of two equal requests is still being carried out."""


@dataclass(frozen=True)
class Retries:
    """How often a request is sent at most, and how long to wait in between, in seconds.

    A delay doubles from `first_delay` on, or is that of `Retry-After`. A request that would have to wait
    longer than `max_delay` fails at once.
    """

    attempts: int = 6
    first_delay: float = 0.2
    max_delay: float = 30.0

    def delay(self, attempt: int, outcome: httpx.Response | httpx.TransportError) -> float | None:
        """Returns the delay after the *outcome* of an *attempt*, counted from 1; None if it is final."""
        if attempt >= self.attempts:
            return None
        if isinstance(outcome, httpx.TransportError):
            return self.backoff(attempt)
        after = seconds_to_wait(outcome)
        status = outcome.status_code
        if status not in TRANSIENT and not (status == CONFLICT and after is not None):
            return None
        if after is None:
            return self.backoff(attempt)
        return _jittered(after) if after <= self.max_delay else None

    def backoff(self, attempt: int) -> float:
        """Returns a delay by chance that doubles with each *attempt*, up to `max_delay`."""
        return min(self.max_delay, self.first_delay * 2.0 ** min(attempt, 30)) * random.uniform(0.5, 1)


def _jittered(seconds: float) -> float:
    """Returns a delay of at least *seconds*: many clients that were sent away do not return together."""
    return seconds * random.uniform(1, 1.25)
