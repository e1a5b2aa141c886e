"""Locks all packages by version and hash, and records their licences."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import click

ROOT = Path(__file__).parents[2]
LOCKS: dict[str, Sequence[str]] = {
    "tools": ("ops/locks/tools.in",),
    "run": ("pyproject.toml", "--extra", "traces"),
    "test": ("--constraint", "ops/locks/run.txt", "pyproject.toml", "--extra", "dev"),
}
COMPILE = (
    *("uv", "pip", "compile", "--quiet", "--universal", "--python-version", "3.11", "--generate-hashes"),
    *("--no-header", "--no-annotate", "--output-file"),
)
NPM_INSTALL = (
    *("npm", "install", "--prefix", "ops/scripts", "--package-lock-only", "--loglevel=error"),
    "--omit-lockfile-registry-resolved",
)


@click.command()
@click.option("--upgrade", is_flag=True, help="Take the newest versions that pyproject.toml allows.")
def main(upgrade: bool) -> None:
    """Locks the packages of pyproject.toml and ops/scripts/package.json, and writes the SBOM and licences.

    Locks contain no address, because `ops/setup` uses the package index of its machine.
    """
    for name, words in LOCKS.items():
        options = ["--upgrade"] if upgrade else []
        _run([sys.executable, "-m", *COMPILE, f"ops/locks/{name}.txt", *options, *words])
    _run(NPM_INSTALL)
    _run(["ops/setup", "test"])
    _run([sys.executable, "-m", "ops.locks.licences"])  # with the packages of the new lock


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
