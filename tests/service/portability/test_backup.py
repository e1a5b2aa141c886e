"""Backups: taken while matches are played, and played on in the other database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
from click.testing import CliRunner

from service.app import create_app, services_of
from service.bootstrap import Services
from service.cli import main
from service.eventstore.stamp import STAMP
from service.evidence.audit import audit_record
from service.evidence.log_audit import audit_tree
from service.portability.backup import back_up, restore_backup
from service.settings import Settings
from tests.servers import Postgres
from tests.service.client import Api, Pair, Player, json_of, seat_names
from tests.service.stores import on_both_stores

NOON = 1_800_000_000_000


@pytest.fixture
def other(settings: Settings, tmp_path: Path, postgres: Postgres, redis_url: str) -> Iterator[Settings]:
    """The settings of an empty service over the other kind of database."""
    elsewhere = tmp_path / "elsewhere"
    if settings.store:
        yield Settings(data=elsewhere)
    else:
        with postgres.database() as env:
            yield Settings(data=elsewhere, store=env, redis_url=redis_url)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where a backup goes."""
    return tmp_path / "copy.db"


def verified(services: Services) -> int:
    """Audits all there is; returns how many answers were decided again."""
    matches = [match for match in services.store.tree.list_streams() if match != STAMP]
    audits = [audit_record(services.store, services.library, match) for match in matches]
    assert [finding for audited in audits for finding in audited.findings] == []
    assert audit_tree(services.store) == []
    return sum(audited.answers for audited in audits)


@on_both_stores
def test_a_backup_of_matches_under_way_is_played_on_in_the_other_database(
    settings: Settings, other: Settings, api: Api, services: Services, file: Path
) -> None:
    pairs = [api.seat_pair() for _ in range(3)]
    api_token = services.api_tokens.issue_token("judge-7f3a", ("judge",))
    services.evidence.seal_heads()
    stop, under_way = Event(), Event()

    def play(pair: Pair, luck: Random) -> None:
        for _ in range(30):  # on a slow machine, too, there is something left to play afterwards
            if not stop.is_set():
                pair.answer_by(luck)
                under_way.set()

    playing = [Thread(target=play, args=(pair, Random(n))) for n, pair in enumerate(pairs)]
    for thread in playing:
        thread.start()
    assert under_way.wait(60)
    about = back_up(settings, file, NOON)
    stop.set()
    for thread in playing:
        thread.join()
    found = restore_backup(other, file)
    assert (found.matches, found.about, found.heads) == (3, about, about.rows["heads"] - 7)
    app = create_app(other)
    with closing(services_of(app)) as restored:
        assert restored.store.log_id not in ("", services.store.log_id)
        assert verified(restored) == found.answers
        first = pairs[0]
        blue = Player(Api(app), first.blue.match, 0, first.blue.token)
        red = Player(Api(app), first.red.match, 1, first.red.token)
        assert seat_names(blue.looks()) == ["Blue", "Red"]
        kept = blue.facts()
        assert kept == first.blue.facts()[: len(kept)]
        Pair(blue, red).play_out(Random(7))
        assert verified(restored) > found.answers
        assert json_of(red.get(f"/facts/{len(kept)}/scene", Authorization=f"Bearer {api_token.token}"))[
            "seq"
        ] == len(kept)


def test_the_commands_tell_what_they_found(tmp_path: Path) -> None:
    here, there = (CliRunner(env={"RECOUNT_DATA": str(tmp_path / name)}) for name in ("here", "there"))
    file = str(tmp_path / "copy.db")
    assert here.invoke(main, ["play", "--bots", "random,random"]).exit_code == 0
    told = here.invoke(main, ["backup", file]).output
    assert re.search(r"copy\.db holds 1 in card_sets, .* in stored_events, .*; SHA-256 [0-9a-f]{64}$", told)
    assert "There is such a file already" in here.invoke(main, ["backup", file]).output
    restored = there.invoke(main, ["restore", file])
    assert restored.exit_code == 0, restored.output
    log_id = re.search(r"The log is (log-[0-9a-f]{16}) now, and ends at position (\d+)\.", restored.output)
    assert log_id is not None
    assert f"Delete everything that you hold of positions above {log_id[2]}," in restored.output
    renewed = there.invoke(main, ["renew-log"])
    assert renewed.exit_code == 0, renewed.output
    assert f"ends at position {log_id[2]}." in renewed.output
    assert log_id[1] not in renewed.output
    assert re.match(r"1 matches, \d+ facts, \d+ heads, \d+ answers decided again: all is as", restored.output)
    assert there.invoke(main, ["verify", "--all"]).output.endswith("all is as it was written.\n")
    again = there.invoke(main, ["restore", file])
    assert (again.exit_code, "The store is not empty" in again.output) == (1, True)


def test_the_command_tells_all_that_is_wrong_in_a_file(tmp_path: Path) -> None:
    here, there = (CliRunner(env={"RECOUNT_DATA": str(tmp_path / name)}) for name in ("here", "there"))
    file = tmp_path / "copy.db"
    here.invoke(main, ["play", "--bots", "random,random"])
    here.invoke(main, ["backup", str(file)])
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    refused = there.invoke(main, ["restore", str(file)])
    assert refused.exit_code == 1
    assert "copy.db is no whole backup" in refused.output
