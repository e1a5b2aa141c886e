"""Makes the faults of the tests many times, or breaks a whole cluster under load."""

from __future__ import annotations

import os
import subprocess
import sys

import click

from . import cluster, crowd


@click.group()
def main() -> None:
    """Makes faults repeatedly, and counts losses."""


main.add_command(cluster.main, "cluster")
main.add_command(crowd.main, "crowd")


@main.command()
@click.argument("times", type=click.IntRange(1), default=16)
@click.argument("fault", default="")
def tests(times: int, fault: str) -> None:
    """Makes each fault TIMES as often as the tests do, by default 16, and reports how often and the losses.

    FAULT is a part of the names of tests: disk, clock, redis, postgres, writers, readers.
    """
    pytest = [sys.executable, "-m", "pytest", "tests/faults", "--quiet", "-rP", "--show-capture=stdout"]
    environment = {**os.environ, "RECOUNT_FAULTS_TIMES": str(times)}
    sys.exit(subprocess.run([*pytest, "-k", fault], env=environment, check=False).returncode)
