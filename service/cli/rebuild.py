"""The command that makes views again: rebuild."""

from __future__ import annotations

import click

from service.bootstrap import Services
from service.tournaments.processes.result_process import ResultProcess
from service.tournaments.processes.seed_process import SeedProcess

from .context import open_services


@click.command()
@click.argument("name", type=click.Choice(Services.FOLLOWERS))
def rebuild(name: str) -> None:
    """Throws the views of a projection away and makes them again from the first fact.

    With `result-process` the log is read once more for what tournaments still wait for, and with
    `seed-process` for seeds that are still to be revealed.
    """
    if name in (ResultProcess.name, SeedProcess.name):
        with open_services() as services:
            services.views.clear(name)
            (services.results if name == ResultProcess.name else services.seeds).catch_up()
        return
    with (
        open_services() as services,
        click.progressbar(length=max(1, services.store.position()), label=name) as bar,
    ):
        services.runner.rebuild(name, lambda done, total: bar.update(done - bar.pos))
