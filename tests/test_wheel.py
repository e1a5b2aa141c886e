"""The wheel holds all that the service needs: it runs where there is no checkout."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from ops.packaging.generated import SHARE
from service.site.bundle import build_folder

from .visit import OURS

ROOT = Path(__file__).parents[1]
BUILD = "import sys; sys.path.insert(0, 'ops/packaging'); import backend; backend.build_wheel(sys.argv[1])"
CLIENT = "ops/clients/python/recount_client"
MADE = shutil.ignore_patterns("__pycache__", "*.egg-info")


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in a wheel that has just been built from a copy of the sources."""
    sources, wheels, folder = (tmp_path_factory.mktemp(name) for name in ("sources", "wheels", "unpacked"))
    for name in OURS:
        shutil.copytree(ROOT / name, sources / name, ignore=MADE)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, sources)
    for name in ("ops/packaging", CLIENT):
        shutil.copytree(ROOT / name, sources / name, ignore=MADE)
    shutil.copy(ROOT / "ops/CHANGELOG.md", sources / "ops")
    ran([sys.executable, "-c", BUILD, str(wheels)], sources)
    (wheel,) = wheels.glob("recount-*.whl")
    with ZipFile(wheel) as packed:
        packed.extractall(folder)
    return folder


def test_the_wheel_installs_one_package_with_every_file_of_the_four(unpacked: Path) -> None:
    assert {path.name for path in unpacked.iterdir() if not path.suffix} == {"recount"}
    assert files(unpacked / "recount") == files(ROOT)
    built = unpacked / "recount/service/site/built"
    assert [path.name for path in built.iterdir()] == [build_folder().name]
    modules = {path.name for path in (ROOT / CLIENT).glob("*.py")}
    assert {path.name for path in (unpacked / "recount/recount_client").glob("*.py")} == modules


def test_the_wheel_installs_what_lies_in_share_and_the_changelog(unpacked: Path) -> None:
    (beside,) = unpacked.glob("recount-*.data/data")
    installed = {str(path.relative_to(beside)) for path in beside.rglob("*") if path.is_file()}
    shared = {f"share/{path.relative_to(SHARE)}" for path in SHARE.rglob("*") if path.is_file()}
    assert installed == shared | {"share/doc/recount/CHANGELOG.md"}


def test_the_wheel_has_the_command(unpacked: Path) -> None:
    (entries,) = unpacked.glob("recount-*.dist-info/entry_points.txt")
    assert "recount = recount:main" in entries.read_text()


def test_outside_of_the_checkout_matches_are_opened_shown_and_verified(
    unpacked: Path, tmp_path: Path
) -> None:
    visit = shutil.copy(ROOT / "tests" / "visit.py", tmp_path)
    told = ran([sys.executable, "-I", str(visit), str(unpacked)], tmp_path).splitlines()
    assert [line for line in told if not line.endswith((" 200", " True"))] == []
    assert [line for line in told if line.endswith(" True")] == [
        "arena verified True",
        "villainous verified True",
    ]
    assert (tmp_path / "var" / "recount.db").exists()


def files(top: Path) -> set[str]:
    """Returns the paths of all files of the four packages below *top*, except the bundles of pages."""
    return {
        str(path.relative_to(top))
        for name in OURS
        for path in (top / name).rglob("*")
        if path.is_file() and {"__pycache__", "built"}.isdisjoint(path.parts)
    }


def ran(words: list[str], folder: Path) -> str:
    """Runs a command in *folder*, with nothing of ours in its environment, and returns what it printed."""
    env = {name: told for name, told in os.environ.items() if not name.startswith(("RECOUNT_", "PYTHONPATH"))}
    done = subprocess.run(words, cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout
