"""Commands that keep a copy of the whole store, and bring it back: backup, restore."""

from __future__ import annotations

import time
from pathlib import Path

import click

from service.cli.context import open_services
from service.cli.settings import chosen
from service.portability import backup as backups

FILE = click.Path(dir_okay=False, path_type=Path)
KEYS = "The keys that the service signs with, too: whoever has the file can sign in its name."


STEPS = """\
The log is {log} now, and ends at position {end}. Tell the operators of all consumers:
1. Sites that follow GET /api/v1/facts: “log” in a page and in the first comment of a stream is new. \
Delete everything that you hold of positions above {end}, store {log}, and go on after position {end}. \
A position above the end is refused with 409 position-ahead.
2. Receivers of webhooks: “log” in the body is new. Delete everything of positions above {end} \
that came with another “log”. Webhooks subscribed after the backup are gone: subscribe again.
3. Holders of receipts, exports and checkpoints from after position {end}: this log does not prove them.
4. Players and organizers: matches, results and accounts from after the backup are gone: enter them again."""
"""The steps that consumers take after a restore."""


@click.command()
@click.argument("file", type=FILE)
@click.option("--keys", is_flag=True, help=KEYS)
def backup(file: Path, keys: bool) -> None:
    """Writes the whole store, as it is at this moment, into FILE, while the service goes on.

    It holds every secret of the service: keep it where nobody else can read it.
    """
    try:
        about = backups.back_up(chosen(), file, time.time_ns() // 1_000_000, keys)
    except FileExistsError:
        raise click.BadParameter("There is such a file already.", param_hint="FILE") from None
    held = ", ".join(f"{rows} in {table}" for table, rows in about.rows.items())
    click.echo(f"{file} holds {held}; SHA-256 {about.digest}")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--keys", is_flag=True, help=KEYS)
def restore(file: Path, keys: bool) -> None:
    """Writes what `backup` wrote into FILE into an empty store of either kind; the service is stopped.

    All in FILE is audited before, and nothing is written unless it is whole.
    """
    settings = chosen()
    try:
        found = backups.restore(settings, file, keys)
    except backups.NotRestored as refusal:
        for finding in refusal.findings:
            click.echo(f"{finding.match or 'The log of heads'}: {finding.sentence}")
        raise
    with open_services() as services:
        end, log_id = services.store.position(), services.store.log_id
        for name in services.FOLLOWERS:  # they may be of another log
            services.views.clear(name)
    if not found.matches:
        click.echo("The backup is of an empty store: nothing was audited, and there are no matches now.")
    else:
        click.echo(
            f"{found.matches} matches, {found.facts} facts, {found.heads} heads, {found.answers} answers "
            "decided again: all is as it was written, and restored."
        )
    click.echo(STEPS.format(log=log_id, end=end))


@click.command("renew-log")
def renew_log() -> None:
    """Gives the log a new id, after the database was restored by other means than `restore`.

    It prints the steps that consumers of the log take then. The service is stopped.
    """
    with open_services() as services:
        services.store.renew_log_id()
        click.echo(STEPS.format(log=services.store.log_id, end=services.store.position()))
