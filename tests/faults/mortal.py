"""A PostgreSQL that can be stopped without farewell, and comes back with whatever it had on its disk."""

from __future__ import annotations

import signal
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.faults.disk import SmallDisk, small_disk
from tests.projections.waiting import until
from tests.servers import PATIENCE, Postgres, bound, home_of, making, postgres_user, programs, serving


class MortalPostgres(Postgres):
    """A private PostgreSQL in *home*, its data perhaps on a small *disk*; every commit waits for the disk."""

    def __init__(self, home: Path, owner: str, disk: SmallDisk | None) -> None:
        super().__init__(home)
        self._owner, self._disk = owner, disk
        self._data = str((disk.path if disk else home) / "data")
        self._run([*making(self._data), "--wal-segsize=1"])
        self.start()

    def start(self) -> None:
        """Brings it to life; returns when it answers, having come to terms with how it ended."""
        serve = serving(self._data, self.home)
        with (self.home / "log").open("ab") as log:
            self._process = subprocess.Popen(
                self._inside(bound(serve, signal.SIGKILL, self._owner)), cwd=self.home, stdout=log, stderr=log
            )
        until(self.answers, PATIENCE)

    def stop_at_once(self) -> None:
        """Stops it without farewell: nobody is waited for, and nothing is written any more."""
        self._run([f"{programs()}/pg_ctl", "stop", "-m", "immediate", "-D", self._data])
        self._process.wait()

    @property
    def alive(self) -> bool:
        """Whether it runs; it ends by itself when it cannot go on."""
        return self._process.poll() is None

    def end(self) -> None:
        """Ends it for good."""
        if self.alive:
            self.stop_at_once()

    def _run(self, command: Sequence[str]) -> None:
        command = self._inside(bound(command, signal.SIGKILL, self._owner))
        subprocess.run(command, cwd=self.home, check=True, stdout=subprocess.DEVNULL)

    def _inside(self, command: Sequence[str]) -> Sequence[str]:
        return self._disk.inside(command) if self._disk else command


@contextmanager
def mortal_postgres() -> Iterator[MortalPostgres]:
    """Makes a PostgreSQL that can be stopped."""
    owner = postgres_user()
    with home_of(owner) as home:
        yield from _mortal(MortalPostgres(home, owner, None))


@contextmanager
def cramped_postgres(megabytes: int) -> Iterator[tuple[MortalPostgres, SmallDisk]]:
    """Makes a PostgreSQL with its data on a small disk."""
    owner = postgres_user()
    with home_of(owner) as home, small_disk(home / "disk", megabytes) as disk:
        for postgres in _mortal(MortalPostgres(home, owner, disk)):
            yield postgres, disk


def _mortal(postgres: MortalPostgres) -> Iterator[MortalPostgres]:
    try:
        yield postgres
    finally:
        postgres.end()
