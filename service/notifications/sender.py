"""Sends waiting notifications, and repeats failed attempts for a day."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from time import monotonic

from ..database.notifications import DEAD, DROPPED, SENT, NotificationRow
from ..eventstore.store import Store, translate_errors
from ..observability import logging
from ..observability.metrics import NOTIFICATION_BACKLOG, NOTIFICATIONS
from .contacts import Contacts
from .mail import MailSender
from .model import DAY, HOUR, MINUTE
from .outbox import SendResult, decode_notice, drop_row, settle_row
from .push import PushSender
from .texts import NoticeWriter

log = logging.logger(__name__)

POLL_SECONDS = 0.5
BACKOFF_SECONDS = 5.0
LEASE_MS = 2 * MINUTE
"""Time of an attempt, much longer than the limits of connections. Afterwards it is repeated."""
BATCH_ROWS = 100
WORKERS = 8
"""Attempts at once, at most one of each player: a slow receiver delays nobody else."""
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
        with ThreadPoolExecutor(WORKERS, "notification") as workers:
            while not stop.wait(POLL_SECONDS):
                try:
                    self.sweep()
                    self.send_due(workers)
                except Exception:
                    log.exception("notifications wait for the store")
                    stop.wait(BACKOFF_SECONDS)

    def send_due(self, workers: ThreadPoolExecutor) -> list[Future[None]]:
        """Lets *workers* send due notifications, those of each player one after the other."""
        at = self._clock()
        with translate_errors("the notifications"):
            NOTIFICATION_BACKLOG.set(self._store.notifications.count_due(at - MINUTE))
            due = self._store.notifications.list_due(at, BATCH_ROWS)
        by_player: dict[str, list[NotificationRow]] = {}
        for row in due:
            if row.player not in self._served:
                by_player.setdefault(row.player, []).append(row)
        free = max(0, WORKERS - len(self._served))
        players = [*by_player][:free]
        self._served.update(players)
        return [workers.submit(self._send_rows, player, by_player[player]) for player in players]

    def _send_rows(self, player: str, rows: list[NotificationRow]) -> None:
        try:
            for row in rows:
                leased = row._replace(due=self._clock() + LEASE_MS)
                if self._settle(row, leased):
                    self._settle(leased, self._attempt(leased))
        except Exception:
            log.exception("a notification waits, and is sent later")
        finally:
            self._served.discard(player)

    def _attempt(self, row: NotificationRow) -> NotificationRow:
        """Sends *row* once. Returns its new state."""
        contact, notice = self._contacts.find(row.contact), decode_notice(row)
        sentence = None if contact is None else self._writer.write(notice, contact)
        if contact is None or sentence is None:
            NOTIFICATIONS.labels("none", "dropped").inc()
            return drop_row(row, self._clock())
        if contact.channel == "push":
            result = self._push.send(contact, sentence)
        elif self._mail is not None:
            result = self._mail.send(contact, sentence, row.id)
        else:
            result = SendResult("This service sends no mails.", is_final=True)
        if result.is_gone:
            self._contacts.drop(contact)
        settled = settle_row(row, result, self._clock(), self._draw())
        NOTIFICATIONS.labels(contact.channel, _RESULTS.get(settled.state, "failed")).inc()
        if settled.state == DEAD:
            log.warning("a notification is given up", channel=contact.channel, why=settled.error)
        return settled

    def _settle(self, before: NotificationRow, after: NotificationRow) -> bool:
        with translate_errors("the notifications"):
            return self._store.notifications.settle(before, after)

    def sweep(self) -> None:
        """Deletes old rows once an hour."""
        if monotonic() - self._swept_at > HOUR / 1000:
            self._swept_at = monotonic()
            with translate_errors("the notifications"):
                self._store.notifications.sweep(self._clock() - RETENTION_MS)
