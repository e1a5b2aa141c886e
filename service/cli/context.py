"""How a command opens the services, and how it refuses: in words, without a traceback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from msgspec.structs import replace

from domain.errors import RecountError
from service import settings
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
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


@contextmanager
def open_services(headless: bool = False) -> Iterator[Services]:
    """Opens the services for a command, which may take its time; a serving process keeps up the views.

    A store with facts and without heads is refused unless it may be *headless*.
    """
    found = chosen()
    unhurried = {"POSTGRES_STATEMENT_TIMEOUT": "0", **found.store}
    settings = replace(found, runner=False, store=unhurried)
    with Services(settings, CardSetRegistry(settings.cards), headless=headless) as opened:
        yield opened
