"""Notifications that wait, and their states after an attempt to send them."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ..company.presence import GRACE_MS
from ..database.notifications.inbox import UNREAD, entry_id
from ..database.notifications.outbox import DEAD, DROPPED, SENT, WAITING, NotificationRow
from ..webhooks.model import JITTER, RETRY_DELAYS
from .model import HOUR, MINUTE, Contact, Notice

LIVE_DELAY_MS, DAY_DELAY_MS = MINUTE, GRACE_MS + 1000
"""Time before a notification of a turn, in quick matches and in those by the day.

A player who just left the page counts as present for a moment.
"""


SILENCE_DELAY_MS = 10 * MINUTE
"""Time without notifications to a player after an attempt without a reply, so that others need not wait."""
PAGE_DELAY_MS = HOUR
"""Time for which an open page of a match by the day delays a notification. Then its tab may be forgotten."""


class Postponed(Exception):
    """The player has the page of the match open. The notification waits for some `milliseconds`."""

    def __init__(self, milliseconds: int) -> None:
        super().__init__(f"The page is open: the notification waits for {milliseconds} ms.")
        self.milliseconds = milliseconds


class SendResult(NamedTuple):
    """Result of an attempt.

    After an `error` a later attempt may succeed, unless it `is_final`. A contact that `is_gone` takes no
    notifications any more. A push service that `is_silent` took time and gave no reply.
    """

    error: str = ""
    is_final: bool = False
    is_gone: bool = False
    is_silent: bool = False


DELIVERED = SendResult()


def encode_notice(notice: Notice) -> str:
    """Returns the content of a row."""
    return msgspec.json.encode(notice).decode()


def decode_notice(row: NotificationRow) -> Notice:
    """Returns the content of *row*."""
    return msgspec.json.decode(row.content, type=Notice)


def make_row(contact: Contact, notice: Notice, name: str, at: int, delay: int = 0) -> NotificationRow:
    """Returns the row of *notice* to *contact*, sent after a *delay* in milliseconds.

    The *name* of what happened makes its id, so that it is stored once.
    """
    id = f"{contact.id}.{notice.kind}.{name}"
    return NotificationRow(
        *(id, at, at + delay, 0, WAITING, notice.kind, contact.id, contact.player, encode_notice(notice))
    )


def make_entry(player: str, notice: Notice, at: int, delay: int = 0) -> NotificationRow:
    """Returns the entry of *notice* in the inbox of *player*, shown after a *delay* in milliseconds."""
    return NotificationRow(
        *(entry_id(player, notice.tag), at, at + delay, 0, UNREAD, notice.kind, notice.tag, player),
        encode_notice(notice),
    )


def settle_row(row: NotificationRow, result: SendResult, at: int, draw: float) -> NotificationRow:
    """Returns *row* after an attempt. *draw*, 0 to 1, lengthens the delay of the next one."""
    attempts = row.attempts + 1
    if not result.error:
        return row._replace(state=SENT, due=at, attempts=attempts, error="")
    if result.is_gone:
        return row._replace(state=DROPPED, due=at, attempts=attempts, error=result.error)
    if result.is_final or attempts > len(RETRY_DELAYS):
        return row._replace(state=DEAD, due=at, attempts=attempts, error=result.error)
    delay = round(RETRY_DELAYS[row.attempts] * (1 + JITTER * draw))
    if result.is_silent:
        delay = max(delay, SILENCE_DELAY_MS)
    return row._replace(due=at + delay, attempts=attempts, error=result.error)


def drop_row(row: NotificationRow, at: int) -> NotificationRow:
    """Returns *row* after its reason is gone."""
    return row._replace(state=DROPPED, due=at)
