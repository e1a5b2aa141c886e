"""Stores, records and bundles of earlier releases open, verify and import, in either database."""

from __future__ import annotations

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from domain.people import JOURNAL
from domain.table import open_question
from replays.proof import bundle, bundle_check, record
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.eventstore.codec import VOCABULARY
from service.eventstore.stamp import STAMP
from service.eventstore.store import Store
from service.evidence.audit import audit_record
from service.evidence.journal_audit import audit_journal
from service.evidence.log_audit import audit_tree
from service.portability.backup import restore_backup
from service.portability.imports import import_match
from service.portability.tournament_imports import import_tournament
from service.proofs.exports import export_record
from service.settings import Settings, store_environment
from service.shared.record_ids import is_tournament_id as is_tournament
from service.tournaments.background.bundles import bundle_chunks
from tests.servers import Postgres

from .releasing import RELEASES

BACKUPS, DUMPS, RECORDS, BUNDLES = (
    sorted(RELEASES.glob(f"*.{kind}.gz")) for kind in ("db", "sql", "record", "bundle")
)


def opened(file: Path, folder: Path) -> Path:
    """Returns *file* as it was before it was packed."""
    unpacked = folder / file.stem
    unpacked.write_bytes(gzip.decompress(file.read_bytes()))
    return unpacked


def assert_whole(settings: Settings) -> None:
    """Fails unless all is there that `releasing` puts into a store, and verifies, and can be written to."""
    with Services(settings, CardSetRegistry()) as services:
        store = services.store
        matches = [match for match in store.tree.list_streams() if match not in (STAMP, JOURNAL)]
        audits = [audit_record(store, services.library, match) for match in matches]
        assert [finding for audited in audits for finding in audited.findings] + audit_tree(store) == []
        journal = audit_journal(store)
        assert (journal.findings, journal.names > 1, journal.api_tokens > 0) == ([], True, True)
        assert sum(audited.answers for audited in audits) > 20
        tournaments = [id for id in matches if is_tournament(id)]
        assert all(services.tournaments.get(id).end for id in tournaments)
        own = [
            id
            for id in matches
            if not is_tournament(id) and not services.repository.load_match(id).match.settings.event
        ]
        [waiting] = [match for match in own if open_question(*services.repository.load_match(match))]
        [over] = {*own} - {waiting}
        assert [case.is_waiting for case in services.repository.load_match(over).match.cases] == [False]
        [(written, many)] = store.commentaries.list_commentaries(over, 10)
        assert (written.title, many, len(store.commentaries.list_notes(written.id))) == (
            "Where it was lost",
            1,
            1,
        )
        assert "judge-7f3a" in [api_token.name for api_token in services.api_tokens.list_tokens()]
        [subscription] = services.webhooks.list_subscriptions()
        assert [
            delivery.status for _, delivery in services.webhooks.list_deliveries(subscription.id, 99, 9)
        ] == [200]
        assert services.sessions.load_session("a browser").account == "a key"
        assert {row.digest != "" for row in store.people.people_called("Ada")} == {True}
        assert {row.digest != "" for row in store.people.people_called("Blue")} == {False}
        before = services.evidence.seal_heads()
        services.matches.open_match("arena", {"chapter": 1}, 2)
        assert services.evidence.seal_heads() != before


@pytest.mark.parametrize("release", BACKUPS, ids=lambda file: file.stem)
def test_a_store_in_sqlite(release: Path, tmp_path: Path) -> None:
    store = opened(release, tmp_path).rename(tmp_path / "recount.db")
    (tmp_path / "keys").mkdir()
    with closing(sqlite3.connect(store)) as kept, kept:
        for name, content in kept.execute("SELECT file, content FROM keys").fetchall():
            (tmp_path / "keys" / name).write_bytes(content)
        kept.execute("DROP TABLE keys")
        kept.execute("DROP TABLE backup")
    settings = Settings(data=tmp_path, runner=False)
    Store(VOCABULARY, store_environment(settings), migrate=True).close()
    assert_whole(settings)


@pytest.fixture
def dumped(request: pytest.FixtureRequest, postgres: Postgres, tmp_path: Path) -> Iterator[dict[str, str]]:
    """A database of PostgreSQL with what a release has left there."""
    with postgres.database() as env:
        with postgres.connect(env["POSTGRES_DBNAME"]) as server:
            server.execute(opened(request.param, tmp_path).read_bytes())
        yield env


@pytest.mark.parametrize("dumped", DUMPS, ids=lambda file: file.stem, indirect=True)
def test_a_store_in_postgresql(dumped: dict[str, str], tmp_path: Path) -> None:
    Store(VOCABULARY, dumped, migrate=True).close()
    assert_whole(Settings(data=tmp_path, store=dumped, runner=False))


@pytest.mark.parametrize("release", BACKUPS, ids=lambda file: file.stem)
def test_a_backup(release: Path, anywhere: Settings, tmp_path: Path) -> None:
    restore_backup(anywhere, opened(release, tmp_path), keys=True)
    assert_whole(anywhere)


@pytest.mark.parametrize("release", RECORDS, ids=lambda file: file.stem)
def test_a_record(release: Path, tmp_path: Path) -> None:
    file = gzip.decompress(release.read_bytes())
    with Services(Settings(data=tmp_path, runner=False), CardSetRegistry()) as services:
        match = import_match(services, file, "bo").match
        assert audit_record(services.store, services.library, match).findings == []
        viewer = services.access.viewer_for(match, services.api_tokens.issue_token("jo", ["judge"]).token)
        onward = export_record(services, match, viewer, full=True)
        hashes = [fact.hash for fact in record.read_record(file).facts]
        assert [fact.hash for fact in onward.facts[: len(hashes)]] == hashes


@pytest.mark.parametrize("release", BUNDLES, ids=lambda file: file.stem)
def test_a_bundle(release: Path, tmp_path: Path) -> None:
    file = gzip.decompress(release.read_bytes())
    with Services(Settings(data=tmp_path, runner=False), CardSetRegistry()) as services:
        tournament, *_ = import_tournament(services, file, "bo")
        onward = bundle.read_bundle(b"".join(bundle_chunks(services, tournament, managed=True)))
        assert bundle_check.check_bundle(onward, services.evidence.public_keys()).findings == []
        assert onward.record.facts[:-1] == bundle.read_bundle(file).record.facts, (
            "the last fact states the import"
        )
        assert len(onward.matches) == 2
