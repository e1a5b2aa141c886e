"""A subscription: who is told of what, how far, by whom; and the attempts to do so."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from domain.published import Instant, OptionalText, published_as

SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000

DELAYS = (
    *(2 * SECOND, 5 * SECOND, 15 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE),
    *(2 * HOUR, 5 * HOUR, 8 * HOUR, 8 * HOUR),
)
"""How long after each attempt in vain the next is due, in milliseconds: a day in all, then it is over.

A receiver that was started anew is told again within seconds.
"""
JITTER = 0.1
"""By what part of it a delay is drawn longer, so that not everybody comes back at once."""


class Subscription(Struct, frozen=True):
    """Who is told of what, and how that goes. Times are milliseconds since 1970, 0 for never.

    `types` are names of facts, or beginnings of names; `player` is an id as facts hold it;
    what is empty lets everything through. Everything up to `position` is told. `failures` counts the attempts
    in vain at what comes next, `next` is when the next one is due; `disabled` says why there is none.
    `holder` is the dispatcher that is about it, until `held`. Of the secrets, which are sealed, `older` signs
    as well until `older_until`.
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

    def secrets(self, now: int) -> tuple[str, ...]:
        """Returns the sealed secrets that sign at the time *now*, the newest first."""
        return (self.secret, self.older) if now < self.older_until else (self.secret,)

    def free(self, dispatcher: str, now: int) -> bool:
        """Tells whether *dispatcher* may go about it: nobody else does."""
        return self.holder in ("", dispatcher) or self.held <= now

    def due(self, dispatcher: str, now: int, last: int) -> bool:
        """Tells whether *dispatcher* has to do something about it, facts reaching up to position *last*."""
        return not self.disabled and self.next <= now and self.position < last and self.free(dispatcher, now)

    def taken(self, position: int) -> Subscription:
        """Returns what it is once the receiver has taken what stands at *position*."""
        return replace(self, position=position, failures=0, next=0)

    def refused(self, status: int, error: str, now: int, draw: float) -> Subscription:
        """Returns what it is after an attempt in vain, the next put off, by more the more *draw*, 0 to 1, is.

        It is disabled when the receiver is gone, or was tried for a day.
        """
        tried = self.failures + 1
        if status == HTTPStatus.GONE:
            reason = "The receiver is gone: it said 410."
        elif tried > len(DELAYS):
            reason = f"A day long {tried} attempts were in vain. {error or f'It said {status}.'}"
        else:
            delay = DELAYS[self.failures] * (1 + JITTER * draw)
            return replace(self, failures=tried, next=now + round(delay))
        return replace(self, failures=tried, next=0, disabled=self.disabled or reason)


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
