"""The salts of names, for the entries of the journal that `Journal.enter_present_rows` adds."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text, inspect

from service.database.tables import people

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Adds the column of salts, unless an earlier step has created the table with it."""
    names = {column["name"] for column in inspect(op.get_bind()).get_columns(people.name)}
    if "salt" not in names:
        op.add_column(people.name, Column("salt", Text, nullable=False, server_default=""))
