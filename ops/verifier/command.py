"""Builds the two packages that check records of matches and tournaments without the service."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from ops.release.versions import npm_version, product_version

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PROOF = ROOT / "replays" / "proof"
BUILD_WHEEL = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(folder: Path) -> None:
    """Builds a wheel for pip and an archive for npm in FOLDER, with the version of the product."""
    folder.mkdir(parents=True, exist_ok=True)
    version = product_version()
    with TemporaryDirectory() as name:
        python, npm = Path(name, "python"), Path(name, "npm")
        shutil.copytree(PROOF / "standalone", python, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(PROOF / "js", npm)
        shutil.copy(HERE / "pyproject.toml", python)
        (python / "VERSION").write_text(version + "\n")
        for package in (python, npm):
            for path in (ROOT / "LICENSE", HERE / "README.md"):
                shutil.copy(path, package)
        _run(["npm", "pkg", "set", "--prefix", npm, f"version={npm_version(version)}"], npm)
        _run([sys.executable, "-c", BUILD_WHEEL, folder.absolute()], python)
        _run(["npm", "pack", "--silent", "--pack-destination", folder.absolute(), npm], npm)
    for wheel in folder.glob("recount_verifier-*.whl"):
        click.echo(wheel)


def _run(command: list[Any], folder: Path) -> None:
    subprocess.run([*map(str, command)], cwd=folder, check=True, stdout=subprocess.DEVNULL)
