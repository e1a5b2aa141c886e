"""How a command opens the services, and how it refuses: in words, without a traceback."""

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
from service.bootstrap import Services
from service.cases.rulings import InvalidCase
from service.catalog.cardsets import CardSetNotFound, CardSetRegistry, PinnedCardSetMissing
from service.eventstore.store import IncompatibleStore, Unavailable
from service.evidence.checkpoints import LogCorrupt
from service.evidence.keys import BadKey
from service.evidence.service import UnknownTreeSize
from service.evidence.witness_client import Unwitnessed
from service.identity.api_tokens import InvalidTokenName, UnknownApiToken
from service.identity.players import NameTaken, UnknownPlayer
from service.matches.errors import UnknownMatch
from service.matches.options import InvalidOptions
from service.observability.tracing import NoTraces
from service.settings import InvalidSetting, Settings
from service.webhooks.service import UnknownWebhook


def refusals() -> tuple[type[Exception], ...]:
    """Returns what a command is refused with."""
    # What few commands need is loaded when there is a refusal: the clients of all databases are among it.
    from service.portability.backup import NotRestored
    from service.portability.copies import StoreNotEmpty
    from service.portability.imports import ImportRejected, MatchExists

    return (
        Away,
        BadKey,
        InvalidTokenName,
        Endless,
        MatchExists,
        InvalidCase,
        NameTaken,
        CardSetNotFound,
        NoSuchCase,
        NoSuchMoment,
        UnknownTreeSize,
        NoTraces,
        ImportRejected,
        NotRestored,
        StoreNotEmpty,
        LogCorrupt,
        Unavailable,
        UnknownApiToken,
        PinnedCardSetMissing,
        UnknownMatch,
        UnknownPlayer,
        UnknownWebhook,
        InvalidSetting,
        Unsigned,
        Unwitnessed,
        WrongMoment,
        InvalidOptions,
        IncompatibleStore,
        core.Illegal,
        core.Unplayable,
    )


class ErrorReportingGroup(click.Group):
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
def open_services(headless: bool = False) -> Iterator[Services]:
    """Opens the services for a command; a serving process keeps the views up to date.

    A store with facts and without heads is refused unless it may be *headless*.
    """
    settings = replace(chosen(), runner=False)
    with Services(settings, CardSetRegistry(settings.cards), headless=headless) as opened:
        yield opened
