"""Sends waiting notifications, and repeats failed attempts for a day."""

from __future__ import annotations

import random
from collections.abc import Callable
from threading import Event, Thread
from time import monotonic

from ..database.notifications.outbox import DEAD, DROPPED, MAX_EXCLUDED, SENT, NotificationRow
from ..eventstore.store import Store, Unavailable, translate_errors
from ..observability import logging
from ..observability.metrics import NOTIFICATION_BACKLOG, NOTIFICATIONS
from .contacts import Contacts
from .mail import MailSender
from .model import DAY, HOUR, MINUTE, Contact
from .outbox import SILENCE_DELAY_MS, Postponed, SendResult, decode_notice, drop_row, settle_row
from .push import PushSender
from .texts import NoticeWriter

log = logging.logger(__name__)

POLL_SECONDS = 0.5
BACKOFF_SECONDS = 5.0
LEASE_MS = 2 * MINUTE
"""Time of an attempt, much longer than the limits of connections. Afterwards it is repeated."""
BATCH_ROWS = 100
MAX_PLAYERS, MAX_ROWS = MAX_EXCLUDED, 3
"""Players who are served at once, and rows of each. Then a player with a slow receiver waits for others."""
SHUTDOWN_SECONDS = 5.0
"""Time for attempts to end at shutdown. Unfinished ones are repeated later."""
NEVER = Event()
RETENTION_MS = 30 * DAY
"""Time after which settled notifications are deleted. They prevent a second one of the same."""
_RESULTS = {SENT: "sent", DROPPED: "dropped", DEAD: "dead"}


class NotificationSender:
    """Sender of one process. Several may run, and lease each notification.

    A crash after an attempt repeats it under the same topic or id of the mail. *draw* returns a random number
    from 0 to 1 that lengthens delays. A service without a mail server has no *mail*.
    """

    def __init__(
        self,
        store: Store,
        contacts: Contacts,
        writer: NoticeWriter,
        push: PushSender,
        mail: MailSender | None,
        clock: Callable[[], int],
        draw: Callable[[], float] = random.random,
    ) -> None:
        self._store, self._contacts, self._writer = store, contacts, writer
        self._push, self._mail, self._clock, self._draw = push, mail, clock, draw
        self._swept_at, self._served = float("-inf"), set[str]()

    def run(self, stop: Event) -> None:
        """Sends due notifications until *stop* is set."""
        threads: list[Thread] = []
        while not stop.wait(POLL_SECONDS):
            try:
                self.sweep()
                threads = [*(thread for thread in threads if thread.is_alive()), *self.send_due(stop)]
            except Exception:
                log.exception("notifications wait for the store")
                stop.wait(BACKOFF_SECONDS)
        until = monotonic() + SHUTDOWN_SECONDS
        for thread in threads:
            thread.join(max(0.0, until - monotonic()))

    def send_due(self, stop: Event = NEVER) -> list[Thread]:
        """Starts a thread for each of some players with due notifications, and returns the threads."""
        at, served = self._clock(), frozenset(self._served)
        with translate_errors("the notifications"):
            NOTIFICATION_BACKLOG.set(self._store.notifications.count_due(at - MINUTE))
            due = self._store.notifications.list_due(at, served, BATCH_ROWS)
        by_player: dict[str, list[NotificationRow]] = {}
        for row in due:
            by_player.setdefault(row.player, []).append(row)
        players = [*by_player][: MAX_PLAYERS - len(served)]
        self._served.update(players)
        threads = [
            Thread(target=self._send_rows, args=(player, _choose_rows(by_player[player]), stop), daemon=True)
            for player in players
        ]
        for thread in threads:
            thread.start()
        return threads

    def _send_rows(self, player: str, rows: list[NotificationRow], stop: Event) -> None:
        try:
            for row in rows:
                leased = row._replace(due=self._clock() + LEASE_MS)
                if stop.is_set() or not self._settle(row, leased):
                    continue
                settled, is_silent = self._attempt(leased)
                self._settle(leased, settled)
                if is_silent:
                    return self._postpone(player)
        except Exception:
            log.exception("a notification waits, and is sent later")
        finally:
            self._served.discard(player)

    def _postpone(self, player: str) -> None:
        at = self._clock()
        with translate_errors("the notifications"):
            self._store.notifications.postpone(player, at, at + SILENCE_DELAY_MS)

    def _attempt(self, row: NotificationRow) -> tuple[NotificationRow, bool]:
        """Sends *row* once. Returns its new state, and whether the receiver was silent."""
        contact = self._contacts.find(row.contact)
        try:
            result = self._send(row, contact) if contact is not None else None
        except Postponed as reason:
            return row._replace(due=self._clock() + reason.milliseconds), False
        if contact is None or result is None:
            NOTIFICATIONS.labels("none", "dropped").inc()
            return drop_row(row, self._clock()), False
        if result.is_gone:
            self._contacts.drop(contact)
        settled = settle_row(row, result, self._clock(), self._draw())
        NOTIFICATIONS.labels(contact.channel, _RESULTS.get(settled.state, "failed")).inc()
        if settled.state == DEAD:
            log.warning("a notification is given up", channel=contact.channel, why=settled.error)
        return settled, result.is_silent

    def _send(self, row: NotificationRow, contact: Contact) -> SendResult | None:
        """Returns the result of an attempt, or `None` for a notification that is of no use any more.

        An error of the record counts as a failed attempt, so that it ends.
        """
        try:
            sentence = self._writer.write(decode_notice(row), contact, self._clock() - row.created)
            if sentence is None:
                return None
            if contact.channel == "push":
                return self._push.send(contact, sentence)
            if self._mail is not None:
                return self._mail.send(contact, sentence, row.id)
        except (Unavailable, Postponed):
            raise
        except Exception as error:
            log.exception("a notification cannot be sent", notification=row.id)
            return SendResult(f"The service has a fault: {type(error).__name__}.")
        return SendResult("This service sends no mails.", is_final=True)

    def _settle(self, before: NotificationRow, after: NotificationRow) -> bool:
        with translate_errors("the notifications"):
            return self._store.notifications.settle(before, after)

    def sweep(self) -> None:
        """Deletes old rows, and addresses without a confirmation, once an hour."""
        if monotonic() - self._swept_at > HOUR / 1000:
            self._swept_at = monotonic()
            self._contacts.drop_unconfirmed()
            with translate_errors("the notifications"):
                self._store.notifications.sweep(self._clock() - RETENTION_MS)


def _choose_rows(rows: list[NotificationRow]) -> list[NotificationRow]:
    """Returns the next rows of a player, first those that did not fail: a silent browser delays no other."""
    return sorted(rows, key=lambda row: row.attempts)[:MAX_ROWS]
