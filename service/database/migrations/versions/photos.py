"""Photos of cases."""

from __future__ import annotations

from alembic import op

from service.database.tables import photos

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Creates the table of photos, unless an earlier step has."""
    photos.create(op.get_bind(), checkfirst=True)
