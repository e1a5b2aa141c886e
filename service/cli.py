"""The command `recount`."""

from __future__ import annotations

import click

from .commands.balancing import balance
from .commands.cards import cards
from .commands.looking import audit, export, show, tell
from .commands.opening import Speaking
from .commands.playing import play, transcribe
from .commands.ruling import rules
from .commands.serving import demo, rebuild, serve
from .commands.studying import options, study


@click.group(cls=Speaking)
@click.version_option(package_name="recount")
def main() -> None:
    """Recount: matches recorded fact by fact, played over HTTP and replayed at any fact."""


for command in (
    serve, demo, play, study, transcribe, show, options, tell, audit, export, rules, rebuild, cards, balance,
):  # fmt: skip
    main.add_command(command)
