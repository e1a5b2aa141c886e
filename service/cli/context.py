"""How a command opens the services, and tells in words what cannot be opened."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from projections.view_store import VIEW_STORE_ERRORS
from service.bootstrap import Services
from service.catalog.cardsets import CardSetRegistry
from service.checks import findings, is_read_only
from service.eventstore.store import Unavailable
from service.settings import Settings

from .settings import chosen


@contextmanager
def open_services(headless: bool = False, *, reading: bool = False) -> Iterator[Services]:
    """Opens the services for a command, which may take its time; a serving process keeps up the views.

    A store with facts and without heads is refused unless it may be *headless*, and one that cannot be
    written unless it is for *reading* alone. What cannot be opened is told in words.
    """
    found = chosen()
    unhurried = {"POSTGRES_STATEMENT_TIMEOUT": "0", **found.store}
    settings = replace(found, runner=False, store=unhurried)
    with ExitStack() as stack:
        if is_read_only(settings):
            if not reading:
                raise click.ClickException(_wrong(settings))
            settings = _for_reading(settings, Path(stack.enter_context(TemporaryDirectory())))
        yield stack.enter_context(_opened(settings, headless))


def _opened(settings: Settings, headless: bool) -> Services:
    try:
        return Services(settings, CardSetRegistry(settings.cards), headless=headless)
    except (
        Unavailable,
        PersistenceError,
        SQLAlchemyError,
        sqlite3.Error,
        OSError,
        *VIEW_STORE_ERRORS,
    ) as error:
        text = f"The services cannot be opened: {error}"
        raise click.ClickException("\n".join(filter(None, (_wrong(settings), text)))) from error


def _wrong(settings: Settings) -> str:
    return "\n".join(f"{finding.subject}: {finding.told}" for finding in findings(settings) if not finding.ok)


def _for_reading(settings: Settings, scratch: Path) -> Settings:
    """Returns *settings* that write nothing but what is thrown away; raises `ClickException`."""
    log = settings.database.with_name(f"{settings.database.name}-wal")
    if not settings.networked and log.exists() and log.stat().st_size:
        raise click.ClickException(
            f"“{log}” holds what was not yet written into “{settings.database.name}”: copy both into a "
            "folder that can be written, and name that by RECOUNT_DATA."
        )
    return replace(settings, scratch=scratch, redis_url="")
