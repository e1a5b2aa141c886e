"""Views whose file is damaged: they are made anew, because the log has all that they need."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from projections.sqlite_view_store import SqliteViewStore


def test_views_in_a_file_that_is_no_database_start_anew(tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    path.write_bytes(b"garbage" * 1000)
    with closing(SqliteViewStore(path)) as views:
        assert views.position("lobby") == 0
        views.save("lobby", {"a match": b"{}"}, 0, 7)
        assert views.get("lobby", "a match") == b"{}"
    assert (tmp_path / "views.db.damaged").read_bytes() == b"garbage" * 1000
    assert path.stat().st_mode & 0o077 == 0


def test_views_with_a_damaged_schema_start_anew(tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    with closing(SqliteViewStore(path)) as views:
        views.save("lobby", {"a match": b"{}"}, 0, 7)
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * 400 + whole[500:])
    with closing(SqliteViewStore(path)) as views:
        assert (views.position("lobby"), views.get("lobby", "a match")) == (0, None)


def test_a_file_that_cannot_be_opened_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "views.db"
    path.mkdir()
    with pytest.raises((OSError, sqlite3.OperationalError)):
        SqliteViewStore(path)
    assert path.is_dir()
