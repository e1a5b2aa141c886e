"""How a command opens the house, and how it refuses: in words, without a traceback."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from msgspec.structs import replace

from domain import core
from domain.table import NoSuchCase, WrongMoment
from projections.home import Away
from replays.bots import Endless
from replays.film import NoSuchMoment
from replays.proof.notes import Unsigned
from service import settings
from service.bootstrap import House
from service.cases.rulings import Misfiled
from service.catalog.cardsets import Library, NoSuchCards, UnknownCards
from service.eventstore.store import Unavailable, WrongStore
from service.evidence.checkpoints import Torn
from service.evidence.keys import BadKey
from service.evidence.service import NoSuchSize
from service.evidence.witness_client import Unwitnessed
from service.identity.api_tokens import BadName, UnknownBadge
from service.identity.players import NameTaken, UnknownPlayer
from service.matches.errors import UnknownMatch
from service.matches.options import WrongOptions
from service.observability.tracing import NoTraces
from service.settings import Settings, Unsettled
from service.webhooks.service import UnknownWebhook


def refusals() -> tuple[type[Exception], ...]:
    """Returns what a command is refused with."""
    # What few commands need is loaded when there is a refusal: the clients of all databases are among it.
    from service.portability.backup import NotRestored
    from service.portability.copies import Occupied
    from service.portability.imports import MatchTaken, NotImported

    return (
        Away,
        BadKey,
        BadName,
        Endless,
        MatchTaken,
        Misfiled,
        NameTaken,
        NoSuchCards,
        NoSuchCase,
        NoSuchMoment,
        NoSuchSize,
        NoTraces,
        NotImported,
        NotRestored,
        Occupied,
        Torn,
        Unavailable,
        UnknownBadge,
        UnknownCards,
        UnknownMatch,
        UnknownPlayer,
        UnknownWebhook,
        Unsettled,
        Unsigned,
        Unwitnessed,
        WrongMoment,
        WrongOptions,
        WrongStore,
        core.Illegal,
        core.Unplayable,
    )


class Speaking(click.Group):
    """A group whose commands refuse in words."""

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command."""
        try:
            return super().invoke(ctx)
        except refusals() as refusal:
            raise click.ClickException(str(refusal)) from refusal


def chosen() -> Settings:
    """Returns the settings of the environment."""
    return settings.from_environment(os.environ)


@contextmanager
def house(headless: bool = False) -> Iterator[House]:
    """Opens the house for a command; it leaves keeping up the views to the service.

    A store with facts and without heads is refused unless it may be *headless*.
    """
    settings = replace(chosen(), runner=False)
    with House(settings, Library(settings.cards), headless=headless) as opened:
        yield opened
