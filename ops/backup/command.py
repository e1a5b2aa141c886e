"""Loses a PostgreSQL, and recovers it to a position of the log and to its end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import click

from ops.shared import processes
from tests import servers
from tests.servers import Postgres

from .archive import Archive

DATABASE = "recount"
POSITION = "SELECT max(notification_id) FROM recount_events"
SEALED = "SELECT xmin::text FROM merkle WHERE level = 0 ORDER BY place DESC LIMIT 1"
"""The transaction of the last head in the log of heads."""


class Service:
    """The commands of the service on the PostgreSQL in *home*, with its keys in *data*."""

    def __init__(self, home: Path, data: Path) -> None:
        self._data, self._env = data, {**Postgres(home).environment(DATABASE), "RECOUNT_DATA": str(data)}

    def runs(self, *words: str) -> str:
        """Returns the output of a command; raises `ClickException` after a failure."""
        environment = {**os.environ, **self._env}
        run = subprocess.run(
            processes.python("service", *words), env=environment, cwd=processes.ROOT,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        if run.returncode:
            raise click.ClickException(f"recount {' '.join(words)}:\n{run.stdout}")
        return run.stdout

    def keeps(self, elsewhere: Path) -> Path:
        """Copies the keys and a signed checkpoint to the folder *elsewhere*."""
        note = self.runs("checkpoint")
        shutil.copytree(self._data, elsewhere)
        (elsewhere / "kept.txt").write_text(note, encoding="utf-8")
        return elsewhere


class Lost(NamedTuple):
    """The lost store with the target of its recovery, its archived and last position, and its keys."""

    position: int
    transaction: str
    archived: int
    last: int
    kept: Path


@click.group()
def main() -> None:
    """Backups of a store in PostgreSQL by pgBackRest."""


@main.command()
@click.option(
    "--matches",
    type=click.IntRange(1, 1000),
    default=10,
    show_default=True,
    help="Played in each of four parts.",
)
def rehearse(matches: int) -> None:
    """Plays matches, backs up, plays on, loses the machine, and recovers twice; verifies both times.

    The first recovery goes to the position of a signed checkpoint, the second to the end of the archive. The
    exit code is 1 after a wrong position or a failed verification.
    """
    owner = servers.postgres_user()
    with servers.home_of(owner) as home, TemporaryDirectory(prefix="recount-") as folder:
        archive, path = Archive(home, owner), Path(folder)
        lost = _lose(archive, home, path, matches)
        good = _recover_to_position(archive, home, lost) and _recover_all(archive, home, lost)
    sys.exit(0 if good else 1)


def _lose(archive: Archive, home: Path, path: Path, matches: int) -> Lost:
    """Plays matches before and after a base backup and a checkpoint; then PostgreSQL dies."""
    play = ("play", "--bots", "random,random", "--matches", str(matches))
    service = Service(home, path / "service")
    with archive.archiving() as cluster:
        with cluster.connect() as connection:
            connection.execute(f"CREATE DATABASE {DATABASE}".encode())
        archive.run("stanza-create")
        archive.run("check")
        service.runs(*play)
        took = archive.run("backup", "--type=full")
        _tell("base backup", f"{took:.1f} s, {archive.size() / 2**20:.1f} MiB in the repository")
        service.runs(*play)
        kept = service.keeps(path / "kept")
        position = _asked(cluster, POSITION)
        transaction = _asked(cluster, SEALED)
        _tell("checkpoint signed at position", position)
        took = archive.run("backup", "--type=incr")
        _tell("incremental backup", f"{took:.1f} s, {archive.size() / 2**20:.1f} MiB in the repository")
        service.runs(*play)
        archived = _asked(cluster, POSITION)
        archive.run("check")  # waits until the archive has the whole log, as once a minute
        service.runs(*play)
        last = _asked(cluster, POSITION)
        _tell("lost at position", f"{last}, archived to {archived}")
        owner = servers.postgres_user()
        stop = [f"{servers.programs()}/pg_ctl", "stop", "-m", "immediate", "-D", str(archive.data)]
        subprocess.run(servers.bound(stop, signal.SIGKILL, owner), check=True, stdout=subprocess.DEVNULL)
    return Lost(int(position), transaction, int(archived), int(last), kept)


def _recover_to_position(archive: Archive, home: Path, lost: Lost) -> bool:
    transaction = ("--type=xid", f"--target={lost.transaction}", "--target-action=promote")
    target = (*transaction, f"--set={archive.first()}")
    with archive.recovered(home / "to-position", *target) as (cluster, files, until):
        result = int(_asked(cluster, POSITION))
        _tell(
            "recovered to position",
            f"{result} (wanted {lost.position}); files {files:.1f} s, log {until:.1f} s",
        )
        return _verified(home, lost.kept) and result == lost.position


def _recover_all(archive: Archive, home: Path, lost: Lost) -> bool:
    with archive.recovered(home / "to-end") as (cluster, files, until):
        result = int(_asked(cluster, POSITION))
        _tell(
            "recovered all that was archived",
            f"to {result} of {lost.last}; files {files:.1f} s, log {until:.1f} s",
        )
        return _verified(home, lost.kept) and lost.archived <= result <= lost.last


def _verified(home: Path, path: Path) -> bool:
    begun = time.perf_counter()
    text = Service(home, path).runs("verify", "--all", "--checkpoint", str(path / "kept.txt"))
    _tell("verified against the checkpoint", f"{text.splitlines()[-1]} {time.perf_counter() - begun:.1f} s")
    return text.endswith("all is as it was written.\n")


def _asked(cluster: Postgres, statement: str) -> str:
    with cluster.connect(DATABASE) as connection:
        [found] = connection.execute(statement.encode()).fetchone() or ("",)
    return str(found)


def _tell(name: str, figure: object) -> None:
    click.echo(f"{name:<36}{figure}")
