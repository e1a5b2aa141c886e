"""Writes the stores of this release, for later ones to be tested on: `python -m tests.stores.releasing 2`.

Of release 2 that makes `releases/2.db.gz`, a backup with its keys, which is a store of SQLite with two more
tables, and `releases/2.sql.gz`, the same store as PostgreSQL dumps it.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from flask import Flask

from domain import table
from service.app import create_app, services_of
from service.identity.sessions import Session
from service.portability.backup import back_up, restore
from service.settings import Settings
from service.webhooks.model import Delivery
from tests.servers import Postgres, postgres, programs
from tests.service.judges import disputes, judge, rules
from tests.service.people import Api, Pair, told

RELEASES = Path(__file__).with_name("releases")
NOON = 1_800_000_000_000


def main(release: str) -> None:
    """Writes the two files of *release*."""
    with tempfile.TemporaryDirectory() as folder, postgres(synced=False) as server, server.database() as env:
        settings, backup = Settings(data=Path(folder, "here"), runner=False), Path(folder, "backup.db")
        app = create_app(settings)
        _fill(app)
        services_of(app).close()
        back_up(settings, backup, NOON, keys=True)
        restore(Settings(data=Path(folder, "there"), store=env, runner=False), backup)
        _keep(f"{release}.db.gz", backup.read_bytes())
        _keep(f"{release}.sql.gz", _dumped(server, env["POSTGRES_DBNAME"]))


def _fill(app: Flask) -> None:
    """Puts rows into every table: matches of both games, one of them ruled on and over, and all around."""
    api, services, luck = Api(app), services_of(app), Random(3)
    arena, villainous = api.seats_a_pair(), api.seats_a_pair("villainous")
    arena.blue.answers("e1", Idempotency_Key="first")
    disputes(arena.red, "We had two Victory Points.")
    assert rules(judge(services, arena)).status_code == 201
    arena.play_out(luck)
    for _ in range(12):
        _move(app, villainous, luck)
    opened = told(
        api.sends(f"{_path(arena)}/api/v1/commentaries", {"title": "Where it was lost", "author": "Grace"})
    )
    note = f"/api/v1/commentaries/{opened['id']}/notes/5"
    headers = {"Authorization": f"Bearer {opened['token']}"}
    assert app.test_client().put(note, json={"text": "Here.", "marks": []}, headers=headers).status_code < 300
    services.accounts.make("Ada")
    made = services.webhooks.add("organizer-1", "https://example.org/hook").subscription
    services.webhooks.change(
        made.id, lambda before: before, delivery=Delivery("message", 5, 1, NOON, 200, "", 3)
    )
    services.sessions.keep("a browser", Session(account="a key"))
    services.evidence.seal()


def _move(app: Flask, pair: Pair, luck: Random) -> None:
    services, match = services_of(app), pair.blue.match
    question = table.asked(*(seen := services.repository.get(match)))
    assert question is not None
    picks = tuple(luck.sample(question.options, luck.randint(question.least, question.most)))
    services.matches.answer(match, pair[question.seat].token, picks, seen.match.seq)


def _path(pair: Pair) -> str:
    return f"/api/v1/matches/{pair.blue.match}"


def _dumped(server: Postgres, database: str) -> bytes:
    dump = (
        f"{programs()}/pg_dump",
        "--inserts",
        "--no-owner",
        "-h",
        str(server.home),
        "-U",
        server.USER,
        database,
    )
    lines = subprocess.run(dump, check=True, stdout=subprocess.PIPE).stdout.splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(b"\\"))  # those are for psql alone


def _keep(name: str, content: bytes) -> None:
    (RELEASES / name).write_bytes(gzip.compress(content, mtime=0))


if __name__ == "__main__":
    main(sys.argv[1])
