"""Creation of the tables beside the events, and the check of their revision."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sqlalchemy import Column, MetaData, String, Table, insert, select, update

from .engine import Database, Run, creation_statements
from .tables import METADATA

REVISION = "0014"
"""Last revision of `migrations`."""

VERSION = Table("alembic_version", MetaData(), Column("version_num", String(32), primary_key=True))
"""Alembic's table with the revision of the tables."""

_STAMP, _STAMPED = insert(VERSION), select(VERSION.c.version_num)
_TOUCH = update(VERSION).values(version_num=VERSION.c.version_num)


class WrongTables(Exception):
    """The tables beside the events belong to another release."""


def has_tables(database: Database) -> bool:
    """Returns whether a store has all its tables. The table of events comes last."""
    return {database.events.name, VERSION.name} <= database.table_names()


def create_tables(database: Database, create_events: Callable[[], object]) -> None:
    """Creates the missing tables of a new store under the opening lock.

    The tables beside the events come first, all or none. After an interruption the next opener continues.
    """
    names = database.table_names()
    if names.isdisjoint({database.events.name, *METADATA.tables}):
        with database.begin_transaction() as run:
            for statement in (*creation_statements(METADATA), *creation_statements(VERSION.metadata)):
                run(statement)
            run(_STAMP, version_num=REVISION)
    if database.events.name not in names:
        create_events()


class WriteProbe:
    """Probe of whether a *database* accepts writes.

    Only a commit reveals a standby that does not confirm. Any client may trigger the probe, so it commits at
    most once per interval.
    """

    INTERVAL_SECONDS = 1.0

    def __init__(self, database: Database) -> None:
        self._database, self._committed = database, -self.INTERVAL_SECONDS

    def commit_probe(self) -> None:
        """Commits a change without effect, unless the last commit is recent."""
        if monotonic() - self._committed > self.INTERVAL_SECONDS:
            self._database.execute_write(_TOUCH)
            self._committed = monotonic()


def check_revision(database: Database, migrate: bool, enter_present_rows: Callable[[Run], None]) -> None:
    """Raises `WrongTables` for tables of a newer release, and for missing tables.

    Migrates tables of an earlier release if *migrate*; otherwise raises `WrongTables` too. The migration
    calls *enter_present_rows* for rows from before the journal.
    """
    names = database.table_names()
    revision = next(iter(database.select_rows(_STAMPED)), ("",))[0] if VERSION.name in names else ""
    if revision == REVISION:
        if dropped := sorted({database.events.name, *METADATA.tables} - names):
            raise WrongTables(f"Tables were dropped: {', '.join(dropped)}. Restore the store from a backup.")
    else:
        from . import migrations  # Alembic takes longer to import than most commands take

        migrations.run(database, revision, migrate, enter_present_rows)
