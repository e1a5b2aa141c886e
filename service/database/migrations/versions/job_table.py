"""The table of jobs: work that a request started and another process does."""

from __future__ import annotations

from alembic import op

from service.database.tables import jobs

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Creates the table of jobs with its indices."""
    jobs.create(op.get_bind())
