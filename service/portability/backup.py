"""Backups of a whole store in one file, and restores into either database.

The file is a SQLite store with the notes of the witness. One more table describes its contents and has their
SHA-256. The file holds every secret of the service, including hands and seeds. Only its owner may read it.
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
from sqlalchemy import func, select

from domain.errors import RecountError
from domain.people import JOURNAL

from ..catalog.cardsets import CardSetRegistry
from ..database.schema import VERSION
from ..eventstore.codec import VOCABULARY
from ..eventstore.stamp import STAMP
from ..eventstore.store import IncompatibleStore, Store, Unavailable
from ..evidence.audit import audit_record
from ..evidence.checkpoints import CHECKPOINT_FILE
from ..evidence.journal_audit import audit_journal
from ..evidence.log_audit import Finding, audit_tree
from ..evidence.photo_audit import find_altered_photos, missing_photos
from ..evidence.witness_notes import ContradictedNote, WitnessNote, WitnessNotes
from ..settings import Settings, store_environment
from .copies import check_empty, copy_store, fill_store, list_tables, read_rows

FORMAT = 1
"""Format of this release, and the newest that it reads."""

ABOUT = "CREATE TABLE backup (about TEXT NOT NULL)"
WITNESSED = (
    "CREATE TABLE witnessed (origin TEXT, size INTEGER, note TEXT NOT NULL, PRIMARY KEY (origin, size))"
)
KEYS = "CREATE TABLE keys (file TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID"


class RestoreRefused(RecountError):
    """The file is no intact backup or does not fit. Nothing was written. `findings` are the errors."""

    def __init__(self, reason: str, findings: list[Finding] | None = None) -> None:
        super().__init__(reason)
        self.findings = findings or []


class BackupInfo(msgspec.Struct, frozen=True):
    """Description of a backup in its file."""

    format: int
    house: str
    at: int
    rows: dict[str, int]
    digest: str


class RestoreResult(NamedTuple):
    """Contents of a restored backup, and the number of photos in its records without bytes."""

    about: BackupInfo
    matches: int
    facts: int
    heads: int
    answers: int
    missing_photos: int


def back_up(settings: Settings, file: Path, at: int, keys: bool = False) -> BackupInfo:
    """Writes the store at one moment into the new *file*. The store may be in use.

    *at* is the time in milliseconds since 1970. *keys* includes the signing keys. Raises `FileExistsError`
    and `Unavailable`.
    """
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with Store(VOCABULARY, store_environment(settings)) as store:
            copy_store(store, file)
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute(WITNESSED)
            witnessed = WitnessNotes(settings.data).list_notes()
            connection.executemany("INSERT INTO witnessed VALUES (?, ?, ?)", witnessed)
            counts, digest = _measure_tables(connection)
            about = BackupInfo(FORMAT, settings.name, at, counts, digest)
            connection.execute(ABOUT)
            connection.execute("INSERT INTO backup VALUES (?)", (msgspec.json.encode(about).decode(),))
            connection.execute(KEYS)
            if keys:
                files = [path for path in settings.keyring.iterdir() if path.is_file()]
                key_files = [(path.name, path.read_bytes()) for path in files if path.name != CHECKPOINT_FILE]
                connection.executemany("INSERT INTO keys VALUES (?, ?)", key_files)
        return about
    except BaseException:
        file.unlink()
        raise


def restore_backup(settings: Settings, file: Path, keys: bool = False) -> RestoreResult:
    """Restores *file* into the empty, unused store of *settings*.

    It first audits all chains, heads, trees and photos, and decides every answer again. *keys* also restores
    the signing keys. Raises `RestoreRefused`, `StoreNotEmpty` and `Unavailable`.
    """
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(dir=settings.data) as folder:
        copy = Path(folder, "copy.db")
        shutil.copyfile(file, copy)
        try:
            about = _read_info(copy)
            with Store(VOCABULARY, store_environment(settings)) as store:
                check_empty(store)
            result = _audit_copy(settings, copy, about)
        except (sqlite3.DatabaseError, msgspec.MsgspecError, IncompatibleStore, Unavailable) as error:
            raise RestoreRefused(f"{file} is no whole backup: {error}.") from error
        with closing(sqlite3.connect(copy)) as connection:
            key_files = _read_keys(settings, connection) if keys else {}
            witnessed = _read_notes(connection)
        try:  # first, because a witness unsays nothing that it has cosigned
            WitnessNotes(settings.data).restore(witnessed)
        except ContradictedNote as error:
            raise RestoreRefused(str(error)) from error
        with _open_copy(copy) as source, Store(VOCABULARY, store_environment(settings)) as store:
            fill_store(store, source)
        for path, content in key_files.items():
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            with open(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as key_file:
                key_file.write(content)
        return result


def _read_info(copy: Path) -> BackupInfo:
    """Returns the verified description of a backup."""
    with closing(sqlite3.connect(copy)) as connection:
        [(text,)] = connection.execute("SELECT about FROM backup").fetchall() or [("",)]
        about = msgspec.json.decode(text, type=BackupInfo)
        if about.format > FORMAT:
            raise RestoreRefused(
                f"The backup has format {about.format}: a newer version of Recount reads it."
            )
        if _measure_tables(connection) != (about.rows, about.digest):
            raise RestoreRefused("The file is damaged: what it holds is not what was written.")
    return about


def _measure_tables(connection: sqlite3.Connection) -> tuple[dict[str, int], str]:
    """Returns the number of rows of each table in *connection*, and the SHA-256 of all."""
    counts: dict[str, int] = {}
    digest = hashlib.sha256()
    for table, columns in _list_data_tables(connection).items():
        counts[table] = 0
        digest.update(repr((table, columns)).encode())
        for row in read_rows(connection, table, columns):
            counts[table] += 1
            digest.update(repr(row).encode())
    return counts, digest.hexdigest()


def _list_data_tables(connection: sqlite3.Connection) -> dict[str, tuple[str, ...]]:
    excluded = ("backup", "keys", VERSION.name)
    return {table: columns for table, columns in list_tables(connection).items() if table not in excluded}


def _audit_copy(settings: Settings, copy: Path, about: BackupInfo) -> RestoreResult:
    """Audits everything in *copy*. Raises `RestoreRefused` with all findings."""
    with _open_copy(copy) as store:
        library = CardSetRegistry(settings.cards, store)
        matches = [match for match in store.tree.list_streams() if match not in (STAMP, JOURNAL)]
        audits = [audit_record(store, library, match) for match in matches]
        journal = audit_journal(store)
        findings = [finding for audited in audits for finding in audited.findings]
        findings += [*journal.findings, *audit_tree(store), *find_altered_photos(store)]
        missing = sum(len(missing_photos(store, match)) for match in matches)
        counting = select(func.count()).select_from(store.database.events)
        [(row_count,)] = store.database.select_rows(counting)  # a migration adds entries of the journal
    if findings:
        raise RestoreRefused("What the file holds is not as it was written.", findings)
    facts = sum(audited.facts for audited in audits)
    if facts + journal.entries + 1 != row_count:  # the stamp is a row, and no fact
        raise RestoreRefused(
            f"The audit has seen {facts} facts of records and {journal.entries} of the journal, and the file "
            f"has {row_count} rows of them."
        )
    return RestoreResult(
        about,
        len(matches),
        facts,
        sum(audited.heads for audited in audits),
        sum(audited.answers for audited in audits),
        missing,
    )


def _open_copy(copy: Path) -> Store:
    """Returns the store of a backup, migrated to this release."""
    return Store(VOCABULARY, {**Store.env, "SQLITE_DBNAME": str(copy)}, migrate=True)


def _read_notes(connection: sqlite3.Connection) -> list[WitnessNote]:
    """Returns the notes of the witness. Files of earlier releases have none."""
    if "witnessed" not in list_tables(connection):
        return []
    return [WitnessNote(*row) for row in connection.execute("SELECT * FROM witnessed ORDER BY origin, size")]


def _read_keys(settings: Settings, connection: sqlite3.Connection) -> dict[Path, bytes]:
    """Returns the keys in *connection* by target path. Raises `RestoreRefused` for other existing keys."""
    key_files = {
        settings.keyring / file: content for file, content in connection.execute("SELECT * FROM keys")
    }
    if not key_files:
        raise RestoreRefused("There are no keys in the file: it was written without them.")
    for path, content in key_files.items():
        if path.exists() and path.read_bytes() != content:
            raise RestoreRefused(
                f"{path} is another key than that in the file: this service has signed already."
            )
    return key_files
