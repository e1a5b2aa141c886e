"""Backups that are refused: damaged, changed with skill, or in the way of what is there."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.stamp import STAMP
from service.portability.backup import BackupInfo, RestoreRefused, back_up, restore_backup
from service.portability.copies import StoreNotEmpty
from service.settings import Settings

from .databases import Reused

NOON = 1_800_000_000_000


def cut(file: Path) -> None:
    """The copy was not finished."""
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def flipped(file: Path) -> None:
    """A disk has turned a letter into another."""
    content = file.read_bytes()
    at = content.rindex(b"arena")
    file.write_bytes(content[:at] + b"arenA" + content[at + 5 :])


def something_else(file: Path) -> None:
    """The wrong file was taken."""
    file.write_text("Dear Ada, the backup is on the other disk.")


@pytest.mark.parametrize("damage", [cut, flipped, something_else])
def test_a_damaged_file_is_refused_and_nothing_is_written(
    here: Settings, there: Settings, match: str, file: Path, damage: Callable[[Path], None]
) -> None:
    back_up(here, file, NOON)
    damage(file)
    with pytest.raises(RestoreRefused):
        restore_backup(there, file)
    with Services(there, CardSetRegistry()) as untouched:
        assert untouched.store.tree.list_streams() == [STAMP]


def test_a_file_that_was_changed_with_skill_is_refused_by_the_audit(
    here: Settings, there: Settings, match: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(here, file, NOON)
    with closing(sqlite3.connect(file)) as kept, kept:
        kept.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'e1', 'f1') AS BLOB) "
            "WHERE topic = (SELECT number FROM topics WHERE name = 'core.Answered')"
        )
        [(told,)] = kept.execute("SELECT about FROM backup")
    about = msgspec.json.decode(told, type=BackupInfo)
    monkeypatch.setattr("service.portability.backup._measure_tables", lambda kept: (about.rows, about.digest))
    with pytest.raises(RestoreRefused, match="not as it was written") as refusal:
        restore_backup(there, file)
    assert [finding.match for finding in refusal.value.findings] == [match]
    with Services(there, CardSetRegistry()) as untouched:
        assert untouched.store.position() == 0


def test_the_copy_itself_is_audited_whatever_store_the_environment_names(
    here: Settings, match: str, file: Path, second: Reused, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(here, file, NOON)
    env = second.emptied()
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert restore_backup(Settings(data=tmp_path / "there", store=env), file).facts == 9


def test_an_audit_that_has_not_seen_every_fact_of_the_file_is_no_audit(
    here: Settings, there: Settings, match: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    back_up(here, file, NOON)
    monkeypatch.setattr("service.database.heads.HeadRepository.list_streams", lambda recorder: [STAMP])
    with pytest.raises(RestoreRefused, match=r"seen 0 facts of records and 2 of the journal, .* 12 rows"):
        restore_backup(there, file)


def test_a_store_with_matches_is_not_written_over(
    here: Settings, services: Services, match: str, file: Path
) -> None:
    back_up(here, file, NOON)
    before = services.store.facts(match)
    held = (
        rf"1 in card_sets, 6 in heads, 7 in merkle, 2 in people, {len(before) + 2} in stored_events, "
        "2 in streams"
    )
    with pytest.raises(StoreNotEmpty, match=f"not empty; it has rows: {held}"):
        restore_backup(here, file)
    assert services.store.facts(match) == before


def test_a_backup_does_not_write_over_another(here: Settings, services: Services, file: Path) -> None:
    back_up(here, file, NOON)
    before = file.read_bytes()
    with pytest.raises(FileExistsError):
        back_up(here, file, NOON)
    assert file.read_bytes() == before
