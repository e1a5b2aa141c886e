"""Subscriptions and deliveries, in SQLite."""

from __future__ import annotations

from threading import Lock

from eventsourcing.sqlite import SQLiteDatastore

from .webhooks import KEPT, DeliveryRow, WebhookRow

WEBHOOK_TABLES = (
    "CREATE TABLE IF NOT EXISTS webhooks "
    "(id TEXT PRIMARY KEY, version INTEGER NOT NULL, content TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS deliveries (webhook TEXT NOT NULL, number INTEGER NOT NULL, "
    "content TEXT NOT NULL, PRIMARY KEY (webhook, number)) WITHOUT ROWID",
)


class SQLiteWebhooks:
    """The part of a recorder that fulfils `WebhookRecorder`."""

    datastore: SQLiteDatastore
    _writing: Lock

    def add_webhook(self, row: WebhookRow) -> None:
        """Keeps a new subscription."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("INSERT INTO webhooks VALUES (?, ?, ?)", row)

    def webhook(self, id: str) -> WebhookRow | None:
        """Returns the subscription called *id*, if there is one."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT * FROM webhooks WHERE id = ?", (id,))
            row = cursor.fetchone()
        return None if row is None else WebhookRow(*row)

    def webhooks(self) -> list[WebhookRow]:
        """Returns every subscription, by id."""
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute("SELECT * FROM webhooks ORDER BY id")
            return [WebhookRow(*row) for row in cursor.fetchall()]

    def change_webhook(self, row: WebhookRow, delivery: str = "") -> bool:
        """Keeps what *row* has become, and the *delivery* that it came of, unless it has changed since."""
        id, version, content = row
        change = "UPDATE webhooks SET version = version + 1, content = ? WHERE id = ? AND version = ?"
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute(f"{change} RETURNING version", (content, id, version))
            changed = cursor.fetchone() is not None
            if changed and delivery:
                cursor.execute("INSERT INTO deliveries VALUES (?, ?, ?)", (id, version, delivery))
                oldest = (
                    "SELECT number FROM deliveries WHERE webhook = ? ORDER BY number DESC LIMIT 1 OFFSET ?"
                )
                cursor.execute(
                    f"DELETE FROM deliveries WHERE webhook = ? AND number <= ({oldest})", (id, id, KEPT)
                )
        return changed

    def remove_webhook(self, id: str) -> bool:
        """Forgets a subscription and its deliveries; tells whether it was known."""
        with self._writing, self.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM webhooks WHERE id = ? RETURNING id", (id,))
            known = cursor.fetchone() is not None
            cursor.execute("DELETE FROM deliveries WHERE webhook = ?", (id,))
        return known

    def deliveries(self, id: str, before: int, limit: int) -> list[DeliveryRow]:
        """Returns up to *limit* deliveries with numbers below *before*, the newest first."""
        found = "SELECT number, content FROM deliveries WHERE webhook = ? AND number < ?"
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(f"{found} ORDER BY number DESC LIMIT ?", (id, before, limit))
            return [DeliveryRow(*row) for row in cursor.fetchall()]
