"""`ops/contract`: compares the contract of an earlier release with another one, or with that of this tree."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
import msgspec

from service.app import build_app
from service.settings import Settings

from .breaking import breaking_changes

FIRST_STABLE = 1
"""From this major version on, a breaking change needs a new one."""


@click.command()
@click.argument("old", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("new", type=click.Path(path_type=Path, exists=True, dir_okay=False), required=False)
def main(old: Path, new: Path | None) -> None:
    """Lists the changes from the document OLD to NEW, by default that of this tree, which break clients.

    The exit code is 1 where there are any within one major version, from 1 on.
    """
    before = msgspec.json.decode(old.read_bytes())
    after = msgspec.json.decode(new.read_bytes()) if new is not None else own_contract()
    changes = breaking_changes(before, after)
    for change in changes:
        click.echo(change)
    majors = [int(document["info"]["version"].split(".")[0]) for document in (before, after)]
    click.echo(f"breaking changes from {old.name}: {len(changes)}")
    sys.exit(1 if changes and FIRST_STABLE <= majors[0] == majors[1] else 0)


def own_contract() -> dict[str, Any]:
    """Returns the contract of this tree."""
    with TemporaryDirectory() as folder:
        content: dict[str, Any] = build_app(Settings(data=Path(folder))).extensions["openapi"].content
        return content


if __name__ == "__main__":
    main(prog_name="ops/contract")
