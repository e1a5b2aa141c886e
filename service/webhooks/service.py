"""Subscriptions: who is told of which facts, how far each has been told, and what came of it."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.errors import LocalizableError
from domain.messages import Message
from domain.notation import Vocabulary

from ..database.webhooks import WebhookRepository, WebhookRow
from ..eventstore.store import Store, translate_errors
from ..feed.positions import check_position
from ..feed.service import FeedFilter
from ..identity.api_tokens import DAY_MS
from ..identity.players import PlayerDirectory
from .model import Delivery, Subscription
from .signing import SecretBox, fresh
from .ssrf import WrongWebhook, checked

LIST = "the list of webhooks"


class UnknownWebhook(LocalizableError, LookupError):
    """There is no such subscription, or it is somebody else's."""

    slug = "unknown-webhook"


class Made(Struct, frozen=True):
    """A subscription, and its secret, which nobody will ever be shown again."""

    subscription: Subscription
    secret: str


class SubscriptionService:
    """The subscriptions. Threads and processes may share them: every change is of one version."""

    def __init__(
        self,
        store: Store,
        people: PlayerDirectory,
        vocabulary: Vocabulary,
        seal: SecretBox,
        clock: Callable[[], int],
        loopback: bool = False,
    ) -> None:
        self._store, self._people, self._vocabulary = store, people, vocabulary
        self._seal, self._clock, self._loopback = seal, clock, loopback

    def add(
        self,
        owner: str,
        url: str,
        types: Sequence[str] = (),
        match: str = "",
        player: str = "",
        event: str = "",
    ) -> Made:
        """Subscribes *owner* to what happens from now on, told to *url*.

        *player* is a name or an id. Raises `WrongWebhook`.
        """
        secret = fresh()
        subscription = Subscription(
            id=f"wh-{secrets.token_hex(8)}",
            owner=owner,
            url=checked(url, self._loopback),
            types=tuple(types),
            match=match,
            player=self._player(player),
            event=event,
            secret=self._seal.close(secret),
            created=self._clock(),
            position=self._store.position(),
        )
        with translate_errors(LIST):
            self._rows.add_webhook(_row(subscription))
        return Made(subscription, secret)

    def _player(self, player: str) -> str:
        """Returns the id of *player*, an id or a name, which must be that of one player alone."""
        ids = sorted(self._people.resolve_ids(player) - {player}) if player else []
        if len(ids) > 1:
            sentence = Message(
                "“{player}” is what several guests are called: name one by an id.", player=player
            )
            raise WrongWebhook("/player", sentence)
        # What is no id of this service is called by no other name.
        if player and not ids and self._people.names_of([player])[player] == player:
            raise WrongWebhook("/player", Message("Nobody is called “{player}” here.", player=player))
        return ids[0] if ids else player

    def wanted(self, subscription: Subscription) -> FeedFilter:
        """Returns what *subscription* wants of the feed."""
        kinds = (name for name in self._vocabulary if name.startswith(subscription.types))
        return FeedFilter(
            types=frozenset((*subscription.types, *kinds)),
            matches=frozenset({subscription.match}) - {""},
            players=frozenset({subscription.player}) - {""},
            events=frozenset({subscription.event}) - {""},
        )

    def all(self, owner: str | None = None) -> list[Subscription]:
        """Returns every subscription, or those of *owner*, the oldest first."""
        with translate_errors(LIST):
            subscriptions = [_read(row) for row in self._rows.list_webhooks()]
        return sorted((s for s in subscriptions if owner in (None, s.owner)), key=lambda s: (s.created, s.id))

    def of(self, id: str, owner: str | None = None) -> Subscription:
        """Returns the subscription called *id*, if it is that of *owner*; raises `UnknownWebhook`."""
        return _read(self._row(id, owner))

    def remove(self, id: str, owner: str) -> None:
        """Ends a subscription for good, its deliveries forgotten; raises `UnknownWebhook`."""
        with translate_errors(LIST):
            if not (self._row(id, owner) and self._rows.remove_webhook(id)):
                raise _unknown(id)

    def rotate(self, id: str, owner: str) -> Made:
        """Gives a subscription a new secret; the one before signs as well for a day."""
        secret, until = fresh(), self._clock() + DAY_MS
        sealed = self._seal.close(secret)
        changed = self.change(
            id, lambda now: replace(now, secret=sealed, older=now.secret, older_until=until), owner
        )
        assert changed is not None
        return Made(changed, secret)

    def redeliver(self, id: str, after: int, owner: str | None = None) -> Subscription:
        """Tells everything after position *after* once more, also to somebody who was told no more.

        Raises `PositionAhead`.
        """
        check_position(self._store, after)
        changed = self.change(
            id, lambda now: replace(now, position=after, failures=0, next=0, disabled=""), owner
        )
        assert changed is not None
        return changed

    def disable(self, id: str, why: str) -> Subscription:
        """Tells nothing more, for a reason; `redeliver` undoes it."""
        changed = self.change(id, lambda now: replace(now, disabled=why, next=0))
        assert changed is not None
        return changed

    def change(
        self,
        id: str,
        how: Callable[[Subscription], Subscription | None],
        owner: str | None = None,
        delivery: Delivery | None = None,
    ) -> Subscription | None:
        """Makes of a subscription what *how* says, and keeps the *delivery* that it came of with it.

        *how* is asked again when somebody else was faster; when it returns `None`, nothing is changed.
        Raises `UnknownWebhook`.
        """
        text = msgspec.json.encode(delivery).decode() if delivery else ""
        with translate_errors(LIST):
            while True:
                row = self._row(id, owner)
                changed = how(_read(row))
                if changed is None or self._rows.change_webhook(_row(changed, row.version), text):
                    return changed

    def deliveries(self, id: str, before: int, limit: int) -> list[tuple[int, Delivery]]:
        """Returns the last attempts below number *before*, numbered, the newest first."""
        with translate_errors(LIST):
            rows = self._rows.list_deliveries(id, before, limit)
        return [(row.number, msgspec.json.decode(row.content, type=Delivery)) for row in rows]

    def backlog(self) -> int:
        """Returns how many positions of the log all subscriptions together have not been told of yet."""
        last = self._store.position()
        return sum(
            last - min(last, subscription.position)
            for subscription in self.all()
            if not subscription.disabled
        )

    @property
    def _rows(self) -> WebhookRepository:
        return self._store.webhooks

    def _row(self, id: str, owner: str | None = None) -> WebhookRow:
        with translate_errors(LIST):
            row = self._rows.find_webhook(id)
        if row is None or owner not in (None, _read(row).owner):
            raise _unknown(id)
        return row


def _unknown(id: str) -> UnknownWebhook:
    return UnknownWebhook(Message("There is no webhook {id}.", id=id))


def _row(subscription: Subscription, version: int = 0) -> WebhookRow:
    return WebhookRow(subscription.id, version, msgspec.json.encode(subscription).decode())


def _read(row: WebhookRow) -> Subscription:
    return msgspec.json.decode(row.content, type=Subscription)
