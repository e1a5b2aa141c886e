"""The command `recount`."""

from __future__ import annotations

from pkgutil import resolve_name

import click

from ..observability import logging
from .group import ErrorReportingGroup, chosen

COMMANDS = {
    "adopt": "evidence.cli.keys:adopt_store",
    "backup": "portability.cli.backup:backup",
    "balance": "matches.cli.balance:balance",
    "cards": "catalog.cli.cards:cards",
    "case": "cases.cli:case",
    "check-config": "cli.check_config:check_config",
    "checkpoint": "evidence.cli.keys:checkpoint",
    "demo": "cli.demo:demo",
    "diff": "history.cli.explain:diff",
    "export": "portability.cli.records:export",
    "forget": "identity.cli.players:forget",
    "fork": "matches.cli.fork:fork",
    "import": "portability.cli.records:take_in",
    "jobs": "jobs.cli:jobs",
    "key": "evidence.cli.keys:key",
    "migrate": "cli.migrate:migrate",
    "narrate": "history.cli.show:tell",
    "options": "history.cli.study:options",
    "play": "matches.cli.play:play",
    "player": "identity.cli.players:players",
    "project": "cli.project:project",
    "proof": "evidence.cli.keys:proof",
    "readjudicate": "history.cli.readjudicate:readjudicate",
    "rebuild": "cli.rebuild:rebuild",
    "renew-log": "portability.cli.backup:renew_log",
    "restore": "portability.cli.backup:restore",
    "review": "history.cli.review:review",
    "rules": "catalog.cli.rules:rules",
    "serve": "cli.serve:serve",
    "show": "history.cli.show:show",
    "study": "history.cli.study:study",
    "token": "identity.cli.tokens:token",
    "tournament": "tournaments.cli.tournament:tournament",
    "transcribe": "matches.cli.play:transcribe",
    "verify": "evidence.cli.verify:verify",
    "webhook": "webhooks.cli:webhook",
    "whatif": "history.cli.whatif:whatif",
    "why": "history.cli.explain:why",
}
"""Every command, and where it is: its room has it."""


class Commands(ErrorReportingGroup):
    """The commands; only the one that is asked for is loaded."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of all, in order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command of that name, if there is one."""
        if (place := COMMANDS.get(cmd_name)) is None:
            return None
        command = resolve_name(f"service.{place}")
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Commands)
@click.version_option(package_name="recount")
@click.pass_context
def main(context: click.Context) -> None:
    """Recount: matches recorded fact by fact, played over HTTP and replayed at any fact."""
    if context.invoked_subcommand != "check-config":  # which tells all that is wrong
        logging.keep(chosen().log or logging.QUIET)
