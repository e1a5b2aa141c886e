"""The commands of `recount`, and the group that loads each on demand."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

import click

from domain.errors import RecountError

PACKAGE = "service.cli"


class LazyCommand(NamedTuple):
    """A command by the location of its function, `module:function` below this package."""

    location: str

    @property
    def summary(self) -> str:
        """The first sentence of its help, read from the source without an import."""
        module, _, function = self.location.partition(":")
        return click.Command(None, help=_read_docstrings(module)[function]).get_short_help_str(1000)

    def load(self) -> click.Command:
        """Returns the command after an import of its module."""
        command = resolve_name(f"{PACKAGE}.{self.location}")
        assert isinstance(command, click.Command)
        return command


@cache
def _read_docstrings(module: str) -> dict[str, str | None]:
    """Returns the docstring of each function of a *module* of this package."""
    source = Path(__file__).parent.joinpath(*module.split(".")).with_suffix(".py").read_bytes()
    functions = (node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef))
    return {function.name: ast.get_docstring(function) for function in functions}


class LazyGroup(click.Group):
    """A group that imports only the command to run.

    Its commands report a `RecountError` in words, without a traceback.
    """

    def __init__(self, *args: Any, lazy_commands: Mapping[str, LazyCommand], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy_commands = lazy_commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of all commands in order."""
        return list(self._lazy_commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Returns the command of a name, or `None`."""
        lazy_command = self._lazy_commands.get(cmd_name)
        return None if lazy_command is None else lazy_command.load()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the names and summaries of all commands."""
        commands = {
            name: click.Command(name, help=lazy_command.summary)
            for name, lazy_command in self._lazy_commands.items()
        }
        group = click.Group(commands=commands)
        group.list_commands = self.list_commands  # type: ignore[method-assign] # in this order
        group.format_commands(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; raises `ClickException` for a refusal."""
        try:
            return super().invoke(ctx)
        except RecountError as refusal:
            raise click.ClickException(str(refusal)) from refusal


_LOCATIONS = {
    "adopt": "keys:adopt_store",
    "backup": "backups:back_up",
    "balance": "balance:measure_balance",
    "cards": "catalog:list_card_sets",
    "case": "cases:case_group",
    "check-config": "serving:check_config",
    "checkpoint": "keys:write_checkpoint",
    "demo": "demo:run_demo",
    "diff": "moments:show_diff",
    "export": "records:export_match",
    "forget": "identity:forget_player",
    "fork": "bots:fork_match",
    "import": "records:import_file",
    "jobs": "operations:jobs_group",
    "key": "keys:key_group",
    "migrate": "operations:migrate_store",
    "narrate": "moments:narrate_match",
    "notification": "webhooks:notification_group",
    "options": "moments:list_options",
    "play": "bots:play_matches",
    "player": "identity:player_group",
    "project": "operations:run_projections",
    "proof": "keys:write_proof",
    "readjudicate": "audits:readjudicate",
    "rebuild": "operations:rebuild_views",
    "record": "recordings.sheets:record_sheet",
    "renew-log": "backups:renew_log",
    "restore": "backups:restore_backup",
    "review": "analysis:review_match",
    "rules": "catalog:list_rules",
    "serve": "serving:serve_api",
    "sheet": "recordings.sheets:print_sheet",
    "show": "moments:show_board",
    "study": "bots:open_study",
    "token": "identity:token_group",
    "tournament": "tournaments.tournament:tournament_group",
    "transcribe": "bots:transcribe_match",
    "verify": "audits:verify_facts",
    "webhook": "webhooks:webhook_group",
    "whatif": "analysis:run_whatif",
    "why": "moments:explain_fact",
}

COMMANDS: Mapping[str, LazyCommand] = {name: LazyCommand(location) for name, location in _LOCATIONS.items()}
"""Every command by its name."""
