"""Rows of webhook subscriptions and their deliveries."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Text, bindparam, delete, insert, select, update

from .engine import Database
from .tables import deliveries, webhooks

MAX_DELIVERIES = 1000
"""Number of latest deliveries to store for each subscription."""


class WebhookRow(NamedTuple):
    """Subscription with its version, raised by each change, and its content as JSON."""

    id: str
    version: int
    content: str


class DeliveryRow(NamedTuple):
    """Delivery with its number, higher than the last, and its content as JSON."""

    number: int
    content: str


_WEBHOOK = bindparam("subscription", type_=Text)
_ADD = insert(webhooks)
_ALL = select(webhooks).order_by(webhooks.c.id)
_ONE = select(webhooks).where(webhooks.c.id == _WEBHOOK)
_CHANGE = (
    update(webhooks)
    .where(webhooks.c.id == _WEBHOOK, webhooks.c.version == bindparam("before"))
    .values(version=webhooks.c.version + 1, content=bindparam("content"))
    .returning(webhooks.c.id)
)
_REMOVE = delete(webhooks).where(webhooks.c.id == _WEBHOOK).returning(webhooks.c.id)
_DELIVERED = insert(deliveries)
_LAST = (
    select(deliveries.c.number)
    .where(deliveries.c.webhook == _WEBHOOK)
    .order_by(deliveries.c.number.desc())
    .limit(1)
    .offset(bindparam("kept"))
    .scalar_subquery()
)
_FORGET = delete(deliveries).where(deliveries.c.webhook == _WEBHOOK)
_DROP = _FORGET.where(deliveries.c.number <= _LAST)
_DELIVERIES = (
    select(deliveries.c.number, deliveries.c.content)
    .where(deliveries.c.webhook == _WEBHOOK, deliveries.c.number < bindparam("before"))
    .order_by(deliveries.c.number.desc())
    .limit(bindparam("limit"))
)


class WebhookRepository:
    """Repository of subscriptions and deliveries. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_webhook(self, row: WebhookRow) -> None:
        """Stores a new subscription. Raises `IntegrityError` for an existing id."""
        self._database.execute_write(_ADD, **row._asdict())

    def find_webhook(self, id: str) -> WebhookRow | None:
        """Returns the subscription with this *id*, if it exists."""
        return next((WebhookRow(*row) for row in self._database.select_rows(_ONE, subscription=id)), None)

    def list_webhooks(self) -> list[WebhookRow]:
        """Returns all subscriptions, by id."""
        return [WebhookRow(*row) for row in self._database.select_rows(_ALL)]

    def change_webhook(self, row: WebhookRow, delivery: str = "") -> bool:
        """Stores a changed *row* together with the *delivery* that changed it.

        Returns `False`, without a change, if the stored version differs from that of *row*.
        """
        id, version, content = row
        with self._database.begin_transaction() as run:
            changed = bool(run(_CHANGE, subscription=id, before=version, content=content))
            if changed and delivery:
                run(_DELIVERED, webhook=id, number=version, content=delivery)
                run(_DROP, subscription=id, kept=MAX_DELIVERIES)
        return changed

    def remove_webhook(self, id: str) -> bool:
        """Deletes a subscription and its deliveries. Returns whether it existed."""
        with self._database.begin_transaction() as run:
            existed = bool(run(_REMOVE, subscription=id))
            run(_FORGET, subscription=id)
        return existed

    def list_deliveries(self, id: str, before: int, limit: int) -> list[DeliveryRow]:
        """Returns up to *limit* deliveries with numbers below *before*, newest first."""
        rows = self._database.select_rows(_DELIVERIES, subscription=id, before=before, limit=limit)
        return [DeliveryRow(*row) for row in rows]
