"""Each second level of the Merkle tree over the heads is kept: what is between is made of what is below."""

from __future__ import annotations

from alembic import op

from service.database.tables import merkle

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Copies the levels that are kept into a table with its columns in the order that wastes no bytes."""
    op.drop_index("merkle_leaves", merkle.name)
    op.rename_table(merkle.name, "grown")
    if op.get_context().dialect.name == "postgresql":
        op.execute("ALTER INDEX merkle_pkey RENAME TO grown_pkey")
    merkle.create(op.get_bind())
    op.execute(
        "INSERT INTO merkle (place, position, level, hash) "
        "SELECT place, position, level, hash FROM grown WHERE level % 2 = 0 ORDER BY place, level"
    )
    op.drop_table("grown")
