"""The command `recount`."""

from __future__ import annotations

import click

from .commands.looking import audit, export, show, tell
from .commands.opening import Speaking
from .commands.playing import play, transcribe
from .commands.serving import demo, rebuild, serve


@click.group(cls=Speaking)
@click.version_option(package_name="recount")
def main() -> None:
    """Recount: matches recorded fact by fact, played over HTTP and replayed at any fact."""


for command in (serve, demo, play, transcribe, show, tell, audit, export, rebuild):
    main.add_command(command)
