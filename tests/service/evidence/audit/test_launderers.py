"""Whoever empties the tables of the evidence gains nothing: a checkpoint lies outside of the database."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest

from service.app import create_app, services_of
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.settings import Settings
from tests.service.cli.test_commands import Operator

from .people import Vandal


class Scene(NamedTuple):
    """A service with one match, somebody with a shell there, and somebody with SQL."""

    operator: Operator
    vandal: Vandal
    checkpoint: Path


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """The service; its log is sealed."""
    settings = Settings(data=tmp_path / "house", runner=False)
    goes_on(settings)
    return Scene(Operator(settings.data), Vandal(settings), settings.data / "keys" / "checkpoint")


def goes_on(settings: Settings) -> None:
    """Two people sit down at a match, which leaves three heads and two names; the log is sealed."""
    with Services(settings, CardSetRegistry()) as services:
        opened = services.matches.open_match("arena", {"chapter": 1}, 2)
        for seat, claim in enumerate(opened.claims):
            services.matches.claim_seat(opened.match, seat, claim, f"Player {seat}", "")
        services.evidence.seal_heads()


def steals_a_seat(vandal: Vandal) -> None:
    state = "CAST(replace(CAST(state AS TEXT), 'p-', 'q-') AS BLOB)"
    vandal.does(f"UPDATE facts SET state = {state} WHERE topic = 'table.SeatClaimed'")


def test_a_rewrite_with_heads_and_log_emptied_is_found_and_the_store_is_not_opened(scene: Scene) -> None:
    steals_a_seat(scene.vandal)
    for table in ("heads", "merkle"):
        scene.vandal.does(f"DELETE FROM {table}")
    for _ in range(2):  # the audit heals nothing
        told = scene.operator.tries("verify", "--all")
        assert told.exit_code == 1
        assert "no head is there for any of its facts" in told.stdout
        assert "The log was cut off: it held" in told.stdout
    assert scene.vandal.does("SELECT count(*) FROM heads") == [(0,)]
    assert "All heads of this store were removed" in scene.operator.tries("export", "x").stderr
    assert "nothing to adopt" in scene.operator.tries("adopt").stderr


def test_neither_is_one_adopted_whose_stamp_was_taken_back(scene: Scene) -> None:
    for table in ("heads", "merkle"):
        scene.vandal.does(f"DELETE FROM {table}")
    scene.vandal.does("UPDATE facts SET state = ? WHERE match = 'recount'", b'{"format":1}')
    assert "nothing to adopt" in scene.operator.tries("adopt").stderr
    assert scene.vandal.does("SELECT count(*) FROM heads") == [(0,)]


def test_a_log_that_was_emptied_is_not_signed_anew(scene: Scene) -> None:
    kept = scene.checkpoint.read_text(encoding="utf-8")
    scene.vandal.does("DELETE FROM merkle")
    assert "The log was cut off" in scene.operator.tries("checkpoint").stderr
    assert "The log was cut off" in scene.operator.tries("verify", "--all").stdout
    assert scene.vandal.does("SELECT count(*) FROM merkle") == [(0,)]
    assert scene.checkpoint.read_text(encoding="utf-8") == kept


def test_a_fact_that_was_moved_in_the_feed_is_found(scene: Scene) -> None:
    scene.vandal.does(
        "UPDATE facts SET rowid = rowid + 1000000 WHERE topic = 'table.SeatClaimed' AND seq = 3"
    )
    told = scene.operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert "Fact 3 was moved in the feed, from position 6 to 1000006." in told.stdout


def test_a_write_that_was_moved_with_its_head_and_its_entry_is_found(scene: Scene) -> None:
    for statement in (
        "UPDATE facts SET rowid = rowid + 1000000 WHERE rowid = 4",
        "UPDATE heads SET position = position + 1000000 WHERE position = 4",
        "UPDATE merkle SET position = position + 1000000 WHERE position = 4",
    ):
        scene.vandal.does(statement)
    told = scene.operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert "of the log stands before the one that it follows in the feed" in told.stdout


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM streams WHERE name <> 'recount'",
        "UPDATE streams SET name = '1NG2V9SR8ZY8' WHERE name NOT IN ('recount', 'journal')",
        "DELETE FROM topics WHERE name = 'table.SeatClaimed'",
        "UPDATE topics SET name = 'core.Resolved' WHERE name = 'table.SeatClaimed'",
    ],
)
def test_a_name_that_rows_tell_by_its_number_cannot_be_changed_unseen(scene: Scene, statement: str) -> None:
    scene.vandal.does(statement)
    told = scene.operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert "not as written are" in told.stderr


def test_positions_that_were_all_raised_are_found(scene: Scene) -> None:
    """The order is the same, but whoever goes on reading the feed from where they were misses a fact."""
    assert "position 8\n" in scene.checkpoint.read_text(encoding="utf-8")
    for table, column in (("facts", "rowid"), ("heads", "position"), ("merkle", "position")):
        scene.vandal.does(f"UPDATE {table} SET {column} = -{column} - 1")  # each is there but once
        scene.vandal.does(f"UPDATE {table} SET {column} = -{column}")
    told = scene.operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert "The feed was renumbered: head 5 stood at position 8, now at 9." in told.stdout


def test_a_witness_file_holds_the_log_to_what_it_was(scene: Scene, tmp_path: Path) -> None:
    witness = tmp_path / "elsewhere"
    note = scene.operator.runs("checkpoint", "--to", str(witness))
    assert witness.read_text(encoding="utf-8") == note
    goes_on(Settings(data=tmp_path / "house", runner=False))
    longer = scene.operator.runs("checkpoint", "--to", str(witness))
    assert witness.read_text(encoding="utf-8") == longer != note
    scene.checkpoint.unlink()
    for table in ("merkle", "heads WHERE seq > 2"):
        scene.vandal.does(f"DELETE FROM {table}")
    refused = scene.operator.tries("checkpoint", "--to", str(witness))
    assert f"The checkpoint is kept in {witness}" in refused.stderr


class Kept(BaseHTTPRequestHandler):
    """Keeps what it is sent, as any server of files does."""

    notes: list[bytes]

    def do_GET(self) -> None:
        self.send_response(200 if self.notes else 404)
        self.end_headers()
        self.wfile.write(self.notes[-1] if self.notes else b"")

    def do_PUT(self) -> None:
        self.notes.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    """An address that keeps a file."""
    Kept.notes = []
    with ThreadingHTTPServer(("127.0.0.1", 0), Kept) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/log"
        server.shutdown()
        thread.join()


def test_a_witness_at_an_address_is_told_by_put_and_asked_at_every_audit(
    scene: Scene, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOUNT_WITNESS", address)
    assert scene.operator.runs("checkpoint", "--to", address).encode() == Kept.notes[-1]
    scene.operator.runs("verify", "--all")
    scene.checkpoint.unlink()
    scene.vandal.does("DELETE FROM merkle")
    told = scene.operator.tries("verify", "--all")
    assert f"The checkpoint is kept in {address}" in told.stdout


def test_a_witness_that_cannot_be_asked_is_a_finding(
    scene: Scene, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RECOUNT_WITNESS", str(tmp_path))
    told = scene.operator.tries("verify", "--all")
    assert told.exit_code == 1
    assert f"The checkpoint in {tmp_path} cannot be read" in told.stdout


def test_a_service_that_starts_on_another_log_than_was_signed_is_not_ready(
    scene: Scene, tmp_path: Path
) -> None:
    scene.vandal.does("DELETE FROM merkle")
    app = create_app(Settings(data=tmp_path / "house", runner=False))
    with closing(services_of(app)):
        told = app.test_client().get("/readyz")
    assert told.status_code == 503
    assert told.json is not None
    assert told.json["torn"][0].startswith("The log was cut off: it held ")
