"""Webhooks: who is to be told of facts, and what came of telling them, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple, Protocol

KEPT = 1000
"""How many deliveries of a subscription are kept: the last ones."""


class WebhookRow(NamedTuple):
    """A subscription as it is kept: its id, how often it was changed, and all the rest as JSON."""

    id: str
    version: int
    content: str


class DeliveryRow(NamedTuple):
    """A delivery as it is kept: its number, above that of the one before, and the rest as JSON."""

    number: int
    content: str


class WebhookRecorder(Protocol):
    """A recorder that keeps subscriptions and deliveries beside the facts."""

    def add_webhook(self, row: WebhookRow) -> None:
        """Keeps a new subscription; raises `IntegrityError` when its id is taken."""

    def webhook(self, id: str) -> WebhookRow | None:
        """Returns the subscription called *id*, if there is one."""

    def webhooks(self) -> list[WebhookRow]:
        """Returns every subscription, by id."""

    def change_webhook(self, row: WebhookRow, delivery: str = "") -> bool:
        """Keeps what *row* has become, and the *delivery* that it came of, both or none.

        Tells whether it did: not when somebody has changed it since that version.
        """

    def remove_webhook(self, id: str) -> bool:
        """Forgets a subscription and its deliveries; tells whether it was known."""

    def deliveries(self, id: str, before: int, limit: int) -> list[DeliveryRow]:
        """Returns up to *limit* deliveries with numbers below *before*, the newest first."""
