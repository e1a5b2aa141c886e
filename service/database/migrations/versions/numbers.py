"""Streams and topics are told by numbers, in the table of events and in that of heads."""

from __future__ import annotations

from alembic import op

from service.database.tables import heads, streams, topics

revision = "0003"
down_revision = "0002"

_SQLITE = (
    "CREATE TABLE numbered (stream INTEGER NOT NULL, seq INTEGER NOT NULL, topic INTEGER NOT NULL, "
    "state BLOB NOT NULL, PRIMARY KEY (stream, seq))",
)
_POSTGRES = (
    "CREATE TABLE numbered (notification_id bigserial, stream integer NOT NULL, seq integer NOT NULL, "
    "topic smallint NOT NULL, state bytea NOT NULL)",
    "SELECT setval('numbered_notification_id_seq', last_value, is_called) "
    "FROM recount_events_notification_id_seq",
)
_IN_POSTGRES = (
    "ALTER SEQUENCE numbered_notification_id_seq RENAME TO recount_events_notification_id_seq",
    "ALTER TABLE recount_events ADD PRIMARY KEY (stream, seq)",
    "CREATE UNIQUE INDEX recount_events_notification_id_idx ON recount_events (notification_id) "
    "WITH (fillfactor = 100)",
)


def upgrade() -> None:
    """Numbers streams and topics as they first came, and copies events and heads with these numbers."""
    connection = op.get_bind()
    for table in (streams, topics):
        table.create(connection)
    if op.get_context().dialect.name == "postgresql":
        _copy_events("recount_events", "notification_id", _POSTGRES)
        for statement in _IN_POSTGRES:
            op.execute(statement)
    else:
        _copy_events("stored_events", "rowid", _SQLITE)
    _copy_heads()
    if op.get_context().dialect.name == "postgresql":  # or plans are made for tables that are empty
        op.execute("ANALYZE recount_events, streams, heads, merkle")


def _copy_events(events: str, position: str, create: tuple[str, ...]) -> None:
    for statement in (
        f"INSERT INTO streams (name) SELECT originator_id FROM {events} "
        f"GROUP BY originator_id ORDER BY min({position})",
        "INSERT INTO streams (name) SELECT DISTINCT match FROM heads "
        "WHERE NOT EXISTS (SELECT 1 FROM streams WHERE name = match)",
        "INSERT INTO topics (number, name) SELECT row_number() OVER (ORDER BY first), topic FROM "
        f"(SELECT topic, min({position}) AS first FROM {events} GROUP BY topic) AS told",
        *create,
        f"INSERT INTO numbered ({position}, stream, seq, topic, state) "
        f"SELECT e.{position}, s.number, e.originator_version, t.number, e.state FROM {events} e "
        "JOIN streams s ON s.name = e.originator_id JOIN topics t ON t.name = e.topic "
        f"ORDER BY e.{position}",
        f"DROP TABLE {events}",
        f"ALTER TABLE numbered RENAME TO {events}",
    ):
        op.execute(statement)


def _copy_heads() -> None:
    connection = op.get_bind()
    op.drop_index("heads_of_matches", heads.name)
    op.rename_table(heads.name, "named")
    if op.get_context().dialect.name == "postgresql":
        op.execute("ALTER INDEX heads_pkey RENAME TO named_pkey")
    heads.create(connection)
    op.execute(
        "INSERT INTO heads (position, stream, seq, head) SELECT position, number, seq, head "
        "FROM named JOIN streams ON name = match ORDER BY position"
    )
    op.drop_table("named")
