"""Delivers to subscriptions what they ask for, each in order, as fast as it listens.

What was told is remembered after the receiver has taken it. So a crash in between repeats the last message,
under the same id, and loses none. Several processes may each have a dispatcher: whoever goes about a
subscription holds it, and is asked for it by nobody else until that time is over.
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
from .client import Line, Outcome
from .model import MINUTE, Delivery, Subscription
from .service import SubscriptionService, UnknownWebhook
from .signing import SecretBox, Unsealable, signature
from .ssrf import Resolver, resolve

log = logging.getLogger(__name__)

HOLD = MINUTE
"""How long a dispatcher holds a subscription, from one delivery to the next; far longer than these take."""
ROUND = 100
"""How many messages a round takes on; the host of the receiver is looked up anew for the next."""
PAUSE = 0.5
"""Seconds between two looks for what is to be told."""
REST = 5.0
"""Seconds to rest after trouble of the service's own."""
GRACE = 5.0
"""Seconds that rounds have to end when the service closes; what is under way then is repeated later."""

NEVER = Event()


class Attempt(NamedTuple):
    """A message, when it was sent, and what came of it."""

    message: str
    at: int
    outcome: Outcome


class WebhookMessage(Notice, frozen=True, kw_only=True):
    """A notice in the body of a webhook, with the id of the log that its position belongs to."""

    log: str


class Dispatcher:
    """Delivers for one process. *draw* returns a number from 0 to 1, by which delays are made longer."""

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
        """Delivers until *stop* is set, to every subscription apart: a slow one holds up nobody else."""
        while not stop.wait(PAUSE):
            try:
                self._look(stop)
            except Exception:
                log.exception("webhooks wait: it cannot be found out what they are to be told")
                stop.wait(REST)
        until = monotonic() + GRACE
        for thread in self._rounds.values():
            thread.join(max(0.0, until - monotonic()))

    def _look(self, stop: Event) -> None:
        """Begins a round for every subscription that has something due, and is in none yet."""
        self._rounds = {id: thread for id, thread in self._rounds.items() if thread.is_alive()}
        WEBHOOK_BACKLOG.set(self._subscriptions.backlog())
        for id in self.due():
            if id not in self._rounds:
                thread = Thread(target=self._go, args=(id, stop), name=f"webhook {id}", daemon=True)
                self._rounds[id] = thread
                thread.start()

    def _go(self, id: str, stop: Event) -> None:
        try:
            while self.round(id, stop):
                pass
        except Exception:
            log.exception("webhook %s waits: what it is to be told could not be made ready, or kept", id)
            stop.wait(REST)

    def due(self) -> list[str]:
        """Returns which subscriptions this dispatcher has to look after now, by id."""
        now, last = self._clock(), self._store.position()
        return [
            subscription.id
            for subscription in self._subscriptions.all()
            if subscription.due(self._name, now, last)
        ]

    def round(self, id: str, stop: Event = NEVER) -> int:
        """Tells one subscription what is due, up to the first failure; returns how many messages it took.

        It does nothing while nothing is due, or another dispatcher is about it.
        """
        try:
            before = self._subscriptions.of(id)
            if not before.due(self._name, self._clock(), self._store.position()):
                return 0
            feed_batch = self._feed.read(before.position, ROUND, self._subscriptions.wanted(before))
            if not feed_batch.notices:
                self._move(before, feed_batch.reached)
                return 0
            held = self._hold(before)
            if held is None:
                return 0
            try:
                return self._tell(held, feed_batch, stop)
            finally:
                self._let_go(id)
        except UnknownWebhook:  # it was ended meanwhile
            return 0

    def _tell(self, subscription: Subscription, feed_batch: FeedBatch, stop: Event) -> int:
        with Line(subscription.url, self._resolver, loopback=self._loopback, trust=self._trust) as line:
            for told, notice in enumerate(feed_batch.notices):
                if stop.is_set() or subscription.disabled:
                    return told
                kept = self._deliver(line, subscription, notice)
                if kept is None or kept.position != notice.position:
                    return told
                subscription = kept
        self._move(subscription, feed_batch.reached)
        return len(feed_batch.notices)

    def _deliver(self, line: Line, held: Subscription, notice: Notice) -> Subscription | None:
        """Tells *notice*, and keeps what came of it; `None`: somebody else has moved the subscription."""
        at, log_id = self._clock(), self._store.log_id
        body = encode(WebhookMessage(**asdict(notice), log=log_id))
        message = f"{notice.subject.id}-{notice.seq}"
        signed = []
        for sealed in held.secrets(at):
            with suppress(Unsealable):
                signed.append(signature(self._seal.open(sealed), message, at // 1000, body))
        if not signed:
            return self._subscriptions.disable(held.id, "The key to its secret is lost: rotate it.")
        headers = {
            "content-type": "application/json",
            "user-agent": "recount",
            "webhook-id": message,
            "webhook-timestamp": str(at // 1000),
            "webhook-signature": " ".join(signed),
        }
        return self._keep(held, notice, Attempt(message, at, line.post(body, headers)))

    def _keep(self, held: Subscription, notice: Notice, attempt: Attempt) -> Subscription | None:
        """Moves on after a success, and puts the next try off after a failure, the last of all for ever."""
        status, error, milliseconds = attempt.outcome
        now, draw = self._clock(), self._draw()

        def after(subscription: Subscription) -> Subscription:
            if 200 <= status < 300:
                return subscription.taken(notice.position)
            return subscription.refused(status, error, now, draw)

        def moved(subscription: Subscription) -> Subscription | None:
            as_it_was = subscription.holder == self._name and subscription.position == held.position
            return replace(after(subscription), held=now + HOLD) if as_it_was else None

        then = after(held)
        delivery = Delivery(
            *(attempt.message, notice.position, held.failures + 1, attempt.at),
            *(status, error, milliseconds, then.next),
        )
        if then.disabled:
            log.warning("webhook %s is told no more: %s", held.id, then.disabled)
        return self._subscriptions.change(held.id, moved, delivery=delivery)

    def _hold(self, before: Subscription) -> Subscription | None:
        """Takes a subscription as it was *before* in hand; `None` when somebody was faster."""
        now = self._clock()

        def taken(found: Subscription) -> Subscription | None:
            if found.position != before.position or found.disabled or not found.free(self._name, now):
                return None
            return replace(found, holder=self._name, held=now + HOLD)

        return self._subscriptions.change(before.id, taken)

    def _move(self, before: Subscription, reached: int) -> None:
        """Notes that there is nothing to tell up to the position *reached*, unless it has moved meanwhile."""
        now = self._clock()

        def moved(subscription: Subscription) -> Subscription | None:
            as_it_was = subscription.position == before.position and subscription.free(self._name, now)
            return replace(subscription, position=reached) if as_it_was else None

        self._subscriptions.change(before.id, moved)

    def _let_go(self, id: str) -> None:
        def free(subscription: Subscription) -> Subscription | None:
            return replace(subscription, holder="", held=0) if subscription.holder == self._name else None

        self._subscriptions.change(id, free)
