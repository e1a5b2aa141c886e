"""The command that tells what is wrong with an environment before anything starts."""

from __future__ import annotations

import os
import sys

import click
import msgspec

from service import environment
from service.checks import Finding, findings
from service.environment import InvalidSetting
from service.settings import from_environment


@click.command("check-config")
@click.option("--json", "machine", is_flag=True, help="Tell it as JSON: a list of subject, ok and told.")
def check_config(machine: bool) -> None:
    """Looks at the variables, directories and servers that `recount serve` would use, and changes nothing.

    What is wrong is told with what to do about it, with exit code 1.
    """
    found = [*_found()]
    if machine:
        click.echo(msgspec.json.format(msgspec.json.encode(found)))
    else:
        for finding in found:
            click.echo(f"{'ok   ' if finding.ok else 'wrong'}  {finding.subject}: {finding.told}")
    sys.exit(not all(finding.ok for finding in found))


def _found() -> list[Finding]:
    mistyped = [Finding("the variables", False, text) for text in environment.unknown(os.environ)]
    variables = {name: value for name, value in os.environ.items() if not environment.unknown({name: value})}
    try:
        settings = from_environment(variables)
    except InvalidSetting as mistake:
        return [*mistyped, Finding("the variables", False, str(mistake))]
    fine = Finding("the variables", True, "All that are set can be read.")
    return [*(mistyped or [fine]), *findings(settings)]
