"""Writes the stores and files of this release for tests of later ones: `python -m tests.stores.releasing 2`.

Release 2 has four files in `releases/`: `2.db.gz` is a backup with its keys, a store of SQLite with two more
tables. `2.sql.gz` is the same store in a dump of PostgreSQL. `2.record.gz` is a judge's record of a match,
and `2.bundle.gz` an organizer's bundle of a tournament with its matches.
"""

from __future__ import annotations

import gzip
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

from msgspec.structs import replace

from domain import table
from replays.proof import record
from service.app import create_app, services_of
from service.bootstrap import Services
from service.identity.sessions import Session
from service.portability.backup import back_up, restore_backup
from service.proofs.exports import export_record
from service.settings import Settings
from service.tournaments.background.bundles import bundle_chunks
from service.webhooks.model import Delivery
from tests.servers import Postgres, postgres, programs
from tests.service.client import Api, Pair, json_of, wait_for
from tests.service.judges import disputes, judge, rules, says
from tests.service.tournaments.desk import DRAW, Desk
from tests.service.tournaments.test_online import results, seated

RELEASES = Path(__file__).with_name("releases")
NOON = 1_800_000_000_000


def main(release: str) -> None:
    """Writes the files of *release*."""
    with tempfile.TemporaryDirectory() as folder, postgres(synced=False) as server, server.database() as env:
        settings, backup = Settings(data=Path(folder, "here"), runner=False), Path(folder, "backup.db")
        for fill, runner in ((_play_tournament, True), (_fill, False)):
            app = create_app(replace(settings, runner=runner))
            kind, content = fill(Api(app), services_of(app))
            _keep(f"{release}.{kind}.gz", content)
            services_of(app).close()
        back_up(settings, backup, NOON, keys=True)
        restore_backup(Settings(data=Path(folder, "there"), store=env, runner=False), backup)
        _keep(f"{release}.db.gz", backup.read_bytes())
        _keep(f"{release}.sql.gz", _dumped(server, env["POSTGRES_DBNAME"]))


def _play_tournament(api: Api, services: Services) -> tuple[str, bytes]:
    """Plays a tournament of one round of two matches; a judge corrects one result. Returns its bundle."""
    desk = Desk.opens(api, services, online=True).registers("Zoe", "Grace", "Lin", "Mae")
    desk.starts(1, "Zoe Grace", "Lin Mae")
    for _, loser in (seated(desk, 1, "Zoe", "Grace"), seated(desk, 2, "Lin", "Mae")):
        assert says(loser, "/concession", {}).status_code == 201
    wait_for(lambda: all(results(desk, number) for number in (1, 2)), "the results arrive")
    desk.did("correct", stage=1, round=1, table=2, result=DRAW, why="They agreed.")
    desk.did("close", stage=1, round=1)
    desk.ends(services, overrule="enough")
    return "bundle", b"".join(bundle_chunks(services, desk.tournament, managed=True))


def _fill(api: Api, services: Services) -> tuple[str, bytes]:
    """Puts rows into every other table; returns the record of the match that a judge ruled on."""
    luck = Random(3)
    arena, villainous = api.seat_pair(), api.seat_pair("villainous")
    arena.blue.answers("e1", Idempotency_Key="first")
    disputes(arena.red, "We had two Victory Points.")
    assert rules(judge(services, arena)).status_code == 201
    arena.play_out(luck)
    for _ in range(12):
        _move(services, villainous, luck)
    opened = json_of(
        api.post(f"{_path(arena)}/commentaries", {"title": "Where it was lost", "author": "Grace"})
    )
    note = f"/api/v1/commentaries/{opened['id']}/notes/5"
    headers = {"Authorization": f"Bearer {opened['token']}"}
    reply = api.app.test_client().put(note, json={"text": "Here.", "marks": []}, headers=headers)
    assert reply.status_code < 300
    services.accounts.create_account("Ada")
    made = services.webhooks.create_subscription("organizer-1", "https://example.org/hook").subscription
    services.webhooks.change_subscription(
        made.id, lambda before: before, delivery=Delivery("message", 5, 1, NOON, 200, "", 3)
    )
    services.sessions.store_session("a browser", Session(account="a key"))
    services.evidence.seal_heads()
    viewer = services.access.viewer_for(arena.blue.match, judge(services, arena).token)
    return "record", record.dump_record(export_record(services, arena.blue.match, viewer, full=True))


def _move(services: Services, pair: Pair, luck: Random) -> None:
    match = pair.blue.match
    question = table.open_question(*(seen := services.repository.load_match(match)))
    assert question is not None
    picks = tuple(luck.sample(question.options, luck.randint(question.least, question.most)))
    services.matches.answer_question(match, pair[question.seat].token, picks, seen.match.seq)


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
