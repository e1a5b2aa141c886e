"""Commands that keep the service going: serve, demo, rebuild."""

from __future__ import annotations

import click

from service.bootstrap import Services
from service.cli import demo as demonstration
from service.server import hold
from service.server import serve as serve_forever
from service.tournaments.result_process import ResultProcess

from .context import chosen, open_services


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8440, show_default=True, help="The port to listen on.")
@click.option("--workers", default=1, show_default=True, help="Processes; several need PostgreSQL and Redis.")
def serve(host: str, port: int, workers: int) -> None:
    """Serves the API until it is stopped."""
    settings = chosen()
    if workers > 1 and not settings.shared:
        raise click.BadParameter(
            "SQLite has one writer, and views without Redis one process. Choose PostgreSQL and REDIS_URL.",
            param_hint="--workers",
        )
    with open_services():  # What is wrong with the store is told here, once, and not by every worker.
        pass
    if not settings.networked:
        hold(settings.data / "serving")
    serve_forever(host, port, workers)


@click.command()
@click.option("--once", is_flag=True, help="End when the match is told, instead of serving on.")
@click.option("--port", default=8440, show_default=True, help="The port to serve on; 0 for any that is free.")
def demo(once: bool, port: int) -> None:
    """Starts the service, lets two bots play over HTTP, and shows what it keeps."""
    demonstration.show(port, once)


@click.command()
@click.argument("name", type=click.Choice(Services.FOLLOWERS))
def rebuild(name: str) -> None:
    """Throws the views of a projection away and makes them again from the first fact.

    With `result-process` the log is read once more for what tournaments still wait for.
    """
    if name == ResultProcess.name:
        with open_services() as opened:
            opened.views.clear(name)
            opened.results.catch_up()
        return
    with (
        open_services() as opened,
        click.progressbar(length=max(1, opened.store.position()), label=name) as bar,
    ):
        opened.runner.rebuild(name, lambda done, total: bar.update(done - bar.pos))
