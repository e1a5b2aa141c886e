"""Browsers of challengers."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text, inspect

from service.database.tables import challenges

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Adds the column of browsers, unless an earlier step has created the table with it."""
    names = {column["name"] for column in inspect(op.get_bind()).get_columns(challenges.name)}
    if "browser" not in names:
        op.add_column(challenges.name, Column("browser", Text, nullable=False, server_default=""))
