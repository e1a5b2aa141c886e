"""Rows of the inbox that each account has on the site, beside its notifications to browsers and by mail."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import BigInteger, Text, bindparam, delete, exists, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from ..engine import Database, RowWrite
from ..tables import challenge_ends, challenges, notifications
from .outbox import NotificationRow

UNREAD, READ = "unread", "read"
"""The states of an entry, which nothing sends."""
MAX_ENTRIES = 50
CHALLENGE = "challenge-"
"""The beginning of the tag of a challenge."""

_PLAYER = bindparam("whose", type_=Text)
_NEW = insert(notifications)
_PUT = _NEW.on_conflict_do_update(
    index_elements=[notifications.c.id],
    set_={name: _NEW.excluded[name] for name in ("created", "due", "state", "content")},
    where=notifications.c.content != _NEW.excluded.content,
)
_DELETE = delete(notifications).where(notifications.c.id == bindparam("of", type_=Text))
_IS_OPEN = exists(
    select(challenges.c.id)
    .outerjoin(challenge_ends, challenge_ends.c.challenge == challenges.c.id)
    .where(
        challenges.c.id == func.substr(notifications.c.contact, len(CHALLENGE) + 1),
        challenges.c.expires > bindparam("at", type_=BigInteger),
        challenge_ends.c.challenge.is_(None),
    )
)
_ENTRIES = (
    select(notifications)
    .where(
        notifications.c.player == _PLAYER,
        or_(notifications.c.state == UNREAD, notifications.c.state == READ),
        notifications.c.due <= bindparam("at", type_=BigInteger),
        or_(notifications.c.kind != "challenge", _IS_OPEN),
    )
    .order_by(notifications.c.created.desc(), notifications.c.id)
    .limit(MAX_ENTRIES)
)
_TAGS = _ENTRIES.with_only_columns(notifications.c.contact).where(notifications.c.state == UNREAD)
_MARK = (
    update(notifications)
    .where(
        notifications.c.player == _PLAYER,
        notifications.c.state == UNREAD,
        notifications.c.contact == bindparam("tag", type_=Text),
    )
    .values(state=READ)
)


def put_entry(entry: NotificationRow) -> RowWrite:
    """Returns the write of an entry. It replaces an earlier one with its tag and another content."""
    return RowWrite(_PUT, entry._asdict())


def delete_entry(player: str, tag: str) -> RowWrite:
    """Returns the write that deletes the entry of *player* with a *tag*."""
    return RowWrite(_DELETE, {"of": entry_id(player, tag)})


def entry_id(player: str, tag: str) -> str:
    """Returns the id of the entry of *player* with a *tag*."""
    return f"inbox.{player}.{tag}"


class InboxRepository:
    """Repository of the entries. Its methods raise database errors."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_entries(self, player: str, at: int) -> list[NotificationRow]:
        """Returns the latest entries of *player* at a time, the newest first, without ended challenges."""
        return [NotificationRow(*row) for row in self._database.select_rows(_ENTRIES, whose=player, at=at)]

    def list_unread(self, player: str, at: int) -> list[str]:
        """Returns the tags of the unread ones among the entries of *player*."""
        return [row[0] for row in self._database.select_rows(_TAGS, whose=player, at=at)]

    def mark_read(self, player: str, tags: Iterable[str]) -> None:
        """Marks the entries of *player* with these *tags* as read."""
        with self._database.begin_transaction() as run:
            for tag in tags:
                run(_MARK, whose=player, tag=tag)
