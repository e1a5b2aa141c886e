"""Subscriptions and deliveries, in PostgreSQL."""

from __future__ import annotations

from .statements import Statements
from .webhooks import KEPT, DeliveryRow, WebhookRow

WEBHOOK_TABLES = (
    "CREATE TABLE IF NOT EXISTS {schema}.webhooks "
    "(id text PRIMARY KEY, version bigint NOT NULL, content text NOT NULL)",
    "CREATE TABLE IF NOT EXISTS {schema}.deliveries (webhook text NOT NULL, number bigint NOT NULL, "
    "content text NOT NULL, PRIMARY KEY (webhook, number))",
)


class PostgresWebhooks(Statements):
    """The part of a recorder that fulfils `WebhookRecorder`."""

    def add_webhook(self, row: WebhookRow) -> None:
        """Keeps a new subscription."""
        self._run("INSERT INTO {schema}.webhooks VALUES (%s, %s, %s) RETURNING id", *row)

    def webhook(self, id: str) -> WebhookRow | None:
        """Returns the subscription called *id*, if there is one."""
        rows = self._run("SELECT * FROM {schema}.webhooks WHERE id = %s", id)
        return WebhookRow(**rows[0]) if rows else None

    def webhooks(self) -> list[WebhookRow]:
        """Returns every subscription, by id."""
        return [WebhookRow(**row) for row in self._run("SELECT * FROM {schema}.webhooks ORDER BY id")]

    def change_webhook(self, row: WebhookRow, delivery: str = "") -> bool:
        """Keeps what *row* has become, and the *delivery* that it came of, unless it has changed since."""
        return bool(
            self._run(
                "WITH changed AS (UPDATE {schema}.webhooks SET version = version + 1, content = %s "
                "WHERE id = %s AND version = %s RETURNING id, version - 1 AS number), "
                "told AS (INSERT INTO {schema}.deliveries "
                "SELECT id, number, %s::text FROM changed WHERE %s::text <> '' RETURNING webhook), "
                "dropped AS (DELETE FROM {schema}.deliveries WHERE webhook = %s AND number <= ("
                "SELECT number FROM {schema}.deliveries WHERE webhook = %s "
                "ORDER BY number DESC LIMIT 1 OFFSET %s) AND EXISTS (SELECT 1 FROM told)) "
                "SELECT id FROM changed",
                *(row.content, row.id, row.version),
                *(delivery, delivery),
                *(row.id, row.id, KEPT - 1),  # the statement does not see the row that it adds
            )
        )

    def remove_webhook(self, id: str) -> bool:
        """Forgets a subscription and its deliveries; tells whether it was known."""
        return bool(
            self._run(
                "WITH dropped AS (DELETE FROM {schema}.deliveries WHERE webhook = %s) "
                "DELETE FROM {schema}.webhooks WHERE id = %s RETURNING id",
                *(id, id),
            )
        )

    def deliveries(self, id: str, before: int, limit: int) -> list[DeliveryRow]:
        """Returns up to *limit* deliveries with numbers below *before*, the newest first."""
        rows = self._run(
            "SELECT number, content FROM {schema}.deliveries WHERE webhook = %s AND number < %s "
            "ORDER BY number DESC LIMIT %s",
            *(id, before, limit),
        )
        return [DeliveryRow(**row) for row in rows]
