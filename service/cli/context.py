"""Opens the services for a command and explains failures in words."""

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
from service.checks import check_environment, is_read_only
from service.eventstore.store import Unavailable
from service.settings import Settings

from .serving import load_settings

OPENING_ERRORS = (
    Unavailable,
    PersistenceError,
    SQLAlchemyError,
    sqlite3.Error,
    OSError,
    *VIEW_STORE_ERRORS,
)


@contextmanager
def open_services(
    headless: bool = False, *, reading: bool = False, sealing: bool = False
) -> Iterator[Services]:
    """Opens the services without a timeout of statements and without projections.

    Only *headless* accepts a store with facts and without heads. With *reading* the store exists and stays as
    it is, except that *sealing* commands may complete the log of heads. Raises `ClickException`.
    """
    environment_settings = load_settings()
    store = {"POSTGRES_STATEMENT_TIMEOUT": "0", **environment_settings.store}
    settings = replace(environment_settings, runner=False, store=store)
    with ExitStack() as stack:
        if is_read_only(settings):
            if not reading:
                raise click.ClickException(_describe_errors(settings))
            settings = _read_only_settings(settings, Path(stack.enter_context(TemporaryDirectory())))
        elif reading:
            settings = replace(settings, read_only=not sealing)
            if not (settings.uses_server or settings.database.exists()):
                raise click.ClickException(f"There is no store: “{settings.database}” does not exist.")
        yield stack.enter_context(_make_services(settings, headless))


def _make_services(settings: Settings, headless: bool) -> Services:
    try:
        return Services(settings, CardSetRegistry(settings.cards), headless=headless)
    except OPENING_ERRORS as error:
        text = f"The services cannot be opened: {error}"
        raise click.ClickException("\n".join(filter(None, (_describe_errors(settings), text)))) from error


def _describe_errors(settings: Settings) -> str:
    return "\n".join(
        f"{finding.subject}: {finding.detail}" for finding in check_environment(settings) if not finding.ok
    )


def _read_only_settings(settings: Settings, scratch: Path) -> Settings:
    """Returns *settings* that write only into *scratch*; raises `ClickException`."""
    log = settings.database.with_name(f"{settings.database.name}-wal")
    if not settings.uses_server and log.exists() and log.stat().st_size:
        raise click.ClickException(
            f"“{log}” holds what was not yet written into “{settings.database.name}”: copy both into a "
            "folder that can be written, and name that by RECOUNT_DATA."
        )
    return replace(settings, scratch=scratch, redis_url="")
