"""Webhooks: who is to be told of facts, and what came of telling them, as rows beside the log."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Text, bindparam, delete, insert, select, update

from .engine import Database
from .tables import deliveries, webhooks

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
    """Subscriptions and deliveries; it raises the errors of the library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add_webhook(self, row: WebhookRow) -> None:
        """Keeps a new subscription; raises `IntegrityError` when its id is taken."""
        self._database.write(_ADD, **row._asdict())

    def webhook(self, id: str) -> WebhookRow | None:
        """Returns the subscription called *id*, if there is one."""
        return next((WebhookRow(*row) for row in self._database.rows(_ONE, subscription=id)), None)

    def webhooks(self) -> list[WebhookRow]:
        """Returns every subscription, by id."""
        return [WebhookRow(*row) for row in self._database.rows(_ALL)]

    def change_webhook(self, row: WebhookRow, delivery: str = "") -> bool:
        """Keeps what *row* has become, and the *delivery* that it came of, both or none.

        Tells whether it did: not when somebody has changed it since that version.
        """
        id, version, content = row
        with self._database.writing() as run:
            changed = bool(run(_CHANGE, subscription=id, before=version, content=content))
            if changed and delivery:
                run(_DELIVERED, webhook=id, number=version, content=delivery)
                run(_DROP, subscription=id, kept=KEPT)
        return changed

    def remove_webhook(self, id: str) -> bool:
        """Forgets a subscription and its deliveries; tells whether it was known."""
        with self._database.writing() as run:
            known = bool(run(_REMOVE, subscription=id))
            run(_FORGET, subscription=id)
        return known

    def deliveries(self, id: str, before: int, limit: int) -> list[DeliveryRow]:
        """Returns up to *limit* deliveries with numbers below *before*, the newest first."""
        rows = self._database.rows(_DELIVERIES, subscription=id, before=before, limit=limit)
        return [DeliveryRow(*row) for row in rows]
