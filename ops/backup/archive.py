"""A PostgreSQL with an archive of pgBackRest in one folder, and recoveries from it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests import servers
from tests.servers import Postgres

CONFIGURATION = Path(__file__).parent / "pgbackrest.conf"
STANZA = "recount"
REPOSITORY = "repository"
PATIENCE = 120.0
"""Time for a recovery until writes work, in seconds."""


class Archive:
    """The repository of backups in *home*, a folder of *owner*."""

    def __init__(self, home: Path, owner: str) -> None:
        self._home, self._owner, self.data = home, owner, home / "data"
        self._configuration = home / CONFIGURATION.name
        places = f"lock-path={home}/locks\nspool-path={home}/spool\nlog-level-file=off\n"
        cluster = f"pg1-path={self.data}\npg1-socket-path={home}\npg1-user={Postgres.USER}\n"
        text = re.sub(
            "^repo1-path=.*\n",
            f"repo1-path={home / REPOSITORY}\n{places}",
            CONFIGURATION.read_text(),
            flags=re.M,
        )
        self._configuration.write_text(re.sub("^pg1-path=.*\n", cluster, text, flags=re.M))

    def command(self, *words: str) -> list[str]:
        """Returns a command of pgBackRest."""
        return ["pgbackrest", f"--config={self._configuration}", f"--stanza={STANZA}", *words]

    def run(self, *words: str) -> float:
        """Runs a command of pgBackRest, and returns its seconds."""
        begun = time.perf_counter()
        self._run(self.command(*words))
        return time.perf_counter() - begun

    @contextmanager
    def archiving(self) -> Iterator[Postgres]:
        """Creates the cluster in `data`, and serves it with an archived log."""
        self._run([*servers.making(str(self.data))])
        text = " ".join(self.command("archive-push", "%p"))
        settings = {"archive_mode": "on", "archive_command": text, "archive_timeout": "60"}
        with servers.serving_postgres(self._home, self.data, settings) as cluster:
            yield cluster

    @contextmanager
    def recovered(self, data: Path, *target: str) -> Iterator[tuple[Postgres, float, float]]:
        """Recovers into *data* up to a *target*, by default the end of the archive, and serves it.

        Yields the cluster, the seconds of the files, and those until writes work.
        """
        files = self.run("restore", f"--pg1-path={data}", *target)
        begun = time.perf_counter()
        with servers.serving_postgres(self._home, data, {"archive_mode": "off"}) as cluster:
            while _recovers(cluster):
                if time.perf_counter() - begun > PATIENCE:
                    raise servers.NotStarted(f"{data} is still in recovery.")
                time.sleep(0.1)
            yield cluster, files, time.perf_counter() - begun

    def first(self) -> str:
        """Returns the name of the oldest base backup."""
        asked = self.command("info", "--output=json")
        command = servers.bound(asked, signal.SIGKILL, self._owner)
        body = subprocess.run(command, cwd=self._home, check=True, stdout=subprocess.PIPE).stdout
        return str(json.loads(body)[0]["backup"][0]["label"])

    def size(self) -> int:
        """Returns the bytes of the repository."""
        return sum(file.stat().st_size for file in (self._home / REPOSITORY).rglob("*") if file.is_file())

    def _run(self, command: list[str]) -> None:
        bound = servers.bound(command, signal.SIGKILL, self._owner)
        subprocess.run(bound, cwd=self._home, check=True, stdout=subprocess.DEVNULL)


def _recovers(cluster: Postgres) -> bool:
    with cluster.connect() as connection:
        [recovers] = connection.execute("SELECT pg_is_in_recovery()").fetchone() or (True,)
    return bool(recovers)
