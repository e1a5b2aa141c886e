"""boardgame.io on the same machine, in processes of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

from ops.shared import processes

from .figures import Measure

SCRIPTS = Path(__file__).with_name("boardgame")
PACKAGES = SCRIPTS / "package.json"
INSTALL_SECONDS = 180.0
NPM_INSTALL = ("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


class PeerServer(NamedTuple):
    """A boardgame.io server: its port, its process, and the variables for its packages."""

    port: int
    pid: int
    env: Mapping[str, str]


class Peers(ExitStack):
    """boardgame.io, where it can be installed.

    Its packages stay in `XDG_CACHE_HOME` if that is set, and are temporary otherwise. Without *install*, only
    stored packages count.
    """

    def __init__(self, install: bool = True) -> None:
        super().__init__()
        self._installs = install
        if cache := os.environ.get("XDG_CACHE_HOME", ""):
            self._home = Path(cache, "recount-peers")
            self._home.mkdir(parents=True, exist_ok=True)
        else:
            self._home = Path(mkdtemp(prefix="recount-peers-"))
            self.callback(shutil.rmtree, self._home)
        self._env = {"NODE_PATH": str(self._home / "node_modules")}

    def reducer(self, seconds: float) -> Measure:
        """Reads `moves/s` of boardgame.io in memory, and the `ms` to reach move 500 again."""
        command = ["node", str(SCRIPTS / "reducer.js"), str(seconds)]
        return lambda: processes.run_json(command, self._env) if self._is_installed else {}

    @contextmanager
    def server(self, directory: Path | None) -> Iterator[PeerServer | None]:
        """Runs a boardgame.io server with matches in files or in memory; `None` without packages."""
        if not self._is_installed:
            yield None
            return
        env = {**self._env, "FLATFILE_DIR": str(directory or "")}
        command = ["node", str(SCRIPTS / "server.js")]
        with processes.running(command, env, silent=True) as server:
            assert server.stdout is not None
            yield PeerServer(int(server.stdout.readline()), server.pid, self._env)

    @cached_property
    def _is_installed(self) -> bool:
        stamp = self._home / "installed.json"
        if stamp.exists() and stamp.read_text() == PACKAGES.read_text():
            return True
        if not self._installs:
            return False
        sys.stderr.write("bench: installing boardgame.io\n")
        shutil.copy(PACKAGES, self._home)
        try:
            subprocess.run(
                NPM_INSTALL, cwd=self._home, check=True, timeout=INSTALL_SECONDS, stdout=subprocess.DEVNULL
            )
        except (subprocess.SubprocessError, OSError) as error:
            sys.stderr.write(f"bench: boardgame.io has no figures: {error}\n")
            return False
        shutil.copy(PACKAGES, stamp)
        return True
