"""The command `recount`."""

from __future__ import annotations

import click

from .commands import COMMANDS
from .group import LazyGroup


@click.group(cls=LazyGroup, lazy_commands=COMMANDS)
@click.version_option(package_name="recount")
@click.pass_context
def main(context: click.Context) -> None:
    """Recount: matches recorded fact by fact, played over HTTP and replayed at any fact."""
    if context.invoked_subcommand == "check-config":  # which tells all that is wrong
        return
    # A list of the commands is made without these: they load most of the service.
    from ..observability import logging
    from .settings import chosen

    logging.keep(chosen().log or logging.QUIET)
