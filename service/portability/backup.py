"""Backups: a whole store in one file, whichever database it is in, and back into either of them.

The file is a store of SQLite itself, with a table more that tells what it holds and the SHA-256 of it all. It
holds every secret of the service, hands and seeds, and is for its owner alone.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from domain.errors import RecountError

from ..catalog.cardsets import CardSetRegistry
from ..database.schema import VERSION
from ..eventstore.codec import VOCABULARY
from ..eventstore.stamp import STAMP
from ..eventstore.store import IncompatibleStore, Store, Unavailable
from ..evidence.audit import audit_record
from ..evidence.checkpoints import CHECKPOINT_FILE
from ..evidence.log_audit import Finding, audit_tree
from ..settings import Settings, store_environment
from .copies import FACTS, check_empty, copied, fill, rows, tables

FORMAT = 1
"""The format that this version writes, and the newest it reads."""

ABOUT = "CREATE TABLE backup (about TEXT NOT NULL)"
KEYS = "CREATE TABLE keys (file TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID"


class NotRestored(RecountError):
    """Nothing was written: the file is no whole backup, or it fits nothing; `findings` tell what is wrong."""

    def __init__(self, why: str, findings: list[Finding] | None = None) -> None:
        super().__init__(why)
        self.findings = findings or []


class About(msgspec.Struct, frozen=True):
    """What a backup says of itself."""

    format: int
    house: str
    at: int
    rows: dict[str, int]
    digest: str


class Restored(NamedTuple):
    """What was found in a backup, and is in the store now."""

    about: About
    matches: int
    facts: int
    heads: int
    answers: int


def back_up(settings: Settings, file: Path, at: int, keys: bool = False) -> About:
    """Writes all that the store holds at one moment into *file*, which must not be there; it may be in use.

    *at* is the time in milliseconds since 1970; with *keys* it holds what the service signs with, too. Raises
    `FileExistsError` and `Unavailable`.
    """
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with Store(VOCABULARY, store_environment(settings)) as store:
            copied(store, file)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            counts, digest = _measured(connection)
            about = About(FORMAT, settings.name, at, counts, digest)
            connection.execute(ABOUT)
            connection.execute("INSERT INTO backup VALUES (?)", (msgspec.json.encode(about).decode(),))
            connection.execute(KEYS)
            if keys:
                files = [path for path in settings.keyring.iterdir() if path.is_file()]
                found = [(path.name, path.read_bytes()) for path in files if path.name != CHECKPOINT_FILE]
                connection.executemany("INSERT INTO keys VALUES (?, ?)", found)
        return about
    except BaseException:
        file.unlink()
        raise


def restore(settings: Settings, file: Path, keys: bool = False) -> Restored:
    """Writes all that *file* holds into the store of *settings*, which has to be empty and not in use.

    First every chain, head and tree in it is audited, and every answer decided again. With *keys* the keys in
    it become those of the service. Raises `NotRestored`, `StoreNotEmpty` and `Unavailable`.
    """
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(dir=settings.data) as folder:
        copy = Path(folder, "copy.db")
        shutil.copyfile(file, copy)
        try:
            about = _read(copy)
            with Store(VOCABULARY, store_environment(settings)) as store:
                check_empty(store)
            found = _audited(settings, copy, about)
        except (sqlite3.DatabaseError, msgspec.MsgspecError, IncompatibleStore, Unavailable) as error:
            raise NotRestored(f"{file} is no whole backup: {error}.") from error
        with closing(sqlite3.connect(copy)) as connection:
            brought = _brought(settings, connection) if keys else {}
        with _opened(copy) as source, Store(VOCABULARY, store_environment(settings)) as store:
            fill(store, source)
        for path, content in brought.items():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as key_file:
                key_file.write(content)
        return found


def _read(copy: Path) -> About:
    """Returns what a backup says of itself, if it is true."""
    with closing(sqlite3.connect(copy)) as connection:
        [(told,)] = connection.execute("SELECT about FROM backup").fetchall() or [("",)]
        about = msgspec.json.decode(told, type=About)
        if about.format > FORMAT:
            raise NotRestored(f"The backup has format {about.format}: a newer version of Recount reads it.")
        if _measured(connection) != (about.rows, about.digest):
            raise NotRestored("The file is damaged: what it holds is not what was written.")
    return about


def _measured(connection: sqlite3.Connection) -> tuple[dict[str, int], str]:
    """Returns how many rows each table of a store in *connection* has, and the SHA-256 of them all."""
    counts: dict[str, int] = {}
    digest = hashlib.sha256()
    for table, columns in _filled(connection).items():
        counts[table] = 0
        digest.update(repr((table, columns)).encode())
        for row in rows(connection, table, columns):
            counts[table] += 1
            digest.update(repr(row).encode())
    return counts, digest.hexdigest()


def _filled(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    beside = ("backup", "keys", VERSION.name)
    return {table: columns for table, columns in tables(connection).items() if table not in beside}


def _audited(settings: Settings, copy: Path, about: About) -> Restored:
    """Holds all in *copy* against each other; raises `NotRestored` with all that is not as it was written."""
    with _opened(copy) as store:
        library = CardSetRegistry(settings.cards, store)
        matches = [match for match in store.tree.list_streams() if match != STAMP]
        audits = [audit_record(store, library, match) for match in matches]
        findings = [finding for audited in audits for finding in audited.findings] + audit_tree(store)
    if findings:
        raise NotRestored("What the file holds is not as it was written.", findings)
    facts = sum(audited.facts for audited in audits)
    if facts + 1 != about.rows[FACTS]:  # the stamp is a row, and no fact
        held = about.rows[FACTS]
        raise NotRestored(f"The audit has seen {facts} facts, and the file has {held} rows of them.")
    return Restored(
        about,
        len(matches),
        facts,
        sum(audited.heads for audited in audits),
        sum(audited.answers for audited in audits),
    )


def _opened(copy: Path) -> Store:
    """Returns the store in a backup, with its tables as those of this release."""
    return Store(VOCABULARY, {**Store.env, "SQLITE_DBNAME": str(copy)})


def _brought(settings: Settings, connection: sqlite3.Connection) -> dict[Path, bytes]:
    """Returns the keys in *connection* by where they go; raises `NotRestored` where others stand."""
    brought = {settings.keyring / file: content for file, content in connection.execute("SELECT * FROM keys")}
    if not brought:
        raise NotRestored("There are no keys in the file: it was written without them.")
    for path, content in brought.items():
        if path.exists() and path.read_bytes() != content:
            raise NotRestored(
                f"{path} is another key than that in the file: this service has signed already."
            )
    return brought
