"""What makes the tables of an earlier release those of this one, by Alembic; `versions` are the steps."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Executable

from ..engine import Database, Row, Run
from ..schema import WrongTables
from ..tables import METADATA

JOURNALED = "0007"
"""The first revision with a journal."""


def run(database: Database, revision: str, allowed: bool, enter_present_rows: Callable[[Run], None]) -> None:
    """Brings tables of *revision*, or from before there were any, up to this release, all or nothing.

    It calls *enter_present_rows* where the rows have no journal yet. Raises `WrongTables`, also for such
    tables unless that is *allowed*.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if revision and revision not in known:
        raise WrongTables(
            f"The tables of this store are of revision {revision}, and this version of Recount knows them "
            f"up to {max(known)}. Start the version that wrote it, or a newer one."
        )
    if not allowed:
        raise WrongTables(
            "The tables of this store are of an earlier release: stop every process that uses it, and "
            "run “recount migrate”."
        )
    with database.opening_lock(), database.sqlalchemy_engine().begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        if found := differences(connection):
            raise WrongTables(f"The tables of this store are none that a release has made: {found}.")
        if revision < JOURNALED:
            enter_present_rows(partial(_run_statement, connection))


def differences(connection: Connection) -> list[Any]:
    """Returns what is different about the tables of a store, but for where SQLite once allowed NULL."""

    def ours(name: str | None, kind: str, _: Any) -> bool:
        return kind != "table" or name in METADATA.tables

    context = MigrationContext.configure(connection, opts={"include_name": ours})
    found = compare_metadata(context, METADATA)
    return [one for one in found if not all(kind == "modify_nullable" for kind, *_ in _changes(one))]


def _run_statement(connection: Connection, statement: Executable, **values: Any) -> list[Row]:
    result = connection.execute(statement, values)
    return [tuple(row) for row in result] if result.returns_rows else []


def _changes(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]
