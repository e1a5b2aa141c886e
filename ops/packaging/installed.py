"""A wheel of Recount, installed in a fresh environment, away from the repository."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import AbstractContextManager
from pathlib import Path

from ops.shared.processes import ROOT, serving

LOCK = ROOT / "ops" / "locks" / "run.txt"


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
        completed_process = subprocess.run(
            self.command(*words), cwd=self.elsewhere, env=self.environment(), stdout=subprocess.PIPE,
            text=True, check=True,
        )  # fmt: skip
        return completed_process.stdout.splitlines()

    def serving(self, port: int, **chosen: str) -> AbstractContextManager[object]:
        """Serves on *port* with the variables that are *chosen* besides, until it is left."""
        told = [f"{name}={value}" for name, value in self.environment(RECOUNT_LOG="quiet", **chosen).items()]
        alone = ["env", f"--chdir={self.elsewhere}", "--ignore-environment", *told]
        serve = self.command("serve", "--port", str(port))
        return serving([*alone, *serve], {}, f"http://127.0.0.1:{port}/readyz")
