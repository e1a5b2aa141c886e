"""Runs a cluster on one machine, and writes the files of one on many machines."""

from __future__ import annotations

from pathlib import Path
from tempfile import gettempdir

import click

from ops.faults.breaking import FAULTS

from . import inventory, rendering, state
from .local import STARTING, Local, NotHere, until
from .processes import Port

DATA = click.option(
    "--data",
    type=click.Path(path_type=Path),
    default=Path(gettempdir(), "recount-cluster"),
    show_default=True,
    help="The folder of its files.",
)


@click.group()
def main() -> None:
    """Runs a cluster on this machine, and writes the configuration of one on many machines."""


@main.command()
@DATA
def up(data: Path) -> None:
    """Starts all processes of the cluster, and repairs the damage of `break`."""
    cluster = Local(data)
    click.echo(f"started: {', '.join(cluster.up()) or 'nothing, all of it runs'}")
    if not until(lambda: state.whole(cluster.inventory), STARTING):
        _show(cluster)
        raise NotHere(f"The cluster is not whole after {STARTING:.0f} s; its logs lie in {data}.")
    for address in cluster.inventory.addresses("proxy"):
        click.echo(f"http://{address}:{int(Port.http)}")


@main.command()
@DATA
def status(data: Path) -> None:
    """Shows the leaders, the followers, and missing processes."""
    _show(Local(data))


@main.command(name="break")
@click.argument("what", type=click.Choice(list(FAULTS)))
@DATA
def break_(what: str, data: Path) -> None:
    """Breaks a part of the cluster; `up` repairs it."""
    click.echo(f"{what}: {FAULTS[what](Local(data))}")


@main.command()
@DATA
def down(data: Path) -> None:
    """Stops the cluster and removes its files."""
    Local(data).down()


@main.command()
@click.option(
    "--inventory", "file", required=True, type=click.Path(path_type=Path), help="The hosts, see the example."
)
@click.option("--to", "folder", default=Path("rendered"), type=click.Path(path_type=Path), show_default=True)
def render(file: Path, folder: Path) -> None:
    """Writes the files of each host into a folder of its name, laid out as on the host."""
    for host in rendering.write(inventory.read(file), folder):
        click.echo(folder / host)


def _show(cluster: Local) -> None:
    for host, name, text in state.lines(cluster.inventory):
        click.echo(f"{host:<10}{name:<12}{text}")
