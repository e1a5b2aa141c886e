"""`ops/do clients`: builds both clients, a wheel for pip and an archive for npm."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ops.contract.baselines import own_contract

from .staging import run, stage_python, stage_typescript

_WHEEL = "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])"


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
def main(folder: Path) -> None:
    """Builds both clients in FOLDER, for the API of this tree."""
    folder.mkdir(parents=True, exist_ok=True)
    document = own_contract()
    with TemporaryDirectory() as name:
        python, typescript = Path(name, "python"), Path(name, "typescript")
        stage_python(python, document)
        run([sys.executable, "-c", _WHEEL, folder.absolute()], python)
        stage_typescript(typescript, document)
        run(["npm", "pack", "--silent", "--pack-destination", folder.absolute()], typescript)
