"""Subscriptions of webhooks with their progress, and delivery attempts."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from domain.published import Instant, OptionalText, published_as

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000

RETRY_DELAYS = (
    *(2 * SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE),
    *(2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR),
)
"""Delays after each failed attempt in milliseconds, a day in total.

The first delays are seconds, for receivers that restart.
"""
JITTER = 0.1
"""Maximum random lengthening of a delay, so that retries do not coincide."""


class Subscription(Struct, frozen=True):
    """Subscription with its filters and progress. Times are milliseconds since 1970, 0 for never.

    `types` are names of facts or their beginnings. `player` is an id as in facts. Empty filters match
    everything. Facts up to `position` are delivered. `failures` counts failed attempts at the next message,
    due at `next`. `disabled` is the reason for the end of deliveries. `holder` is the dispatcher with the
    lease until `held`. Secrets are encrypted, and `older` also signs until `older_until`.
    """

    id: str
    owner: str
    url: str
    types: tuple[str, ...]
    match: str
    player: str
    event: str
    secret: str
    created: int
    position: int
    failures: int = 0
    next: int = 0
    disabled: str = ""
    older: str = ""
    older_until: int = 0
    holder: str = ""
    held: int = 0

    def signing_secrets(self, now: int) -> tuple[str, ...]:
        """Returns the encrypted secrets that sign at the time *now*, newest first."""
        return (self.secret, self.older) if now < self.older_until else (self.secret,)

    def is_unleased(self, dispatcher: str, now: int) -> bool:
        """Returns whether *dispatcher* may serve it, because no other dispatcher leases it."""
        return self.holder in ("", dispatcher) or self.held <= now

    def is_due(self, dispatcher: str, now: int, last: int) -> bool:
        """Returns whether *dispatcher* should serve it, with facts up to position *last*."""
        return (
            not self.disabled
            and self.next <= now
            and self.position < last
            and self.is_unleased(dispatcher, now)
        )

    def acknowledged(self, position: int) -> Subscription:
        """Returns it after the receiver has acknowledged the fact at *position*."""
        return replace(self, position=position, failures=0, next=0)

    def after_failure(self, status: int, error: str, now: int, draw: float) -> Subscription:
        """Returns it after a failed attempt. *draw*, 0 to 1, lengthens the delay.

        It is disabled if the receiver is gone or has failed for a day.
        """
        attempts = self.failures + 1
        if status == HTTPStatus.GONE:
            reason = "The receiver is gone: it said 410."
        elif attempts > len(RETRY_DELAYS):
            reason = f"A day long {attempts} attempts were in vain. {error or f'It said {status}.'}"
        else:
            delay = RETRY_DELAYS[self.failures] * (1 + JITTER * draw)
            return replace(self, failures=attempts, next=now + round(delay))
        return replace(self, failures=attempts, next=0, disabled=self.disabled or reason)


class Delivery(Struct, frozen=True):
    """An attempt: its message, the status of the reply, 0 for none, its error, and the `next` attempt."""

    message: str
    position: int
    attempt: int
    at: Instant
    status: int
    trouble: OptionalText
    milliseconds: Annotated[int, published_as("duration_ms")]
    next: Instant = 0
