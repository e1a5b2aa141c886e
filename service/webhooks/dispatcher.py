"""Dispatcher that delivers facts to subscriptions, each in order and at its own speed.

It records a delivery after the receiver has acknowledged it. A crash in between repeats the last message
under the same id and loses none. Several processes may each run a dispatcher. A dispatcher leases a
subscription, and others leave it alone until the lease ends.
"""

from __future__ import annotations

import logging
import random
import secrets
import ssl
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

from msgspec.structs import asdict, replace

from domain.published import encode

from ..eventstore.store import Store
from ..feed.service import Feed, FeedBatch, Notice
from ..observability.metrics import WEBHOOK_BACKLOG
from .client import Outcome, ReceiverConnection
from .model import MINUTE, Delivery, Subscription
from .service import SubscriptionService, UnknownWebhook
from .signing import SecretBox, UndecryptableSecret, sign_message
from .ssrf import Resolver, resolve

log = logging.getLogger(__name__)

LEASE_MILLISECONDS = MINUTE
"""Lease of a subscription after each delivery, much longer than a delivery takes."""
BATCH_MESSAGES = 100
"""Messages in a batch. The next batch resolves the host of the receiver again."""
POLL_SECONDS = 0.5
"""Interval of checks for new facts."""
BACKOFF_SECONDS = 5.0
"""Pause after an internal error."""
SHUTDOWN_SECONDS = 5.0
"""Time for batches to end at shutdown. Unfinished deliveries are repeated later."""

NEVER = Event()


class Attempt(NamedTuple):
    """Message with the time and the outcome of its delivery."""

    message: str
    at: int
    outcome: Outcome


class WebhookMessage(Notice, frozen=True, kw_only=True):
    """A notice in the body of a webhook, with the id of the log that its position belongs to."""

    log: str


