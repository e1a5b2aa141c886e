"""Compares the contract of an earlier release with another one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click
from packaging.version import Version

from .baselines import newest_baseline, own_contract, read_document, write_baseline
from .breaking import breaking_changes

FIRST_STABLE = Version("1.0.0")
"""From this version on, a breaking change needs a new major version."""

FILE = click.Path(path_type=Path, exists=True, dir_okay=False)


@click.command()
@click.argument("old", type=FILE, required=False)
@click.argument("new", type=FILE, required=False)
@click.option("--write", is_flag=True, help="Store the contract of this tree as that of its version.")
def main(old: Path | None, new: Path | None, write: bool) -> None:
    """Lists the changes from the document OLD to NEW which break clients.

    OLD is by default the contract of the last release, NEW that of this tree. The exit code is 1 where
    there are any within one major version, from 1.0.0 on.
    """
    if write:
        click.echo(write_baseline(own_contract()).name)
        return
    old = newest_baseline() if old is None else old
    before = read_document(old)
    after = own_contract() if new is None else read_document(new)
    changes = breaking_changes(before, after)
    for change in changes:
        click.echo(change)
    click.echo(f"breaking changes from {old.name}: {len(changes)}")
    sys.exit(1 if changes and is_stable(before, after) else 0)


def is_stable(before: Any, after: Any) -> bool:
    """Returns whether no change from *before* to *after* may break clients."""
    released, present = (Version(document["info"]["version"]) for document in (before, after))
    return released >= FIRST_STABLE and released.major == present.major
