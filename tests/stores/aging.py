"""Makes of a store of this release one of the first revision, for what earlier releases have left."""

from __future__ import annotations

from collections.abc import Iterator


def aging(postgres: bool) -> Iterator[str]:
    """Yields the statements after which events and heads tell streams and topics by their names."""
    events, position = ("recount_events", "notification_id") if postgres else ("stored_events", "rowid")
    serial = "notification_id bigserial, " if postgres else ""
    number, blob = ("bigint", "bytea") if postgres else ("integer", "blob")
    yield (
        f"CREATE TABLE aged ({serial}originator_version integer NOT NULL, originator_id text NOT NULL, "
        f"topic text, state {blob}, PRIMARY KEY (originator_id, originator_version))"
    )
    yield (
        f"INSERT INTO aged ({position}, originator_version, originator_id, topic, state) "
        f"SELECT e.{position}, seq, s.name, t.name, state FROM {events} e "
        "JOIN streams s ON s.number = stream JOIN topics t ON t.number = topic"
    )
    if postgres:
        yield "SELECT setval('aged_notification_id_seq', last_value) FROM recount_events_notification_id_seq"
    yield f"DROP TABLE {events}"
    yield f"ALTER TABLE aged RENAME TO {events}"
    if postgres:
        yield "ALTER SEQUENCE aged_notification_id_seq RENAME TO recount_events_notification_id_seq"
        yield "ALTER INDEX aged_pkey RENAME TO recount_events_pkey"
    yield (
        f"CREATE TABLE named (position {number} PRIMARY KEY, match text NOT NULL, seq integer NOT NULL, "
        f"head {blob} NOT NULL)"
    )
    yield "INSERT INTO named SELECT position, name, seq, head FROM heads JOIN streams ON number = stream"
    yield "DROP TABLE heads"
    yield "ALTER TABLE named RENAME TO heads"
    if postgres:
        yield "ALTER INDEX named_pkey RENAME TO heads_pkey"
    yield "CREATE UNIQUE INDEX heads_of_matches ON heads (match, seq)"
    for table in ("jobs", "job_files", "match_owners", "streams", "topics", "alembic_version"):
        yield f"DROP TABLE {table}"
