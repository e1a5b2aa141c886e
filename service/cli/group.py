"""The group of all commands, which refuse in words and without a traceback."""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import resolve_name
from typing import Any, NamedTuple

import click

from domain.errors import RecountError


class LazyCommand(NamedTuple):
    """A command in the object at *place*, whose help begins with *summary*."""

    place: str
    summary: str


class LazyGroup(click.Group):
    """A group that loads the command to run, and none to list them all."""

    def __init__(self, *args: Any, lazy_commands: Mapping[str, LazyCommand], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy_commands = lazy_commands

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Returns the names of all, in order."""
        return list(self._lazy_commands)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Loads the command of that name, if there is one."""
        lazy_command = self._lazy_commands.get(cmd_name)
        if lazy_command is None:
            return None
        command = resolve_name(lazy_command.place)
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the names and summaries of all."""
        commands = {
            name: click.Command(name, help=lazy_command.summary)
            for name, lazy_command in self._lazy_commands.items()
        }
        group = click.Group(commands=commands)
        group.list_commands = self.list_commands  # type: ignore[method-assign] # in this order
        group.format_commands(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command."""
        try:
            return super().invoke(ctx)
        except RecountError as refusal:
            raise click.ClickException(str(refusal)) from refusal
