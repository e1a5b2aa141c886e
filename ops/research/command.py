"""Research: the strength of bots, puzzles, and the tests of the libraries that the games are offered to."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from . import puzzles, recording, strength

ROOT = Path(__file__).parents[2]


@click.group()
def main() -> None:
    """Measures bots, finds puzzles, and tests the games for research."""


main.add_command(puzzles.main, "puzzles")
main.add_command(recording.main, "recording")
main.add_command(strength.main, "strength")


@main.command()
@click.option("--write", is_flag=True, help="Write the playthroughs of the tests again.")
def libraries(write: bool) -> None:
    """Plays the games by the tests of OpenSpiel and PettingZoo, installed in a temporary folder."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    with TemporaryDirectory() as folder:
        install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", sys.executable]
        requirements = project["optional-dependencies"]["research"]
        subprocess.run([*install, "--target", folder, *requirements], check=True)
        command = [sys.executable, "-m", "ops.research.libraries", *(["--write"] if write else [])]
        subprocess.run(command, env={**os.environ, "PYTHONPATH": folder}, cwd=ROOT, check=True)
