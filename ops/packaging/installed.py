"""A wheel of Recount, installed in a fresh environment, away from the repository."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from ops.benchmarks.children import PATIENCE, ROOT

LOCK = ROOT / "ops" / "locks" / "run.txt"
STARTING = 120.0
"""Seconds that the service may take to start."""


class Installed:
    """What a wheel installs in *folder*, with the versions of the lock; its commands run in `elsewhere`."""

    def __init__(self, folder: Path) -> None:
        self.prefix, self.elsewhere = folder / "recount", folder / "elsewhere"
        self.elsewhere.mkdir()
        subprocess.run([sys.executable, "-m", "venv", str(self.prefix)], check=True)
        pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
        build = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(folder), str(ROOT)]
        subprocess.run([*pip, *build], cwd=ROOT, check=True)
        (self.wheel,) = folder.glob("*.whl")
        install = [*pip, "--python", str(self.prefix / "bin" / "python"), "install"]
        subprocess.run([*install, "--require-hashes", "-r", str(LOCK)], check=True)
        subprocess.run([*install, "--no-deps", str(self.wheel)], check=True)

    def command(self, *words: str) -> list[str]:
        """Returns a command of Recount as it is installed."""
        return [str(self.prefix / "bin" / "recount"), *words]

    def environment(self, **chosen: str) -> dict[str, str]:
        """Returns the variables that its commands have, and no others."""
        return {"PATH": os.environ["PATH"], "RECOUNT_DATA": str(self.elsewhere / "data"), **chosen}

    def runs(self, *words: str) -> list[str]:
        """Returns the lines that a command prints; it has to go well."""
        done = subprocess.run(
            self.command(*words), cwd=self.elsewhere, env=self.environment(), stdout=subprocess.PIPE,
            text=True, check=True,
        )  # fmt: skip
        return done.stdout.splitlines()

    @contextmanager
    def serving(self, port: int, **chosen: str) -> Iterator[subprocess.Popen[bytes]]:
        """Serves on *port* with the variables that are *chosen* besides, until it is left."""
        process = subprocess.Popen(
            ["setpriv", "--pdeathsig=TERM", "--", *self.command("serve", "--port", str(port))],
            cwd=self.elsewhere,
            env=self.environment(RECOUNT_LOG="quiet", **chosen),
        )
        with process:
            try:
                _wait(f"http://127.0.0.1:{port}/readyz", process)
                yield process
            finally:
                process.terminate()
                process.wait(PATIENCE)


def _wait(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + STARTING
    while True:
        try:
            with urlopen(address, timeout=5):
                return
        except URLError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise
        time.sleep(0.05)
