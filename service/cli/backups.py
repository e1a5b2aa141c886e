"""The commands backup, restore and renew-log, for copies of the whole store."""

from __future__ import annotations

import time
from pathlib import Path

import click

from service.cli.context import open_services
from service.cli.serving import load_settings
from service.portability import backup

FILE = click.Path(dir_okay=False, path_type=Path)
KEYS = "Include the signing keys: with the file, anybody can sign in the name of the service."
STEPS = """\
The log is {log} now, and ends at position {end}. Tell the operators of all consumers:
1. Sites that follow GET /api/v1/facts: “log” in a page and in the first comment of a stream is new. \
Delete everything that you hold of positions above {end}, store {log}, and go on after position {end}. \
A position above the end is refused with 409 position-ahead.
2. Receivers of webhooks: “log” in the body is new. Delete everything of positions above {end} \
that came with another “log”. Webhooks subscribed after the backup are gone: subscribe again.
3. Holders of receipts, exports and checkpoints from after position {end}: this log does not prove them.
4. Players and organizers: matches, results and accounts from after the backup are gone: enter them again."""
"""The steps of consumers after a restore."""


@click.command("backup")
@click.argument("file", type=FILE)
@click.option("--keys", is_flag=True, help=KEYS)
def back_up(file: Path, keys: bool) -> None:
    """Writes a snapshot of the whole store into FILE, while the service runs.

    FILE holds every secret of the service. Protect it from other readers.
    """
    try:
        snapshot = backup.back_up(load_settings(), file, time.time_ns() // 1_000_000, keys)
    except FileExistsError:
        raise click.BadParameter("There is such a file already.", param_hint="FILE") from None
    contents = ", ".join(f"{rows} in {table}" for table, rows in snapshot.rows.items())
    click.echo(f"{file} holds {contents}; SHA-256 {snapshot.digest}")


@click.command("restore")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--keys", is_flag=True, help=KEYS)
def restore_backup(file: Path, keys: bool) -> None:
    """Restores FILE, a file of `backup`, into an empty store of either kind.

    Stop the service first. The command audits all of FILE first, and writes nothing unless FILE is intact.
    """
    settings = load_settings()
    try:
        audited = backup.restore_backup(settings, file, keys)
    except backup.RestoreRefused as refusal:
        for finding in refusal.findings:
            click.echo(f"{finding.match or 'The log of heads'}: {finding.sentence}")
        raise
    with open_services() as services:
        end, log_id = services.store.position(), services.store.log_id
        for name in services.FOLLOWERS:  # its views may be of another log
            services.views.clear(name)
    if not audited.matches:
        click.echo("The backup is of an empty store: nothing was audited, and there are no matches now.")
    else:
        click.echo(
            f"{audited.matches} matches, {audited.facts} facts, {audited.heads} heads, {audited.answers} "
            "answers decided again: all is as it was written, and restored."
        )
    if audited.missing_photos:
        click.echo(f"The file has no bytes of {audited.missing_photos} photos; their hashes stay.")
    click.echo(STEPS.format(log=log_id, end=end))


@click.command("renew-log")
def renew_log() -> None:
    """Gives the log a new id, after a restore of the database by other means than `restore`.

    It prints the next steps for consumers of the log. Stop the service first.
    """
    with open_services() as services:
        services.store.renew_log_id()
        click.echo(STEPS.format(log=services.store.log_id, end=services.store.position()))
