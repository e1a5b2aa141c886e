"""The first revision: what a store has beside its events that was written before revisions were kept."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text, inspect

from service.database.tables import METADATA, people

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Adds the tables that a release did not have yet, and lets several guests have one name."""
    connection = op.get_bind()
    inspector = inspect(connection)
    if people.name in inspector.get_table_names() and "digest" not in {
        column["name"] for column in inspector.get_columns(people.name)
    }:
        _free_names()
    METADATA.create_all(connection)  # these are its tables: when one changes, write down here what it was


def _free_names() -> None:
    """Makes of names that were one of a kind those of guests, without an account."""
    if op.get_context().dialect.name == "sqlite":
        op.execute("PRAGMA secure_delete=ON")  # or the file would keep names that are erased later
        op.rename_table(people.name, "named")
        people.create(op.get_bind())
        op.execute("INSERT INTO people (id, name) SELECT id, name FROM named")
        op.drop_table("named")
        return
    op.drop_constraint("people_name_key", people.name)
    for name in ("likeness", "digest"):
        op.add_column(people.name, Column(name, Text, nullable=False, server_default=""))
    for index in people.indexes:
        index.create(op.get_bind())
