"""A small disk of its own, which can be filled up: a file system in memory that nobody else sees."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

_MOUNT = 'mount -t tmpfs -o size="$1",mode=0777 recount "$2" && echo mounted && exec cat'


class SmallDisk:
    """A file system of a few megabytes at *path*, for processes that are started *inside*.

    `outside` is where others find it.
    """

    def __init__(self, path: Path, owner: int, join: Sequence[str]) -> None:
        self.path = path
        self._owner, self._join = owner, join
        self.outside = Path(f"/proc/{owner}/root{path}")

    def inside(self, command: Sequence[str]) -> list[str]:
        """Returns *command*, run where the disk is to be seen."""
        return ["nsenter", *self._join, f"--target={self._owner}", "--", *command]

    def fill(self, spare: int) -> None:
        """Fills it up, but for *spare* bytes."""
        with (self.outside / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
            while (free := os.statvfs(self.outside)).f_bavail * free.f_frsize > spare:
                ballast.write(bytes(free.f_frsize))  # somebody else may be faster: then it is full, too

    def clear(self) -> None:
        """Makes room again."""
        (self.outside / "ballast").unlink()


@contextmanager
def small_disk(path: Path, megabytes: int) -> Iterator[SmallDisk]:
    """Puts a disk at *path*, an empty directory, until the end; it goes with whoever made it.

    It needs no rights of an administrator where the kernel lets users have namespaces of their own.
    """
    path.mkdir(parents=True, exist_ok=True)
    mine = os.geteuid() == 0
    become = [] if mine else ["--user", "--map-current-user", "--keep-caps"]
    join = ["--mount"] if mine else ["--mount", "--user", "--preserve-credentials"]
    command = ["unshare", "--mount", *become, "--", "sh", "-c", _MOUNT, "sh", f"{megabytes}m", str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdin is not None
        assert owner.stdout is not None
        assert owner.stdout.readline() == "mounted\n", "no file system can be mounted here"
        yield SmallDisk(path, owner.pid, join)
        owner.stdin.close()
