"""Management of webhook subscriptions and their deliveries."""

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
from ..feed.service import Feed, FeedFilter
from ..identity.api_tokens import DAY_MS
from ..identity.players import PlayerDirectory
from .model import Delivery, Subscription
from .signing import SecretBox, new_secret
from .ssrf import InvalidWebhook, check_url

LIST = "the list of webhooks"


class UnknownWebhook(LocalizableError, LookupError):
    """The subscription does not exist or belongs to another owner."""

    slug = "unknown-webhook"


class CreatedWebhook(Struct, frozen=True):
    """Subscription with its secret, shown only once."""

    subscription: Subscription
    secret: str


class SubscriptionService:
    """Subscriptions with optimistic concurrency. Threads and processes may share them."""

    def __init__(
        self,
        store: Store,
        feed: Feed,
        people: PlayerDirectory,
        vocabulary: Vocabulary,
        seal: SecretBox,
        clock: Callable[[], int],
        loopback: bool = False,
    ) -> None:
        self._store, self._feed, self._people, self._vocabulary = store, feed, people, vocabulary
        self._seal, self._clock, self._loopback = seal, clock, loopback

    def create_subscription(
        self,
        owner: str,
        url: str,
        types: Sequence[str] = (),
        match: str = "",
        player: str = "",
        event: str = "",
    ) -> CreatedWebhook:
        """Subscribes *owner* to future facts, delivered to *url*.

        *player* is a name or an id. Raises `InvalidWebhook`.
        """
        secret = new_secret()
        subscription = Subscription(
            id=f"wh-{secrets.token_hex(8)}",
            owner=owner,
            url=check_url(url, self._loopback),
            types=tuple(types),
            match=match,
            player=self._player_id(player),
            event=event,
            secret=self._seal.encrypt(secret),
            created=self._clock(),
            position=self._feed.find_end(),
        )
        with translate_errors(LIST):
            self._rows.add_webhook(format_row(subscription))
        return CreatedWebhook(subscription, secret)

    def _player_id(self, player: str) -> str:
        """Returns the id of *player*, an id or the name of exactly one player."""
        ids = sorted(self._people.resolve_ids(player) - {player}) if player else []
        if len(ids) > 1:
            sentence = Message(
                "“{player}” is what several guests are called: name one by an id.", player=player
            )
            raise InvalidWebhook("/player", sentence)
        # A foreign id has itself as its only name.
        if player and not ids and self._people.names_of([player])[player] == player:
            raise InvalidWebhook("/player", Message("Nobody is called “{player}” here.", player=player))
        return ids[0] if ids else player

    def feed_filter(self, subscription: Subscription) -> FeedFilter:
        """Returns the feed filter of *subscription*."""
        kinds = (name for name in self._vocabulary if name.startswith(subscription.types))
        return FeedFilter(
            types=frozenset((*subscription.types, *kinds)),
            matches=frozenset({subscription.match}) - {""},
            players=frozenset({subscription.player}) - {""},
            events=frozenset({subscription.event}) - {""},
        )

    def list_subscriptions(self, owner: str | None = None) -> list[Subscription]:
        """Returns all subscriptions, or those of *owner*, oldest first."""
        with translate_errors(LIST):
            subscriptions = [_decode_row(row) for row in self._rows.list_webhooks()]
        return sorted((s for s in subscriptions if owner in (None, s.owner)), key=lambda s: (s.created, s.id))

    def load_subscription(self, id: str, owner: str | None = None) -> Subscription:
        """Returns the subscription *id* of *owner*. Raises `UnknownWebhook`."""
        return _decode_row(self._require_row(id, owner))

    def delete_subscription(self, id: str, owner: str) -> None:
        """Deletes a subscription with its deliveries. Raises `UnknownWebhook`."""
        with translate_errors(LIST):
            if not (self._require_row(id, owner) and self._rows.remove_webhook(id)):
                raise _unknown_webhook(id)

    def rotate_secret(self, id: str, owner: str) -> CreatedWebhook:
        """Replaces the secret of a subscription. The old one also signs for a day."""
        secret, until = new_secret(), self._clock() + DAY_MS
        ciphertext = self._seal.encrypt(secret)
        changed = self.change_subscription(
            id, lambda now: replace(now, secret=ciphertext, older=now.secret, older_until=until), owner
        )
        assert changed is not None
        return CreatedWebhook(changed, secret)

    def redeliver_facts(self, id: str, after: int, owner: str | None = None) -> Subscription:
        """Delivers all facts after position *after* again and enables the subscription.

        Raises `PositionAhead`.
        """
        self._feed.check_position(after)
        changed = self.change_subscription(
            id, lambda now: replace(now, position=after, failures=0, next=0, disabled=""), owner
        )
        assert changed is not None
        return changed

    def disable_subscription(self, id: str, reason: str) -> Subscription:
        """Stops deliveries for a *reason*. `redeliver_facts` resumes them."""
        changed = self.change_subscription(id, lambda now: replace(now, disabled=reason, next=0))
        assert changed is not None
        return changed

    def change_subscription(
        self,
        id: str,
        make_change: Callable[[Subscription], Subscription | None],
        owner: str | None = None,
        delivery: Delivery | None = None,
    ) -> Subscription | None:
        """Stores the result of *make_change*, together with its *delivery*.

        Calls *make_change* again if another process changed the subscription first. Changes nothing when it
        returns `None`. Raises `UnknownWebhook`.
        """
        text = msgspec.json.encode(delivery).decode() if delivery else ""
        with translate_errors(LIST):
            while True:
                row = self._require_row(id, owner)
                changed = make_change(_decode_row(row))
                if changed is None or self._rows.change_webhook(format_row(changed, row.version), text):
                    return changed

    def list_deliveries(self, id: str, before: int, limit: int) -> list[tuple[int, Delivery]]:
        """Returns the last attempts below number *before* with their numbers, newest first."""
        with translate_errors(LIST):
            rows = self._rows.list_deliveries(id, before, limit)
        return [(row.number, msgspec.json.decode(row.content, type=Delivery)) for row in rows]

    def count_backlog(self) -> int:
        """Returns the total number of undelivered log positions of all subscriptions."""
        last = self._feed.find_end()
        return sum(
            last - min(last, subscription.position)
            for subscription in self.list_subscriptions()
            if not subscription.disabled
        )

    @property
    def _rows(self) -> WebhookRepository:
        return self._store.webhooks

    def _require_row(self, id: str, owner: str | None = None) -> WebhookRow:
        with translate_errors(LIST):
            row = self._rows.find_webhook(id)
        if row is None or owner not in (None, _decode_row(row).owner):
            raise _unknown_webhook(id)
        return row


def _unknown_webhook(id: str) -> UnknownWebhook:
    return UnknownWebhook(Message("There is no webhook {id}.", id=id))


def format_row(subscription: Subscription, version: int = 0) -> WebhookRow:
    """Returns the row of *subscription* at a *version*."""
    return WebhookRow(subscription.id, version, msgspec.json.encode(subscription).decode())


def _decode_row(row: WebhookRow) -> Subscription:
    return msgspec.json.decode(row.content, type=Subscription)
