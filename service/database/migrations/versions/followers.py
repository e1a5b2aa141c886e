"""Followers of tournaments."""

from __future__ import annotations

from alembic import op

from service.database.tables import followers

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Creates the table of followers, unless an earlier step has."""
    followers.create(op.get_bind(), checkfirst=True)
