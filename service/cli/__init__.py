"""The command `recount`."""

from __future__ import annotations

import click

from .commands import COMMANDS, LazyGroup


@click.group(cls=LazyGroup, lazy_commands=COMMANDS)
@click.version_option(package_name="recount")
@click.pass_context
def main(context: click.Context) -> None:
    """Recount: matches recorded fact by fact, played over HTTP and replayed at any fact."""
    if context.invoked_subcommand == "check-config":  # it reports invalid settings by itself
        return
    # The list of commands does without these imports, since they load most of the service.
    from ..observability import logging
    from .serving import load_settings

    logging.start_journal(load_settings().log or logging.QUIET)