class Dispatcher:
    """Dispatcher of one process.

    *draw* returns a random number from 0 to 1 that lengthens delays.
    """

    def __init__(
        self,
        store: Store,
        feed: Feed,
        subscriptions: SubscriptionService,
        seal: SecretBox,
        clock: Callable[[], int],
        *,
        loopback: bool = False,
        resolver: Resolver = resolve,
        trust: ssl.SSLContext | None = None,
        draw: Callable[[], float] = random.random,
    ) -> None:
        self._store, self._feed, self._subscriptions, self._seal = store, feed, subscriptions, seal
        self._clock, self._draw = clock, draw
        self._loopback, self._resolver, self._trust = loopback, resolver, trust
        self._name = secrets.token_hex(8)
        self._rounds: dict[str, Thread] = {}

    def run(self, stop: Event) -> None:
        """Delivers to all subscriptions independently until *stop* is set."""
        while not stop.wait(POLL_SECONDS):
            try:
                self._start_rounds(stop)
            except Exception:
                log.exception("webhooks wait: it cannot be found out what they are to be told")
                stop.wait(BACKOFF_SECONDS)
        until = monotonic() + SHUTDOWN_SECONDS
        for thread in self._rounds.values():
            thread.join(max(0.0, until - monotonic()))

    def _start_rounds(self, stop: Event) -> None:
        """Starts a thread for every due subscription without one."""
        self._rounds = {id: thread for id, thread in self._rounds.items() if thread.is_alive()}
        WEBHOOK_BACKLOG.set(self._subscriptions.count_backlog())
        for id in self.due_ids():
            if id not in self._rounds:
                thread = Thread(target=self._run_rounds, args=(id, stop), name=f"webhook {id}", daemon=True)
                self._rounds[id] = thread
                thread.start()

    def _run_rounds(self, id: str, stop: Event) -> None:
        try:
            while self.deliver_batch(id, stop):
                pass
        except Exception:
            log.exception("webhook %s waits: what it is to be told could not be made ready, or kept", id)
            stop.wait(BACKOFF_SECONDS)

    def due_ids(self) -> list[str]:
        """Returns the ids of the subscriptions that this dispatcher should serve now."""
        now, last = self._clock(), self._feed.find_end()
        return [
            subscription.id
            for subscription in self._subscriptions.list_subscriptions()
            if subscription.is_due(self._name, now, last)
        ]

    def deliver_batch(self, id: str, stop: Event = NEVER) -> int:
        """Delivers due facts to one subscription until the first failure.

        Returns the number of acknowledged messages. Does nothing for a subscription that is not due or leased
        by another dispatcher.
        """
        try:
            before = self._subscriptions.load_subscription(id)
            if not before.is_due(self._name, self._clock(), self._feed.find_end()):
                return 0
            feed_batch = self._feed.read(
                before.position, BATCH_MESSAGES, self._subscriptions.feed_filter(before)
            )
            if not feed_batch.notices:
                self._skip_to(before, feed_batch.end)
                return 0
            leased = self._lease(before)
            if leased is None:
                return 0
            try:
                return self._send_batch(leased, feed_batch, stop)
            finally:
                self._release(id)
        except UnknownWebhook:  # it was ended meanwhile
            return 0

    def _send_batch(self, subscription: Subscription, feed_batch: FeedBatch, stop: Event) -> int:
        with ReceiverConnection(
            subscription.url, self._resolver, loopback=self._loopback, trust=self._trust
        ) as line:
            for index, notice in enumerate(feed_batch.notices):
                if stop.is_set() or subscription.disabled:
                    return index
                changed = self._send_notice(line, subscription, notice)
                if changed is None or changed.position != notice.position:
                    return index
                subscription = changed
        self._skip_to(subscription, feed_batch.end)
        return len(feed_batch.notices)

    def _send_notice(
        self, line: ReceiverConnection, leased: Subscription, notice: Notice
    ) -> Subscription | None:
        """Sends *notice* and records the outcome.

        Returns `None` if another dispatcher has moved the subscription.
        """
        at, log_id = self._clock(), self._store.log_id
        body = encode(WebhookMessage(**asdict(notice), log=log_id))
        message = f"{notice.subject.id}-{notice.seq}"
        signatures = []
        for ciphertext in leased.signing_secrets(at):
            with suppress(UndecryptableSecret):
                signatures.append(sign_message(self._seal.decrypt(ciphertext), message, at // 1000, body))
        if not signatures:
            return self._subscriptions.disable_subscription(
                leased.id, "The key to its secret is lost: rotate it."
            )
        headers = {
            "content-type": "application/json",
            "user-agent": "recount",
            "webhook-id": message,
            "webhook-timestamp": str(at // 1000),
            "webhook-signature": " ".join(signatures),
        }
        return self._record_attempt(leased, notice, Attempt(message, at, line.post(body, headers)))

    def _record_attempt(self, leased: Subscription, notice: Notice, attempt: Attempt) -> Subscription | None:
        """Advances the subscription after a success.

        A failure delays the next attempt, and the last one disables the subscription.
        """
        status, error, milliseconds = attempt.outcome
        now, draw = self._clock(), self._draw()

        def after(subscription: Subscription) -> Subscription:
            if 200 <= status < 300:
                return subscription.acknowledged(notice.position)
            return subscription.after_failure(status, error, now, draw)

        def make_change(subscription: Subscription) -> Subscription | None:
            as_it_was = subscription.holder == self._name and subscription.position == leased.position
            return replace(after(subscription), held=now + LEASE_MILLISECONDS) if as_it_was else None

        following = after(leased)
        delivery = Delivery(
            *(attempt.message, notice.position, leased.failures + 1, attempt.at),
            *(status, error, milliseconds, following.next),
        )
        if following.disabled:
            log.warning("webhook %s is told no more: %s", leased.id, following.disabled)
        return self._subscriptions.change_subscription(leased.id, make_change, delivery=delivery)

    def _lease(self, before: Subscription) -> Subscription | None:
        """Leases a subscription in the state *before*. Returns `None` if another dispatcher was first."""
        now = self._clock()

        def make_change(current: Subscription) -> Subscription | None:
            if (
                current.position != before.position
                or current.disabled
                or not current.is_unleased(self._name, now)
            ):
                return None
            return replace(current, holder=self._name, held=now + LEASE_MILLISECONDS)

        return self._subscriptions.change_subscription(before.id, make_change)

    def _skip_to(self, before: Subscription, end: int) -> None:
        """Moves an unchanged subscription to position *end* without a delivery."""
        now = self._clock()

        def make_change(subscription: Subscription) -> Subscription | None:
            as_it_was = subscription.position == before.position and subscription.is_unleased(self._name, now)
            return replace(subscription, position=end) if as_it_was else None

        self._subscriptions.change_subscription(before.id, make_change)

    def _release(self, id: str) -> None:
        def make_change(subscription: Subscription) -> Subscription | None:
            return replace(subscription, holder="", held=0) if subscription.holder == self._name else None

        self._subscriptions.change_subscription(id, make_change)
