"""The settings of a command, and the commands check-config and serve."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

import click
import msgspec

from service import environment
from service.checks import Finding, check_environment, check_traces
from service.environment import InvalidSetting
from service.settings import Settings, from_environment
from service.subprocesses import module_command


def load_settings() -> Settings:
    """Returns the settings of the environment; raises `InvalidSetting`."""
    return from_environment(os.environ)


@click.command("check-config")
@click.option("--json", "as_json", is_flag=True, help="Write JSON: a list of subject, ok and told.")
def check_config(as_json: bool) -> None:
    """Checks the variables, directories and servers that `recount serve` would use, and changes nothing.

    Each error has advice. The exit code is then 1.
    """
    results = _check_environment()
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(results)))
    else:
        for finding in results:
            click.echo(f"{'ok   ' if finding.ok else 'wrong'}  {finding.subject}: {finding.detail}")
    sys.exit(not all(finding.ok for finding in results))


def _check_environment() -> list[Finding]:
    mistyped = [Finding("the variables", False, text) for text in environment.unknown_variables(os.environ)]
    variables = {
        name: value for name, value in os.environ.items() if not environment.unknown_variables({name: value})
    }
    try:
        settings = from_environment(variables)
    except InvalidSetting as error:
        return [*mistyped, Finding("the variables", False, str(error))]
    valid = Finding("the variables", True, "All that are set can be read.")
    return [*(mistyped or [valid]), *check_environment(settings)]


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", default=8440, show_default=True, help="The port to listen on.")
@click.option("--workers", default=1, show_default=True, help="Processes; several need PostgreSQL and Redis.")
def serve_api(host: str, port: int, workers: int) -> None:
    """Serves the API until it is stopped."""
    from service.serving.server import APPLICATION, HeldFile  # other commands do without the web server

    settings = load_settings()
    if workers > 1 and not settings.shared:
        raise click.BadParameter(
            "SQLite has one writer, and views without Redis one process. Choose PostgreSQL and REDIS_URL.",
            param_hint="--workers",
        )
    lock = ""
    if not settings.uses_server:
        with suppress(OSError):  # the server reports an unusable directory when it opens the store
            settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
            lock = str(settings.data / "serving")
            HeldFile(settings.data / "serving").release()
    if settings.traces and not (finding := check_traces(settings.traces)).ok:
        click.echo(f"{finding.subject}: {finding.detail}", err=True)
    command = module_command("service.http_server", host, str(port), str(workers), APPLICATION, lock)
    os.execv(sys.executable, command)  # the server loads the services, so this process does not
