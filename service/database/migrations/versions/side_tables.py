"""The first revision: what a store has beside its events that was written before revisions were kept."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Index, Integer, LargeBinary, MetaData, Table, Text, inspect

from service.database.tables import LONG, METADATA, people

revision = "0001"
down_revision = None

THEN = MetaData()
"""The tables of that revision which were changed later."""

_heads = Table(
    "heads",
    THEN,
    Column("position", LONG, primary_key=True, autoincrement=False),
    Column("match", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("head", LargeBinary, nullable=False),
)
Index("heads_of_matches", _heads.c.match, _heads.c.seq, unique=True)

_merkle = Table(
    "merkle",
    THEN,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("place", LONG, primary_key=True, autoincrement=False),
    Column("hash", LargeBinary, nullable=False),
    Column("position", LONG),
    sqlite_with_rowid=False,
)
_LEAF = _merkle.c.level == 0
Index("merkle_leaves", _merkle.c.position, unique=True, sqlite_where=_LEAF, postgresql_where=_LEAF)
LATER = {*THEN.tables, "jobs", "job_files", "match_owners", "streams", "topics"}
"""What is in `METADATA`, and was not so in that revision."""


def upgrade() -> None:
    """Adds the tables that a release did not have yet, and lets several guests have one name."""
    connection = op.get_bind()
    inspector = inspect(connection)
    if people.name in inspector.get_table_names() and "digest" not in {
        column["name"] for column in inspector.get_columns(people.name)
    }:
        _free_names()
    METADATA.create_all(connection, [table for table in METADATA.sorted_tables if table.name not in LATER])
    THEN.create_all(connection)


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
