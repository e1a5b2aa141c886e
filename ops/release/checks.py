"""Checks before a release."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

from ops.contract.baselines import FOLDER, NAME, own_contract, read_document, structure

from .changelog import CHANGELOG, released
from .manuals import ROOT


def obstacles(version: str, root: Path = ROOT) -> Iterator[str]:
    """Yields each reason why *version* cannot be released from the repository at *root*, with its remedy."""
    if changes := _git(root, "status", "--porcelain"):
        yield f"The tree has changes that are not committed. Commit them:\n{changes}"
    if _git(root, "tag", "--list", version):
        yield f"The tag {version} exists. Raise the version in pyproject.toml."
    if released(CHANGELOG.read_text("utf-8"), version) is None:
        yield f"{CHANGELOG.name} has no section of {version} with a date and changes. Write it."
    baseline = FOLDER / NAME.format(version=version)
    if not baseline.exists() or read_document(baseline) != structure(own_contract()):
        yield f"{baseline.name} is not the contract of this tree. Run ops/do contract --write, and commit it."


def tag(version: str, root: Path = ROOT) -> None:
    """Tags the commit of the repository at *root* with its version."""
    _git(root, "tag", "--annotate", "--message", f"Recount {version}", version)


def _git(root: Path, *words: str) -> str:
    command = ["git", *words]
    return subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE, text=True).stdout.rstrip()
