"""Backups: a whole store in one file, whichever database it is in, and back into either of them.

The file is a store of SQLite itself, with a table more that tells what it holds and the SHA-256 of it all. It
holds every secret of the house, hands and seeds, and is for its owner alone.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from domain.games import VOCABULARY

from .audit import audit
from .cardsets import Library
from .copies import Copy, copied, fill, rows, tables
from .house import store_environment
from .settings import Settings
from .store import STAMP, Store, WrongStore
from .tree import Finding, audit_tree

FORMAT = 1
"""The format that this version writes, and the newest it reads."""

ABOUT = "CREATE TABLE backup (about TEXT NOT NULL)"
KEYS = "CREATE TABLE keys (file TEXT PRIMARY KEY, content BLOB NOT NULL) WITHOUT ROWID"


class NotRestored(Exception):
    """Nothing was written: the file is no whole backup, or the store is not empty; `findings` tell more."""

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
    keys: int


def back_up(settings: Settings, file: Path, at: int, keys: bool = False) -> About:
    """Writes all that the store holds at one moment into *file*, which must not be there; it may be in use.

    *at* is the time in milliseconds since 1970; with *keys* it holds what the house signs with, too. Raises
    `FileExistsError` and `Unavailable`.
    """
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        with Store(VOCABULARY, store_environment(settings)) as store:
            copied(store, file)
        with closing(sqlite3.connect(file, isolation_level=None)) as kept:
            counts, digest = _measured(kept)
            about = About(FORMAT, settings.name, at, counts, digest)
            kept.execute(ABOUT)
            kept.execute("INSERT INTO backup VALUES (?)", (msgspec.json.encode(about).decode(),))
            kept.execute(KEYS)
            if keys:
                found = ((path.name, path.read_bytes()) for path in sorted(_keys(settings).iterdir()))
                kept.executemany("INSERT INTO keys VALUES (?, ?)", found)
        return about
    except BaseException:
        file.unlink()
        raise


def restore(settings: Settings, file: Path, keys: bool = False) -> Restored:
    """Writes all that *file* holds into the store of *settings*, which has to be empty.

    First every chain, head and tree in it is audited, and every answer decided again. With *keys* the keys in
    it become those of the house. Raises `NotRestored` and `Unavailable`.
    """
    with _opened(settings, file) as (about, copy):
        if keys:
            _check_keys(settings, copy)
        with Store(VOCABULARY, store_environment(settings)) as empty:
            _check_empty(empty)
        found = _audited(settings, copy, about)
        if keys:
            found = found._replace(keys=_restore_keys(settings, copy))
        with Store(VOCABULARY, store_environment(settings)) as store:
            fill(store, copy)
        return found
