"""Builds the wheel and the sdist: the packages lie side by side here, and in `recount` in the wheel.

It is the build backend of pyproject.toml, for the reasons in `ops/decisions/0047-wheel.md`.
"""

from __future__ import annotations

import gzip
import os
import runpy
import shutil
import tarfile
import tomllib
from collections.abc import Iterator
from contextlib import chdir
from io import BytesIO
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
    "build_sdist",
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
BUNDLER = "service/site/bundle.py"  # builds scripts and style sheets of pages
CHANGELOG = "ops/CHANGELOG.md"
"""Installed in `share/doc/recount`."""
BUILD = ("ops/packaging/backend.py", "ops/packaging/launcher.py", SHARE)
SOURCES = ("pyproject.toml", "README.md", "LICENSE", *PACKAGES, CLIENT, *BUILD, CHANGELOG)
"""The files and folders of an sdist: those that a wheel is built from."""


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    """Builds the wheel of the repository that is the current directory, and returns the name of its file."""
    target = os.path.abspath(wheel_directory)
    with TemporaryDirectory() as folder:
        _stage(Path.cwd(), Path(folder))
        with chdir(folder):
            return str(build_meta.build_wheel(target, config_settings))


def build_sdist(sdist_directory: str, config_settings: Any = None) -> str:
    """Builds the sdist of the repository that is the current directory, and returns the name of its file.

    The time of all that is in it is `SOURCE_DATE_EPOCH`, or 1970: the same sources are the same bytes.
    """
    target, sources = Path(sdist_directory).absolute(), Path.cwd()
    project = tomllib.loads((sources / "pyproject.toml").read_text("utf-8"))["project"]
    name, when = f"{project['name']}-{project['version']}", int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    with (
        open(target / f"{name}.tar.gz", "wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=when) as packed,
        tarfile.open(mode="w", fileobj=packed, format=tarfile.PAX_FORMAT) as archive,
    ):
        for path, content in [("PKG-INFO", _metadata(sources)), *_contents(sources)]:
            member = tarfile.TarInfo(f"{name}/{path}")
            member.size, member.mtime = len(content), when
            archive.addfile(member, BytesIO(content))
    return f"{name}.tar.gz"


def _contents(sources: Path) -> Iterator[tuple[str, bytes]]:
    """Yields the path and content of each file of an sdist."""
    left_out = {"__pycache__", *_other_builds(sources)}
    for name in SOURCES:
        top = sources / name
        for path in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if path.is_file() and left_out.isdisjoint(path.parts):
                yield path.relative_to(sources).as_posix(), path.read_bytes()


def _other_builds(sources: Path) -> set[str]:
    """Returns the names of the bundles of other states, after building those of *sources*."""
    current: Path = runpy.run_path(str(sources / BUNDLER))["build_folder"]()
    return {path.name for path in current.parent.iterdir()} - {current.name}


def _metadata(sources: Path) -> bytes:
    """Returns the metadata of the wheel."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as info:
        _stage_project(sources, Path(folder))
        with chdir(folder):
            name = build_meta.prepare_metadata_for_build_wheel(info)
        return Path(info, name, "METADATA").read_bytes()


def _stage(sources: Path, folder: Path) -> None:
    """Copies what the wheel holds from *sources* into *folder*, as it is to be installed."""
    made = shutil.ignore_patterns("__pycache__", "*.egg-info", *_other_builds(sources))
    for package in (*PACKAGES, CLIENT):
        shutil.copytree(sources / package, folder / "recount" / Path(package).name, ignore=made)
    shutil.copy(LAUNCHER, folder / "recount" / "__init__.py")
    shutil.copytree(sources / SHARE, folder / "share")
    documents = folder / "share" / "doc" / "recount"
    documents.mkdir(parents=True)
    shutil.copy(sources / CHANGELOG, documents)
    _stage_project(sources, folder)


def _stage_project(sources: Path, folder: Path) -> None:
    """Copies what setuptools reads about the project into *folder*, as it holds of the wheel."""
    for name in ("README.md", "LICENSE"):
        shutil.copy(sources / name, folder)
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
