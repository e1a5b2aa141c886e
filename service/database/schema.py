"""Which revision the tables beside the events are of, in a store that is new, of this release, or older."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sqlalchemy import Column, MetaData, String, Table, insert, select, update

from .engine import Database, creating
from .tables import METADATA

REVISION = "0005"
"""The last of `migrations`."""

VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Where Alembic keeps of which revision the tables are."""

_STAMP, _STAMPED = insert(VERSION), select(VERSION.c.version_num)
_TOUCH = update(VERSION).values(version_num=VERSION.c.version_num)


class WrongTables(Exception):
    """The tables beside the events are not those of this release."""


def has_tables(database: Database) -> bool:
    """Tells whether a store has all its tables: that of the events is created last."""
    return {database.events.name, VERSION.name} <= database.names()


def create_tables(database: Database, create_events: Callable[[], object]) -> None:
    """Creates the tables that a new store does not have yet; nobody else may do so meanwhile.

    Those beside the events come first, all or none. Where that was cut short, the next opener goes on.
    """
    names = database.names()
    if names.isdisjoint({database.events.name, *METADATA.tables}):
        with database.writing() as run:
            for statement in (*creating(METADATA), *creating(VERSION.metadata)):
                run(statement)
            run(_STAMP, version_num=REVISION)
    if database.events.name not in names:
        create_events()


class WriteProbe:
    """Finds out whether a *database* can be written.

    Only who commits learns of a standby that is waited for and does not confirm. Anybody may ask, and has a
    disk flushed no more often than once in so many seconds.
    """

    EVERY = 1.0

    def __init__(self, database: Database) -> None:
        self._database, self._committed = database, -self.EVERY

    def commit(self) -> None:
        """Changes nothing, and commits it, unless that was done a moment ago."""
        if monotonic() - self._committed > self.EVERY:
            self._database.write(_TOUCH)
            self._committed = monotonic()


def check(database: Database, migrate: bool) -> None:
    """Raises `WrongTables` for those of a newer release, and of an earlier one that are not to *migrate*."""
    revision = next(iter(database.rows(_STAMPED)), ("",))[0] if VERSION.name in database.names() else ""
    if revision != REVISION:
        from . import migrations  # Alembic takes longer to import than most commands take

        migrations.run(database, revision, migrate)
