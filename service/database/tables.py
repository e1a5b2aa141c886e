"""Definitions of the tables beside the events for both databases, and of each table of events."""

from __future__ import annotations

from functools import cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
)

METADATA = MetaData()
"""All tables beside the events.

Compilation of a statement inserts the `schema` of the store. In large tables, columns have the order that
wastes no bytes on alignment in PostgreSQL.
"""

LONG = BigInteger().with_variant(Integer(), "sqlite")
SHORT = SmallInteger().with_variant(Integer(), "sqlite")


def _column(name: str, kind: Any, **kwargs: Any) -> Column[Any]:
    return Column(name, kind, **{"nullable": False, "autoincrement": False, **kwargs})


def _key(name: str, kind: Any) -> Column[Any]:
    return _column(name, kind, primary_key=True)


def _table(name: str, *columns: Column[Any], rowid: bool = False) -> Table:
    return Table(name, METADATA, *columns, sqlite_with_rowid=rowid)


streams = _table(
    "streams",
    Column("number", Integer, primary_key=True),
    _column("name", Text, unique=True),
    rowid=True,
)
topics = _table("topics", _key("number", SHORT), _column("name", Text), rowid=True)

heads = _table(
    "heads",
    _key("position", LONG),
    _column("stream", Integer),
    _column("seq", Integer),
    _column("head", LargeBinary),
    rowid=True,
)
Index("heads_of_streams", heads.c.stream, heads.c.seq, unique=True)

merkle = _table(
    "merkle",
    _column("position", LONG, nullable=True),
    _key("place", Integer),
    _key("level", SHORT),
    _column("hash", LargeBinary),
)
_LEAF = merkle.c.level == 0
Index(
    "merkle_leaves",
    merkle.c.position,
    unique=True,
    sqlite_where=_LEAF,
    postgresql_where=_LEAF,
    postgresql_with={"fillfactor": 100},  # positions rise, except of heads that a delay hid
)

people = _table(
    "people",
    _key("id", Text),
    _column("name", Text),
    _column("likeness", Text, server_default=""),
    _column("digest", Text, server_default=""),
    _column("salt", Text, server_default=""),
)
Index("people_by_name", people.c.name)
for _unique_column in (people.c.likeness, people.c.digest):
    Index(
        f"people_by_{_unique_column.name}",
        _unique_column,
        unique=True,
        sqlite_where=_unique_column != "",
        postgresql_where=_unique_column != "",
    )

tokens = _table(
    "tokens",
    _key("id", Text),
    _column("digest", Text, unique=True),
    _column("scopes", Text),
    _column("name", Text),
    *(_column(name, LONG) for name in ("created", "expires", "revoked")),
)

card_sets = _table("card_sets", _key("digest", Text), _column("content", LargeBinary))

replies = _table(
    "replies",
    _key("id", Text),
    _column("digest", Text),
    _column("at", LONG),
    _column("match", Text),
    _column("first", Integer),
    _column("last", Integer),
    _column("position", LONG),
    _column("sealed", LargeBinary),
    _column("reply", LargeBinary),
    rowid=True,
)
Index("replies_by_age", replies.c.at)

sessions = _table(
    "sessions", _key("id", Text), _column("at", LONG), _column("sealed", LargeBinary), rowid=True
)
Index("sessions_by_age", sessions.c.at)

webhooks = _table("webhooks", _key("id", Text), _column("version", LONG), _column("content", Text))
deliveries = _table("deliveries", _key("webhook", Text), _key("number", LONG), _column("content", Text))

contacts = _table(
    "contacts",
    *(_key("id", Text), _column("player", Text), _column("kind", Text)),
    *(_column("version", LONG), _column("sealed", LargeBinary)),
    rowid=True,
)
Index("contacts_by_player", contacts.c.player)
notifications = _table(
    "notifications",
    _key("id", Text),
    *(_column(name, LONG) for name in ("created", "due", "attempts")),
    *(_column(name, Text) for name in ("state", "kind", "contact", "player", "content", "error")),
    rowid=True,
)
Index("notifications_by_due", notifications.c.state, notifications.c.due)
Index("notifications_by_player", notifications.c.player, notifications.c.kind)
notification_progress = _table(
    "notification_progress", _key("name", Text), _column("log", Text), _column("position", LONG)
)

jobs = _table(
    "jobs",
    _key("id", Text),
    *(_column(name, Text) for name in ("kind", "subject", "owner", "state")),
    *(_column(name, LONG) for name in ("created", "updated", "done", "total")),
    _column("attempts", SHORT),
    _column("payload", LargeBinary),
    _column("result", LargeBinary),
    _column("payer", Text, server_default=""),
    rowid=True,
)
Index("jobs_by_state", jobs.c.state, jobs.c.created)
Index("jobs_by_subject", jobs.c.subject)
job_files = _table(
    "job_files", _key("job", Text), _key("number", LONG), _column("content", LargeBinary), rowid=True
)

match_owners = _table("match_owners", _key("match", Text), _column("owner", Text), _column("runs_on", SHORT))

photos = _table(
    "photos",
    _key("match", Text),
    _key("sha256", Text),
    _column("event", Text),
    _column("size", LONG),
    _column("content", LargeBinary),
    rowid=True,
)
Index("photos_by_event", photos.c.event)

commentaries = _table(
    "commentaries",
    _key("id", Text),
    *(_column(name, Text) for name in ("match", "digest", "title", "author")),
    _column("created", LONG),
    _column("present", SHORT),
)
Index("commentaries_by_match", commentaries.c.match)
notes = _table("notes", _key("commentary", Text), _key("seq", LONG), _column("content", Text))

followers = _table("followers", _key("tournament", Text), _key("player", Text))
Index("followers_by_player", followers.c.player)
phrases = _table(
    "phrases",
    _key("match", Text),
    _key("number", Integer),
    _column("seat", SHORT),
    _column("phrase", Text),
    _column("at", LONG),
)
Index("phrases_by_age", phrases.c.at)

challenges = _table(
    "challenges",
    _key("id", Text),
    *(_column(name, Text) for name in ("kind", "game", "pace", "digest", "player", "opponent")),
    _column("friendly", SHORT),
    _column("rating", Integer),
    *(_column(name, LONG) for name in ("created", "expires")),
    _column("browser", Text),
    rowid=True,
)
Index("challenges_by_age", challenges.c.expires)
Index("challenges_by_player", challenges.c.player)
Index("challenges_by_opponent", challenges.c.opponent)
challenge_ends = _table(
    "challenge_ends",
    _key("challenge", Text),
    _column("outcome", Text),
    _column("match", Text),
    _column("seat", SHORT),
    _column("at", LONG),
)


@cache
def define_events(name: str, position: str) -> Table:
    """Returns the table of events.

    The *name* and the column of *position* differ by database. The table refers to streams and topics by
    number, unlike the library's table.
    """
    return Table(
        name,
        MetaData(),
        Column(position, LONG, key="position"),
        Column("stream", Integer),
        Column("seq", Integer),
        Column("topic", SHORT),
        Column("state", LargeBinary),
    )
