"""The tables beside the events go from release to release by revisions; those of no release are refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.script import ScriptDirectory
from click.testing import CliRunner
from sqlalchemy import delete, insert, text, update

from service.cli import main
from service.database import migrations
from service.database.schema import REVISION, VERSION
from service.eventstore.store import IncompatibleStore, Store

from .aging import aging
from .facts import WORDS


def ages(store: Store) -> None:
    """Makes *store* one of a release that had no sessions."""
    does(store, *aging(not store.database.is_embedded), "DROP TABLE sessions")


def does(store: Store, *statements: str) -> None:
    """Changes the tables of *store*, which no part of the service does."""
    with store.database.begin_transaction() as run:
        for statement in statements:
            run(text(statement))


def test_the_last_revision_is_the_one_that_a_new_store_has(store: Store) -> None:
    assert ScriptDirectory(str(Path(migrations.__file__).parent)).get_current_head() == REVISION
    with store.database.sqlalchemy_engine().connect() as connection:
        assert migrations.differences(connection) == []
        assert connection.execute(VERSION.select()).all() == [(REVISION,)]


def test_a_command_alone_migrates_tables_of_old_and_copies_a_file_before(
    store: Store, env: dict[str, str], tmp_path: Path
) -> None:
    ages(store)
    message = r"of an earlier release: stop every.*run “recount migrate”"
    with pytest.raises(IncompatibleStore, match=message):
        Store(WORDS, env)
    told = CliRunner(env={"RECOUNT_DATA": str(tmp_path), **env}).invoke(main, ["migrate"])
    assert told.output.endswith(f"The tables of the store are those of this release: revision {REVISION}.\n")
    with Store(WORDS, env) as again:
        assert again.sessions.find_session("key") is None
        assert again.database.select_rows(VERSION.select()) == [(REVISION,)]


KILLED = """
import os, signal
from service.database import migrations
from service.eventstore.store import Store
from tests.stores.facts import WORDS
migrations.differences = lambda connection: os.kill(os.getpid(), signal.SIGKILL)
Store(WORDS, os.environ, migrate=True)
"""
"""A migration that ends with the last statement before it commits."""


def test_a_migration_that_is_killed_leaves_the_tables_of_old(store: Store, env: dict[str, str]) -> None:
    ages(store)
    for _ in range(3):
        killed = subprocess.run([sys.executable, "-c", KILLED], env={**os.environ, **env}, check=False)
        assert killed.returncode == -signal.SIGKILL
        with pytest.raises(IncompatibleStore, match="of an earlier release"):
            Store(WORDS, env)
    with Store(WORDS, env, migrate=True) as again:
        assert again.database.select_rows(VERSION.select()) == [(REVISION,)]


def test_tables_of_a_newer_release_are_refused(store: Store, env: dict[str, str]) -> None:
    with store.database.begin_transaction() as run:
        run(update(VERSION).values(version_num="9999"))
    for migrate in (True, False):
        with pytest.raises(
            IncompatibleStore, match=rf"are of revision 9999, .* knows them up to {REVISION}\. Start the"
        ):
            Store(WORDS, env, migrate=migrate)
    with store.database.begin_transaction() as run:
        run(delete(VERSION))
        run(insert(VERSION), version_num=REVISION)


def test_tables_that_no_release_has_made_are_refused_and_left_alone(
    store: Store, env: dict[str, str]
) -> None:
    ages(store)
    does(store, "ALTER TABLE people ADD COLUMN shoes text")
    with pytest.raises(IncompatibleStore, match=r"none that a release has made: .*shoes"):
        Store(WORDS, env, migrate=True)
    assert "sessions" not in store.database.table_names()
    does(store, "ALTER TABLE people DROP COLUMN shoes")
    Store(WORDS, env, migrate=True).close()
