"""The generated files of `share`: the manual page, the completions of shells, and the units of systemd."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from inspect import cleandoc
from pathlib import Path

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from ops.cluster.processes import Process
from ops.cluster.rendering import unit
from service.cli import main

SHARE = Path(__file__).with_name("share")
RUNBOOK = Path(__file__).parents[1] / "runbook.md"
COMPLETIONS: Mapping[str, type[ShellComplete]] = {
    "bash-completion/completions/recount": BashComplete,
    "zsh/site-functions/_recount": ZshComplete,
    "fish/vendor_completions.d/recount.fish": FishComplete,
}
"""The file that each shell loads for a command."""
PROGRAM = "/opt/recount/bin/recount"
ETC, VAR = "/etc/recount", "/var/lib/recount"

_VARIABLE_ROW = re.compile(r"^\| (`[A-Z_`, ]+`) \| (.+) \| (.+) \|$", re.MULTILINE)
"""A row of the runbook: variables, their meaning, and their default."""


def generated_files() -> dict[str, str]:
    """Returns the text of each generated file by its path in `share`."""
    return {
        "man/man1/recount.1": manual_page(),
        **{path: _completion(shell) for path, shell in COMPLETIONS.items()},
        "recount/recount.service": _unit("web", "Recount, serving", "serve", "$SERVE_OPTIONS"),
        "recount/recount-project.service": _unit("project", "Recount, keeping the views", "project"),
    }


def _completion(shell: type[ShellComplete]) -> str:
    return shell(main, {}, "recount", "_RECOUNT_COMPLETE").source().strip() + "\n"


def _unit(name: str, described: str, *words: str) -> str:
    """Returns a unit for a single machine, by the template of a cluster."""
    command, environment = [PROGRAM, *words], f"{ETC}/recount.env"
    notifies = name == "web"
    return unit(
        Process(name, described, "recount", ETC, VAR, command, (), environment=environment, notifies=notifies)
    )


def manual_page() -> str:
    """Returns the manual page of `recount` in the language of man(7)."""
    return "\n".join(_manual_lines()) + "\n"


def _manual_lines() -> Iterator[str]:
    name, _, purpose = (main.help or "").partition(": ")
    yield f'.TH RECOUNT 1 "" "{name}" "User Commands"'
    yield from (".SH NAME", f"recount \\- {_escape(purpose.rstrip('.'))}")
    yield from (".SH SYNOPSIS", r".B recount", _escape("[OPTIONS] COMMAND [ARGS]..."))
    yield ".SH COMMANDS"
    yield from _command_lines(main, click.Context(main, info_name="recount"))
    yield from (
        ".SH ENVIRONMENT",
        _escape("`recount check-config` tells what is wrong with these variables."),
    )
    for names, meaning, default in _VARIABLE_ROW.findall(RUNBOOK.read_text(encoding="utf-8")):
        yield from (".TP", _escape(names), _escape(f"{meaning}. Default: {default}."))
    yield from (".SH EXIT STATUS", _escape("0: done. 1: refused, or something was found. 2: not understood."))


def _command_lines(command: click.Command, context: click.Context) -> Iterator[str]:
    """Yields the help of *command*, then that of its subcommands."""
    if context.parent is not None:
        usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
        yield f'.SS "{_escape(usage)}"'
        yield "\n.PP\n".join(map(_escape, cleandoc(command.help or "").split("\n\n")))
        for parameter in command.get_params(context):
            record = parameter.get_help_record(context)
            if record is not None and "--help" not in parameter.opts and record[1]:
                yield from (".TP", f"\\fB{_escape(record[0])}\\fR", _escape(record[1]))
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            subcommand = command.get_command(context, name)
            assert subcommand is not None
            yield from _command_lines(subcommand, click.Context(subcommand, info_name=name, parent=context))


def _escape(text: str) -> str:
    """Returns *text* on one line without commands of man(7), and code in bold."""
    line = " ".join(text.split()).replace("\\", r"\e").replace("-", r"\-").replace('"', r"\(dq")
    line = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", line)
    line = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", line)
    return rf"\&{line}" if line.startswith((".", "'")) else line
