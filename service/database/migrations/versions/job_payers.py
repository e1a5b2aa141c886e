"""The accounts of the work of jobs."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text, inspect

from service.database.tables import jobs

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Adds the column of payers, unless an earlier step has created the table with it."""
    names = {column["name"] for column in inspect(op.get_bind()).get_columns(jobs.name)}
    if "payer" not in names:
        op.add_column(jobs.name, Column("payer", Text, nullable=False, server_default=""))
