"""The peers: what others do on the same machine, measured in processes of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from types import TracebackType
from typing import NamedTuple

from ops.bench import children
from ops.bench.rounds import Measure

SCRIPTS = Path(__file__).parent

CHESS = "chess==1.11.2"

INSTALLING = 180.0
"""Seconds that an installation may take."""


class PeerServer(NamedTuple):
    """A boardgame.io server: its port, its process, and the environment that has its packages."""

    port: int
    pid: int
    env: Mapping[str, str]


class Peers:
    """The peers that can be installed here.

    They are kept in `XDG_CACHE_HOME` if that is set; otherwise they are installed anew, and removed again.
    Unless *install*, only those that are kept there count.
    """

    def __init__(self, install: bool = True) -> None:
        self._installs = install
        self._kept = os.environ.get("XDG_CACHE_HOME", "")
        self._home = (
            Path(self._kept, "recount-peers") if self._kept else Path(mkdtemp(prefix="recount-peers-"))
        )
        self._home.mkdir(parents=True, exist_ok=True)
        self._ending = ExitStack()

    def __enter__(self) -> Peers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ending.close()
        if not self._kept:
            shutil.rmtree(self._home)

    def showdown(self, seconds: float) -> Measure:
        """Reads `lines/s`, `battles/s` and the `ms` of simulating a battle again."""
        return self._node("showdown.js", seconds)

    def reducer(self, seconds: float) -> Measure:
        """Reads `moves/s` of boardgame.io in memory, and the `ms` to stand at move 500 again."""
        return self._node("boardgame_reducer.js", seconds)

    def playout(self, seconds: float) -> Measure:
        """Reads `plies/s` of random games of python-chess."""
        command = [sys.executable, str(SCRIPTS / "playout.py"), str(seconds)]
        path = {"PYTHONPATH": str(self._home / "python")}
        return lambda: children.told(command, path) if self._chess else {}

    @contextmanager
    def server(self, directory: Path | None) -> Iterator[PeerServer | None]:
        """Runs a boardgame.io server with matches in files or in memory; none where it is not installed."""
        if not self._npm:
            yield None
            return
        env = {**self._env, "FLATFILE_DIR": str(directory or "")}
        with children.running(_script("boardgame_server.js"), env, silent=True) as server:
            assert server.stdout is not None
            yield PeerServer(int(server.stdout.readline()), server.pid, self._env)

    def _node(self, script: str, *arguments: object) -> Measure:
        return lambda: children.told(_script(script, *arguments), self._env) if self._npm else {}

    @property
    def _env(self) -> dict[str, str]:
        return {"NODE_PATH": str(self._home / "node_modules")}

    @cached_property
    def _npm(self) -> bool:
        pinned = SCRIPTS / "package.json"
        mark = self._home / "installed.json"
        if mark.exists() and mark.read_text() == pinned.read_text():
            return True
        if not self._installs:
            return False
        shutil.copy(pinned, self._home)
        quiet = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        done = self._install(["npm", "install", *quiet])
        if done:
            shutil.copy(pinned, mark)
        return done

    @cached_property
    def _chess(self) -> bool:
        target = self._home / "python"
        if (target / "chess").exists():
            return True
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        return self._install([*pip, "--root-user-action=ignore", f"--target={target}", CHESS])

    def _install(self, command: Sequence[str]) -> bool:
        sys.stderr.write(f"bench: installing peers with {Path(command[0]).name}\n")
        try:
            subprocess.run(command, cwd=self._home, check=True, timeout=INSTALLING, stdout=subprocess.DEVNULL)
        except (subprocess.SubprocessError, OSError) as error:
            sys.stderr.write(f"bench: its peers go without a figure: {error}\n")
            return False
        return True


def _script(name: str, *arguments: object) -> list[str]:
    return ["node", str(SCRIPTS / name), *map(str, arguments)]
