"""The command that brings the tables of a store up to this release."""

from __future__ import annotations

import click

from service.database.schema import REVISION
from service.eventstore.store import Store
from service.eventstore.vocabulary import VOCABULARY
from service.settings import store_environment

from .settings import chosen


@click.command()
def migrate() -> None:
    """Brings the tables of a store in PostgreSQL up to this release, once every process of it is stopped.

    One in SQLite is brought there by whatever opens it.
    """
    settings = chosen()
    settings.data.mkdir(parents=True, exist_ok=True, mode=0o700)
    with Store(VOCABULARY, store_environment(settings), migrate=True):
        click.echo(f"The tables of the store are those of this release: revision {REVISION}.")
