"""The owners who pay for the bots of matches."""

from __future__ import annotations

from alembic import op

from service.database.tables import match_owners

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Creates the table of owners."""
    match_owners.create(op.get_bind())
