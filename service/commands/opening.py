"""How a command opens the house, and how it refuses: in words, without a traceback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from msgspec.structs import replace

from domain import core
from replays.bots import Endless
from replays.film import NoSuchMoment
from service import settings
from service.cardsets import Library, NoSuchCards, UnknownCards
from service.house import House
from service.options import WrongOptions
from service.records import UnknownMatch
from service.settings import Settings, Unsettled
from service.sheets import Mistaken
from service.store import Unavailable, WrongStore

_REFUSALS = (
    Endless,
    Mistaken,
    NoSuchCards,
    NoSuchMoment,
    UnknownCards,
    UnknownMatch,
    Unavailable,
    Unsettled,
    WrongOptions,
    WrongStore,
    core.Unplayable,
)


class Speaking(click.Group):
    """A group whose commands refuse in words."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command."""
        try:
            return super().invoke(ctx)
        except _REFUSALS as refusal:
            raise click.ClickException(str(refusal)) from refusal


def chosen() -> Settings:
    """Returns the settings of the environment."""
    return settings.from_environment(os.environ)


@contextmanager
def house() -> Iterator[House]:
    """Opens the house for a command; it leaves keeping up the views to the service."""
    settings = replace(chosen(), runner=False)
    with House(settings, Library(settings.cards)) as opened:
        yield opened
