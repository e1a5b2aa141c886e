"""The list of commands is there at once: it loads no service, and says of each what the command says."""

from __future__ import annotations

import subprocess
import sys

import click

from service.cli import main
from service.cli.commands import COMMANDS

LISTING = """
import sys
from service.cli import main
main(["--help"], standalone_mode=False)
print(*sys.modules, file=sys.stderr)
"""
HEAVY = {"eventsourcing", "flask", "sqlalchemy", "structlog", "service.bootstrap", "service.settings"}


def test_the_list_of_commands_loads_none_of_them() -> None:
    listed = subprocess.run([sys.executable, "-c", LISTING], capture_output=True, text=True, check=True)
    names = [line.split()[0] for line in listed.stdout.partition("Commands:")[2].splitlines() if line.strip()]
    assert names == list(COMMANDS)
    loaded = set(listed.stderr.split())
    assert "service.cli.commands" in loaded
    assert loaded & HEAVY == set()


def test_the_list_repeats_what_each_command_says_of_itself() -> None:
    context = click.Context(main)
    commands = {name: main.get_command(context, name) for name in main.list_commands(context)}
    said = {name: command.get_short_help_str(1000) for name, command in commands.items() if command}
    assert said == {name: command.summary for name, command in COMMANDS.items()}


def test_a_command_that_is_not_there_is_none() -> None:
    assert main.get_command(click.Context(main), "elsewhere") is None
