"""The version stands in pyproject.toml, and nowhere else."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from ops.contract.baselines import own_contract
from ops.release.versions import npm_version, product_version
from service.cli import main

from .test_architecture import ROOT, Source, sources

STATED = Path("pyproject.toml")
HISTORY = Path("ops/CHANGELOG.md")
IMPORTED = {Path("ops/scripts/package-lock.json")}
"""Files that a package manager writes, about packages of others."""
NEXT_TO_NAME = re.compile(r"recount[\w/-]*[\"']?[ @:=,-]+[\"']?v?\d+\.\d+\.\d+(?!\d|\.\d)", re.IGNORECASE)
"""The name of the product or of one of its packages, followed by a version."""


def copies(source: Source) -> Iterator[str]:
    """Yields each statement of a version of the product in a file."""
    if source.path in {STATED, HISTORY, Path(__file__).relative_to(ROOT), *IMPORTED}:
        return
    yield from NEXT_TO_NAME.findall(source.text)
    if source.path.suffix == ".py":
        yield from re.findall(r"^__version__\b.*$", source.text, re.MULTILINE)
    if source.path.name == "pyproject.toml" and "version" in tomllib.loads(source.text)["project"]:
        yield "project.version"
    if source.path.name == "package.json" and "version" in json.loads(source.text):
        yield "version"


def test_one_file_states_the_version() -> None:
    assert {str(source.path): found for source in sources() if (found := [*copies(source)])} == {}


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("service/__init__.py", '__version__ = "1.0.0"'),
        ("service/http/contract/document.py", 'AGENT = "recount/client 1.0.0"'),
        ("ops/use.md", "Install recount-verifier==1.0.0rc1."),
        ("ops/use.md", "Recount 0.1.0"),
        ("ops/verifier/pyproject.toml", '[project]\nname = "recount-verifier"\nversion = "1.0.0"'),
        ("replays/proof/js/package.json", '{"name": "recount-verifier", "version": "1.0.0"}'),
    ],
)
def test_a_second_copy_is_found(path: str, text: str) -> None:
    assert len([*copies(Source(Path(path), text))]) == 1


def test_the_installed_version_is_the_stated_one() -> None:
    stated = tomllib.loads((ROOT / STATED).read_text())["project"]["version"]
    assert product_version() == stated, "run ops/setup"


def test_the_command_and_the_contract_name_the_version() -> None:
    assert (
        CliRunner().invoke(main, ["--version"], prog_name="recount").output
        == f"recount, version {product_version()}\n"
    )
    assert own_contract()["info"]["version"] == product_version()


@pytest.mark.parametrize(
    ("python", "npm"),
    [
        ("1.0.0", "1.0.0"),
        ("1.0.0rc1", "1.0.0-rc.1"),
        ("2.1.0a3", "2.1.0-alpha.3"),
        ("2.1.0b10", "2.1.0-beta.10"),
    ],
)
def test_npm_reads_the_same_version(python: str, npm: str) -> None:
    assert npm_version(python) == npm
