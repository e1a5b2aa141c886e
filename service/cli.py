"""The command `recount`."""

from __future__ import annotations

import click

from . import journal
from .commands.auditing import verify
from .commands.backup import backup, restore
from .commands.badges import token
from .commands.balancing import balance
from .commands.cards import cards
from .commands.cases import case
from .commands.explaining import diff, why
from .commands.forgetting import forget, players
from .commands.forking import fork
from .commands.looking import show, tell
from .commands.opening import Speaking, chosen
from .commands.playing import play, transcribe
from .commands.porting import export, take_in
from .commands.projecting import project
from .commands.proving import adopt_store, checkpoint, key, proof
from .commands.readjudicating import readjudicate
from .commands.ruling import rules
from .commands.serving import demo, rebuild, serve
from .commands.studying import options, study
from .commands.webhooks import webhook
from .commands.wondering import whatif


@click.group(cls=Speaking)
@click.version_option(package_name="recount")
def main() -> None:
    """Recount: matches recorded fact by fact, played over HTTP and replayed at any fact."""
    journal.keep(chosen().log or journal.QUIET)


for command in (
    serve, demo, play, study, transcribe, show, options, tell, diff, why, verify, export, rules, rebuild,
    cards, balance, forget, players, token, case, key, checkpoint, proof, fork,
    take_in, whatif, readjudicate, backup, restore, adopt_store, project, webhook,
):  # fmt: skip
    main.add_command(command)
