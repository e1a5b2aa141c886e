"""How the wheel is built: the packages lie side by side here, and in `recount` where it is installed.

It is the build backend that pyproject.toml names: setuptools, given the folders as they are to be installed.
Why, is told in `ops/decisions/0047-wheel.md`.
"""

from __future__ import annotations

import os
import shutil
from contextlib import chdir
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
)

__all__ = [
    "build_editable",
    "build_wheel",
    "get_requires_for_build_editable",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
]

PACKAGES = ("domain", "projections", "replays", "service")
CLIENT = "ops/clients/python/recount_client"
"""The client by which bots play over HTTP, without the modules that are generated for others."""
LAUNCHER = Path(__file__).with_name("launcher.py")
INSTALLED = {
    'recount = "service.cli:main"': 'recount = "recount:main"',
    'where = [".", "ops/clients/python"]\n': "",
    '"domain*", "service*", "projections*", "replays*", "recount_client"': '"recount*"',
}
"""What pyproject.toml says of the repository, and what holds of the wheel."""
SHARE = "ops/packaging/share"
"""What is installed in `share`, as it lies there."""


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Builds the wheel of the repository that is the current directory, and returns the name of its file."""
    target = os.path.abspath(wheel_directory)
    with TemporaryDirectory() as folder:
        _stage(Path.cwd(), Path(folder))
        with chdir(folder):
            return str(build_meta.build_wheel(target, config_settings))


def _stage(sources: Path, folder: Path) -> None:
    """Copies what the wheel holds from *sources* into *folder*, as it is to be installed."""
    for package in (*PACKAGES, CLIENT):
        made = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(sources / package, folder / "recount" / Path(package).name, ignore=made)
    shutil.copy(LAUNCHER, folder / "recount" / "__init__.py")
    for name in ("README.md", "LICENSE"):
        shutil.copy(sources / name, folder)
    shutil.copytree(sources / SHARE, folder / "share")
    project = (sources / "pyproject.toml").read_text("utf-8") + _beside(folder)
    for here, there in INSTALLED.items():
        assert here in project, f"pyproject.toml does not say {here}"
        project = project.replace(here, there)
    (folder / "pyproject.toml").write_text(project, "utf-8")


def _beside(folder: Path) -> str:
    """Returns the table by which setuptools installs what is in the share of *folder*."""
    files = sorted(path.relative_to(folder) for path in (folder / "share").rglob("*") if path.is_file())
    return "\n[tool.setuptools.data-files]\n" + "".join(
        f'"{place}" = {[str(file) for file in files if file.parent == place]}\n'
        for place in sorted({file.parent for file in files})
    )
