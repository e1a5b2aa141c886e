"""Photos in backups: a restore refuses altered ones, and reports missing ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

from domain.table.recordings.photos import list_photos
from service.bootstrap import Services
from service.cases.photos import add_photo
from service.catalog.cardsets import CardSetRegistry
from service.database.photos import photo_deletion
from service.database.tables import photos
from service.portability.backup import RestoreRefused, back_up, restore_backup
from service.settings import Settings
from tests.service.cases.test_photos import picture

NOON = 1_800_000_000_000


@pytest.fixture
def sha256(services: Services, match: str) -> str:
    """The hash of a photo in a case of the match."""
    services.cases.open_case(match, "seat:0", "Two spaces.", [])
    add_photo(services, match, 1, "seat:0", picture())
    services.evidence.seal_heads()
    [photo] = list_photos(services.store.facts(match)).values()
    return photo.sha256


def test_a_restored_photo_has_the_bytes_of_its_hash(
    here: Settings, anywhere: Settings, services: Services, match: str, sha256: str, file: Path
) -> None:
    back_up(here, file, NOON)
    assert restore_backup(anywhere, file).missing_photos == 0
    with Services(anywhere, CardSetRegistry()) as restored:
        content = restored.store.photos.find_photo(match, sha256)
        assert content == services.store.photos.find_photo(match, sha256) is not None


def test_a_missing_photo_is_counted_and_the_rest_restored(
    here: Settings, there: Settings, services: Services, match: str, sha256: str, file: Path
) -> None:
    deletion = photo_deletion(match, sha256)
    services.store.database.execute_write(deletion.statement, **deletion.values)
    back_up(here, file, NOON)
    restored = restore_backup(there, file)
    assert (restored.matches, restored.missing_photos) == (1, 1)


def test_a_photo_with_other_bytes_than_its_hash_is_refused(
    here: Settings, there: Settings, services: Services, match: str, sha256: str, file: Path
) -> None:
    services.store.database.execute_write(update(photos).values(content=picture("PNG")))
    back_up(here, file, NOON)
    with pytest.raises(RestoreRefused, match="not as it was written") as refusal:
        restore_backup(there, file)
    assert [sha256 in finding.sentence for finding in refusal.value.findings] == [True]
    with Services(there, CardSetRegistry()) as untouched:
        assert untouched.store.position() == 0
