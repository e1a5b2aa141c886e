"""What lies on the disk is for its owner: hands and names do not lie open to who shares the machine."""

from __future__ import annotations

import os
from pathlib import Path

from msgspec.structs import replace

from service.app import create_app, services_of
from service.settings import Settings

from .client import Api


def modes(folder: Path) -> dict[str, int]:
    """Returns who may do what with a folder and its files."""
    return {path.name: path.stat().st_mode & 0o777 for path in (folder, *folder.iterdir()) if path.is_file()}


def test_databases_are_for_their_owner(settings: Settings) -> None:
    data = settings.data / "new"
    app = create_app(replace(settings, data=data))
    Api(app).opens()
    assert data.stat().st_mode & 0o777 == 0o700
    assert {*modes(data).values()} == {0o600}
    assert {"recount.db", "recount.db-wal", "views.db", "views.db-wal"} <= modes(data).keys()
    services_of(app).close()


def test_those_of_before_become_so(settings: Settings) -> None:
    for _ in range(2):
        app = create_app(settings)
        Api(app).opens()
        assert {*modes(settings.data).values()} == {0o600}
        for name in modes(settings.data):
            os.chmod(settings.data / name, 0o644)
        services_of(app).close()
