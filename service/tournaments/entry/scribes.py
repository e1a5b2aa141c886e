"""Scribes of tables with printed cards, who record the matches there."""

from __future__ import annotations

from typing import NamedTuple

from domain.tournament.state import TableRef

from ...http.middleware.idempotency import IdempotentRequest
from ...matches.repository import CommandResult
from ...recordings.service import Recordings
from ...shared.registry import Registry
from ..access import Actor, require_role
from .judge_calls import open_record


class TableScribe(NamedTuple):
    """The match of a table, the token of its new scribe, and the reply to the command."""

    match: str
    token: str
    result: CommandResult


def change_table_scribe(
    services: Registry,
    tournament: str,
    ref: TableRef,
    actor: Actor,
    *,
    request: IdempotentRequest | None = None,
) -> TableScribe:
    """Gives the record of a table to a new scribe; the token of the scribe before is void.

    The first one opens the record, for everybody to follow. Raises `Refused` for a table without printed
    cards, `Forbidden`, and `UnknownRound`.
    """
    require_role(actor, "organizer", "judge")
    match = open_record(services, tournament, ref)
    token, result = services[Recordings].change_scribe(match, actor.by, request=request)
    return TableScribe(match, token, result)
