"""Set phrases of the players at a match."""

from __future__ import annotations

from alembic import op

from service.database.tables import phrases

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Creates the table of phrases, unless an earlier step has."""
    phrases.create(op.get_bind(), checkfirst=True)
