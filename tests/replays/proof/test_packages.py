"""The packages of the checker, as they are published: each runs by itself, and finds what was altered."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from replays.proof import record, standalone

from ..conftest import take
from .bundles import bundled
from .signers import SigningService, played, written
from .test_checker import exported

ROOT = Path(__file__).parents[3]
RUN = """
import runpy, sys
sys.path.insert(0, sys.argv.pop(1))
runpy.run_module("recount_verifier", run_name="__main__", alter_sys=True)
"""


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both packages, unpacked where nothing else of the project is."""
    folder = tmp_path_factory.mktemp("packages")
    subprocess.run([ROOT / "ops/do", "verifier", folder], check=True, capture_output=True)
    [wheel], [archive] = folder.glob("*.whl"), folder.glob("*.tgz")
    with ZipFile(wheel) as packed:
        packed.extractall(folder / "python")
    (folder / "npm").mkdir()
    subprocess.run(["tar", "--extract", "--file", archive, "--directory", folder / "npm"], check=True)
    (folder / "recount-verifier").symlink_to(folder / "npm/package/check.js")  # as npm installs it
    return folder


def python(packages: Path) -> list[str]:
    return [sys.executable, "-I", "-c", RUN, str(packages / "python")]


def javascript(packages: Path) -> list[str]:
    return ["node", str(packages / "recount-verifier")]


@pytest.mark.parametrize("package", [python, javascript])
def test_a_package_checks_a_record_and_a_tournament_by_itself(package: object, packages: Path) -> None:
    assert callable(package)
    whole, key = record.dump_record(exported("arena", 3)), str(SigningService().keys[0])
    (packages / "whole.json").write_bytes(whole)
    (packages / "altered.json").write_bytes(whole.replace(b'"cause": 1', b'"cause": 2', 1))

    def said(file: str, *trusted: str) -> tuple[int, str]:
        command = [*package(packages), str(packages / file), *trusted]
        done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=packages)
        return done.returncode, done.stdout

    code, text = said("whole.json", "--key", key)
    draws, verdict = text.splitlines()
    assert (code, draws.endswith(", 0 could not be."), verdict) == (0, True, "Verdict: untouched."), text
    code, text = said("altered.json", "--key", key)
    assert (code, text.split()[0]) == (1, "chain"), text
    assert said("nothing.json")[0] == 2
    (packages / "tournament.json").write_bytes(bundled())
    code, text = said("tournament.json", "--key", key)
    assert (code, text.splitlines()[-2]) == (0, standalone.tournament.LEFT), text


@pytest.mark.parametrize("package", [python, javascript])
def test_a_package_calls_nothing_untouched_without_a_key(package: object, packages: Path) -> None:
    assert callable(package)
    forger = SigningService("a forger's key")
    forged = forger.sealed(written(take("arena"), played("arena"), "judge"))
    (packages / "forged.json").write_bytes(record.dump_record(forged))
    command = [*package(packages), str(packages / "forged.json")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=packages)
    assert done.returncode == 3
    assert done.stdout.splitlines()[-2:] == [
        f"Made consistently by the holder of {forger.keys[0]}.",
        "Verdict: unproved.",
    ]


def test_the_packages_tell_what_they_are_and_under_which_licence(packages: Path) -> None:
    [metadata] = (packages / "python").glob("*.dist-info/METADATA")
    assert "License-Expression: MIT" in metadata.read_text()
    assert {"LICENSE", "README.md", "package.json"} <= {
        file.name for file in (packages / "npm/package").iterdir()
    }
