"""Backups: taken while matches are played, held against themselves, and played on in the other database."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event, Thread

import msgspec
import pytest
from click.testing import CliRunner

from service.app import create_app, house_of
from service.audit import audit
from service.backups import About, NotRestored, back_up, restore
from service.cli import main
from service.copies import Occupied
from service.house import House
from service.settings import Settings
from service.store import STAMP
from service.tree import audit_tree
from tests.servers import Postgres

from .people import Club, Pair, Player, told

NOON = 1_800_000_000_000


@pytest.fixture
def other(settings: Settings, tmp_path: Path, postgres: Postgres, redis_url: str) -> Iterator[Settings]:
    """The settings of an empty house over the other kind of database."""
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


def verified(house: House) -> int:
    """Audits all there is; returns how many answers were decided again."""
    matches = [match for match in house.store.tree.matches() if match != STAMP]
    audits = [audit(house.store, house.library, match) for match in matches]
    assert [finding for audited in audits for finding in audited.findings] == []
    assert audit_tree(house.store) == []
    return sum(audited.answers for audited in audits)


def test_a_backup_of_matches_under_way_is_played_on_in_the_other_database(
    settings: Settings, other: Settings, club: Club, house: House, file: Path
) -> None:
    pairs = [club.seats_a_pair() for _ in range(3)]
    badge = house.matches.badges.issue("judge-7f3a", ("judge",))
    house.evidence.seal()
    stop, under_way = Event(), Event()

    def play(pair: Pair, luck: Random) -> None:
        while not stop.is_set() and pair.answer_by(luck):
            under_way.set()

    playing = [Thread(target=play, args=(pair, Random(n))) for n, pair in enumerate(pairs)]
    for thread in playing:
        thread.start()
    assert under_way.wait(10)
    about = back_up(settings, file, NOON)
    stop.set()
    for thread in playing:
        thread.join()
    found = restore(other, file)
    assert (found.matches, found.about, found.heads) == (3, about, about.rows["heads"])
    app = create_app(other)
    with house_of(app) as restored:
        assert verified(restored) == found.answers
        first = pairs[0]
        blue = Player(Club(app), first.blue.match, 0, first.blue.token)
        red = Player(Club(app), first.red.match, 1, first.red.token)
        assert blue.looks()["players"] == ["Blue", "Red"]
        kept = blue.facts()
        assert kept == first.blue.facts()[: len(kept)]
        Pair(blue, red).play_out(Random(7))
        assert verified(restored) > found.answers
        assert told(red.gets(f"/at/{len(kept)}", Authorization=f"Bearer {badge.token}"))["seq"] == len(kept)


def test_keys_go_along_when_they_are_asked_for(
    settings: Settings, other: Settings, pair: Pair, house: House, file: Path
) -> None:
    back_up(settings, file, NOON, keys=True)
    assert file.stat().st_mode & 0o077 == 0, "it is for its owner alone"
    restore(other, file, keys=True)
    with house_of(create_app(other)) as restored:
        assert restored.evidence.public_keys() == house.evidence.public_keys()


def test_keys_that_are_not_in_the_file_and_keys_that_stand_in_the_way(
    settings: Settings, other: Settings, pair: Pair, file: Path
) -> None:
    back_up(settings, file, NOON)
    with pytest.raises(NotRestored, match="no keys in the file"):
        restore(other, file, keys=True)
    with_keys = file.with_name("keys.db")
    back_up(settings, with_keys, NOON, keys=True)
    house_of(create_app(other)).close()
    with pytest.raises(NotRestored, match=r"0001\.pem is another key than that in the file"):
        restore(other, with_keys, keys=True)


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
    settings: Settings, other: Settings, pair: Pair, file: Path, damage: Callable[[Path], None]
) -> None:
    back_up(settings, file, NOON)
    damage(file)
    with pytest.raises(NotRestored):
        restore(other, file)
    with house_of(create_app(other)) as untouched:
        assert untouched.store.tree.matches() == [STAMP]


def test_a_file_that_was_changed_with_skill_is_refused_by_the_audit(
    settings: Settings, other: Settings, pair: Pair, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair.blue.answers("e1")
    back_up(settings, file, NOON)
    with closing(sqlite3.connect(file)) as kept, kept:
        kept.execute(
            "UPDATE stored_events SET state = replace(state, 'e1', 'f1') WHERE topic = 'core.Answered'"
        )
    measured = told_of(file)
    monkeypatch.setattr("service.backups._measured", lambda kept: measured)
    with pytest.raises(NotRestored, match="not as it was written") as refusal:
        restore(other, file)
    assert [finding.match for finding in refusal.value.findings] == [pair.blue.match]
    with house_of(create_app(other)) as untouched:
        assert untouched.store.position() == 0


def told_of(file: Path) -> tuple[dict[str, int], str]:
    """Returns what *file* says that it holds."""
    with closing(sqlite3.connect(file)) as kept:
        [(text,)] = kept.execute("SELECT about FROM backup")
    about = msgspec.json.decode(text, type=About)
    return about.rows, about.digest


def test_a_store_with_matches_is_not_written_over(
    settings: Settings, house: House, pair: Pair, file: Path
) -> None:
    house.evidence.seal()
    back_up(settings, file, NOON)
    before = pair.public.facts()
    held = r"1 in card_sets, 3 in heads, 4 in merkle, 2 in people, 5 in stored_events"
    with pytest.raises(Occupied, match=f"not empty; it has rows: {held}"):
        restore(settings, file)
    assert pair.public.facts() == before


def test_a_backup_does_not_write_over_another(settings: Settings, pair: Pair, file: Path) -> None:
    back_up(settings, file, NOON)
    before = file.read_bytes()
    with pytest.raises(FileExistsError):
        back_up(settings, file, NOON)
    assert file.read_bytes() == before


def test_the_commands_tell_what_they_found(tmp_path: Path) -> None:
    here, there = (CliRunner(env={"RECOUNT_DATA": str(tmp_path / name)}) for name in ("here", "there"))
    file = str(tmp_path / "copy.db")
    assert here.invoke(main, ["play", "--bots", "random,random"]).exit_code == 0
    told = here.invoke(main, ["backup", file]).output
    assert re.search(r"copy\.db holds 1 in card_sets, .* in stored_events, .*; SHA-256 [0-9a-f]{64}$", told)
    assert "There is such a file already" in here.invoke(main, ["backup", file]).output
    restored = there.invoke(main, ["restore", file])
    assert restored.exit_code == 0, restored.output
    assert re.match(r"1 matches, \d+ facts, \d+ heads, \d+ answers decided again: all is as", restored.output)
    assert there.invoke(main, ["verify", "--all"]).output.endswith("all is as it was written.\n")
    again = there.invoke(main, ["restore", file])
    assert (again.exit_code, "The store is not empty" in again.output) == (1, True)


def test_the_command_tells_all_that_is_wrong_in_a_file(tmp_path: Path) -> None:
    here, there = (CliRunner(env={"RECOUNT_DATA": str(tmp_path / name)}) for name in ("here", "there"))
    file = tmp_path / "copy.db"
    here.invoke(main, ["play", "--bots", "random,random"])
    here.invoke(main, ["backup", str(file)])
    cut(file)
    refused = there.invoke(main, ["restore", str(file)])
    assert refused.exit_code == 1
    assert "copy.db is no whole backup" in refused.output
