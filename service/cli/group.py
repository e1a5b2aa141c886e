"""The group of all commands: how they refuse, in words and without a traceback, and what they are set by.

It loads no services: not every command opens them.
"""

from __future__ import annotations

import os
from typing import Any

import click

from domain.errors import RecountError
from service import settings
from service.settings import Settings


class ErrorReportingGroup(click.Group):
    """A group whose commands refuse in words."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command."""
        try:
            return super().invoke(ctx)
        except RecountError as refusal:
            raise click.ClickException(str(refusal)) from refusal


def chosen() -> Settings:
    """Returns the settings of the environment."""
    return settings.from_environment(os.environ)
