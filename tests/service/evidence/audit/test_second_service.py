"""A second service as witness: it keeps the last checkpoint of the first, and nobody makes it shorter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import httpx
import pytest
from werkzeug.serving import make_server

from service.app import create_app, services_of
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.service.cli.test_commands import Operator

from .people import Vandal
from .test_launderers import goes_on


class Scene(NamedTuple):
    """The service that is watched, somebody with SQL there, and its address at the second service."""

    operator: Operator
    vandal: Vandal
    address: str


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    """A service with one match, and another one that trusts its key."""
    settings = Settings(data=tmp_path / "first", name="first.example/log", runner=False)
    goes_on(settings)
    with Services(settings, CardSetRegistry()) as first:
        keys = frozenset(map(str, first.evidence.public_keys()))
    app = create_app(Settings(data=tmp_path / "second", name="second", trusted=keys, runner=False))
    server = make_server("127.0.0.1", 0, app)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield Scene(
        Operator(settings.data),
        Vandal(settings),
        f"http://127.0.0.1:{server.port}/api/v1/witness/first.example/log",
    )
    server.shutdown()
    thread.join()
    services_of(app).close()


@pytest.fixture(autouse=True)
def named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RECOUNT_NAME", "first.example/log")


def test_a_log_that_was_cut_off_is_found_though_the_service_keeps_nothing(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOUNT_WITNESS", scene.address)
    note = scene.operator.runs("checkpoint", "--to", scene.address)
    assert httpx.get(scene.address).text == note
    (tmp_path / "first" / "keys" / "checkpoint").unlink()
    scene.operator.runs("verify", "--all")
    scene.vandal.does("DELETE FROM merkle")
    told = scene.operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert f"The checkpoint is kept in {scene.address}" in told.stdout
    assert httpx.get(scene.address).text == note


def test_an_older_checkpoint_is_refused(scene: Scene, tmp_path: Path) -> None:
    older = scene.operator.runs("checkpoint", "--to", scene.address)
    goes_on(Settings(data=tmp_path / "first", name="first.example/log", runner=False))
    newer = scene.operator.runs("checkpoint", "--to", scene.address)
    refused = httpx.put(scene.address, content=older, headers={"Accept-Language": "fr"})
    assert refused.status_code == 409
    assert "contredit celui qui est conservé ici" in refused.json()["detail"]
    assert httpx.get(scene.address).text == newer
    assert httpx.put(scene.address, content=newer).status_code == 204


@pytest.mark.parametrize("note", ["", "\xff", "first.example/log\n1\nAA==\n\n— nobody AA==\n"])
def test_what_no_trusted_key_has_signed_is_refused(scene: Scene, note: str) -> None:
    refused = httpx.put(scene.address, content=note.encode("latin-1", "replace"))
    assert refused.status_code == 422
    assert refused.json()["type"].endswith("untrusted")
    assert httpx.get(scene.address).status_code == 404


def test_a_checkpoint_of_one_service_is_not_kept_for_another(scene: Scene) -> None:
    note = scene.operator.runs("checkpoint")
    elsewhere = scene.address.replace("first.example/log", "third")
    assert httpx.put(elsewhere, content=note).status_code == 422
    assert httpx.get(elsewhere).json()["type"].endswith("unknown-house")


def test_what_the_disk_refuses_is_told_as_out_of_reach(scene: Scene, tmp_path: Path) -> None:
    note = scene.operator.runs("checkpoint", "--to", scene.address)
    [kept] = (tmp_path / "second" / "witnessed").iterdir()
    kept.unlink()
    kept.mkdir()
    assert httpx.get(scene.address).status_code == 503
    assert httpx.put(scene.address, content=note).status_code == 503
