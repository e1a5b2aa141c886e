"""Contacts of players, their notifications, and the progress in the log."""

from __future__ import annotations

from alembic import op

from service.database.tables import contacts, notification_progress, notifications

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Creates the three tables, unless an earlier step has."""
    for table in (contacts, notifications, notification_progress):
        table.create(op.get_bind(), checkfirst=True)
