"""The manual page of `recount`: what each command tells of itself, and the variables of the runbook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from service.cli import main

RUNBOOK = Path(__file__).parents[1] / "runbook.md"
_ROW = re.compile(r"^\| (`[A-Z_`, ]+`) \| (.+) \| (.+) \|$", re.MULTILINE)
"""A variable, or several, what it means, and what holds where it is not set."""


def page() -> str:
    """Returns the page, in the language of man(7)."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    name, _, purpose = (main.help or "").partition(": ")
    yield f'.TH RECOUNT 1 "" "{name}" "User Commands"'
    yield from (".SH NAME", f"recount \\- {_text(purpose.rstrip('.'))}")
    yield from (".SH SYNOPSIS", r".B recount", _text("[OPTIONS] COMMAND [ARGS]..."))
    yield ".SH COMMANDS"
    yield from _command(main, click.Context(main, info_name="recount"))
    yield from (".SH ENVIRONMENT", _text("`recount check-config` tells what is wrong with these variables."))
    for names, meaning, otherwise in _ROW.findall(RUNBOOK.read_text(encoding="utf-8")):
        yield from (".TP", _text(names), _text(f"{meaning}. Default: {otherwise}."))
    yield from (".SH EXIT STATUS", _text("0: done. 1: refused, or something was found. 2: not understood."))


def _command(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yields what a command tells of itself, and then those within it."""
    if context.parent is not None:
        yield f'.SS "{_text(" ".join([context.command_path, *command.collect_usage_pieces(context)]))}"'
        yield "\n.PP\n".join(map(_text, cleandoc(command.help or "").split("\n\n")))
        for parameter in command.get_params(context):
            told = parameter.get_help_record(context)
            if told is not None and "--help" not in parameter.opts and told[1]:
                yield from (".TP", f"\\fB{_text(told[0])}\\fR", _text(told[1]))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            within = command.get_command(context, name)
            assert within is not None
            yield from _command(within, click.Context(within, info_name=name, parent=context))


def _text(told: str) -> str:
    """Returns a text on one line, where nothing of it is a command of man(7) and code is bold."""
    line = " ".join(told.split()).replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    line = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", line)
    line = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", line)
    return rf"\&{line}" if line.startswith((".", "'")) else line
