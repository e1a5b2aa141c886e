"""Imported tournaments, whose players belong to another service."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace

from ..model import Fact
from ..table import Import
from ..table.imports import AT
from .facts import PLAYER_PREFIX, Player, TournamentImported
from .refusals import to_facts
from .state import Tournament

PLAYER_FIELDS = frozenset(("player", "into", "members", "seats", "choosing", "through", "walkovers"))
"""Fields of facts with ids of players."""
AUTHOR_FIELDS = frozenset(("by", "confirmed"))
"""Fields of facts with authors, which may be players."""


def mark_imported(t: Tournament, event: TournamentImported) -> list[Fact]:
    """Returns the facts of an import."""
    return to_facts(t, event)


def imported_by(fact: Fact) -> Import:
    """Returns the import that *fact* records."""
    event = fact.event
    assert isinstance(event, TournamentImported)
    return Import(fact.seq, event.by, event.house, event.key)


def mark_foreign_players(fact: Fact, imports: Iterable[Fact]) -> Fact:
    """Returns *fact* with players of other services as `id@service`, by later *imports*."""
    for import_fact in imports:
        mark = import_fact.event
        if isinstance(mark, TournamentImported) and import_fact.seq > fact.seq:
            renamed = _mark_value(msgspec.to_builtins(fact.event), AT + mark.house)
            fact = replace(fact, event=msgspec.convert(renamed, type(fact.event)))
    return fact


def home_id(player: Player) -> Player:
    """Returns the id of a player at the service of registration, which lots depend on."""
    return player.partition(AT)[0]


def _mark_value(value: Any, service: str) -> Any:
    """Returns a *value* with all its players marked as those of a *service*."""
    if isinstance(value, dict):
        return {field: _mark_field(field, item, service) for field, item in value.items()}
    return [_mark_value(item, service) for item in value] if isinstance(value, list | tuple) else value


def _mark_field(field: str, value: Any, service: str) -> Any:
    if field in PLAYER_FIELDS:
        return _mark_ids(value, service)
    if field in AUTHOR_FIELDS and value.startswith(PLAYER_PREFIX):
        return value + service
    return _mark_value(value, service)


def _mark_ids(value: Any, service: str) -> Any:
    """Returns one id or nested ids of players with their *service*; an empty id stays empty."""
    if isinstance(value, str):
        return value and value + service
    return value and [_mark_ids(item, service) for item in value]
