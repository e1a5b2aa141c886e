"""The files that jobs write, in pieces."""

from __future__ import annotations

from alembic import op

from service.database.tables import job_files

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Creates the table of the pieces of files."""
    job_files.create(op.get_bind())
