"""`ops/do release`: builds all files of a release in one folder, and tags the commit."""

from __future__ import annotations

from pathlib import Path

import click

from .builds import SUMS, build
from .checks import obstacles, tag
from .manuals import ROOT
from .versions import product_version


@click.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), required=False)
@click.option("--dry-run", is_flag=True, help="Build from any tree, without the checks.")
@click.option("--tag", "with_tag", is_flag=True, help="Tag the commit with the version, after the build.")
def main(folder: Path | None, dry_run: bool, with_tag: bool) -> None:
    """Builds the files of a release and their checksums in FOLDER, by default dist/VERSION.

    It first checks that the tree is committed, that the version has a dated section in the changelog and its
    contract in ops/contract, and that no tag has its name. Two runs on one commit give the same files.
    """
    version = product_version()
    folder = folder or ROOT / "dist" / version
    if dry_run and with_tag:
        raise click.UsageError("--dry-run builds without checks: it cannot go with --tag.")
    if folder.exists() and any(folder.iterdir()):
        raise click.UsageError(f"{folder} is not empty. Choose another folder, or empty it.")
    if not dry_run and (reasons := list(obstacles(version))):
        raise click.ClickException("\n".join(reasons))
    folder.mkdir(parents=True, exist_ok=True)
    for step in build(folder.absolute(), version):
        click.echo(f"release: {step}")
    for line in (folder / SUMS).read_text().splitlines():
        if "/" not in line:  # of the manual, only the file has the sums
            click.echo(line)
    if with_tag:
        tag(version)
        click.echo(f"release: tagged {version}")
