"""The command `recount`."""

from __future__ import annotations

from pkgutil import resolve_name

import click

from . import journal
from .commands.opening import Speaking, chosen

COMMANDS = {
    "adopt": "proving:adopt_store",
    "backup": "backup:backup",
    "balance": "balancing:balance",
    "cards": "cards:cards",
    "case": "cases:case",
    "checkpoint": "proving:checkpoint",
    "demo": "serving:demo",
    "diff": "explaining:diff",
    "export": "porting:export",
    "forget": "forgetting:forget",
    "fork": "forking:fork",
    "import": "porting:take_in",
    "key": "proving:key",
    "narrate": "looking:tell",
    "options": "studying:options",
    "play": "playing:play",
    "player": "forgetting:players",
    "project": "projecting:project",
    "proof": "proving:proof",
    "readjudicate": "readjudicating:readjudicate",
    "rebuild": "serving:rebuild",
    "restore": "backup:restore",
    "rules": "ruling:rules",
    "serve": "serving:serve",
    "show": "looking:show",
    "study": "studying:study",
    "token": "badges:token",
    "transcribe": "playing:transcribe",
    "verify": "auditing:verify",
    "webhook": "webhooks:webhook",
    "whatif": "wondering:whatif",
    "why": "explaining:why",
}
"""Every command, and where in `commands` it is."""


class Commands(Speaking):
    """The commands; only the one that is asked for is loaded."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of all, in order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command of that name, if there is one."""
        if (place := COMMANDS.get(cmd_name)) is None:
            return None
        command = resolve_name(f"{__package__}.commands.{place}")
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands)
@click.version_option(package_name="recount")
def main() -> None:
    """Recount: matches recorded fact by fact, played over HTTP and replayed at any fact."""
    journal.keep(chosen().log or journal.QUIET)
