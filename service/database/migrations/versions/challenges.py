"""Challenges and the ready queue."""

from __future__ import annotations

from alembic import op

from service.database.tables import challenge_ends, challenges

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Creates the tables of challenges and of their ends, unless an earlier step has."""
    for table in (challenges, challenge_ends):
        table.create(op.get_bind(), checkfirst=True)
