"""Calls for a judge at a table, which open a case.

A table with printed cards gets a record with the first call: a match of which the service has the cases
alone. No list has it before a scribe records it.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from domain.messages import Message
from domain.table import Party
from domain.tournament.play.rounds import bind_record, check_recordable
from domain.tournament.refusals import Refused, require_table
from domain.tournament.state import Round, Table, TableRef, Tournament

from ...cases.service import Cases
from ...catalog.cardsets import CardSetRegistry
from ...http.middleware.idempotency import IdempotentRequest
from ...matches.repository import CommandResult, MatchRepository
from ...matches.service import MatchService
from ...shared.errors import Forbidden
from ...shared.registry import Registry
from ..access import Actor
from ..processes import tables
from ..repository import TournamentRepository


class JudgeCall(NamedTuple):
    """The case of a call, with its match, the calling party, and the reply to its command."""

    match: str
    case: int
    by: Party
    result: CommandResult


def call_judge(
    services: Registry,
    tournament: str,
    ref: TableRef,
    actor: Actor,
    claim: str,
    *,
    request: IdempotentRequest | None = None,
) -> JudgeCall:
    """Opens a case about a table in the name of *actor*, a player of it, a judge or an organizer.

    Raises `Refused` for the player of another table, `Forbidden`, and like `Cases.open_case`.
    """
    if actor.role not in ("player", "judge", "organizer"):
        raise Forbidden(Message("Only players of the match, judges and organizers speak in a case."))
    t = services[TournamentRepository].get(tournament)
    if actor.role == "player" and actor.player not in require_table(t, ref)[1].seats:
        raise Refused(Message("You have no seat at table {table}.", table=ref.table))
    match, by = open_record(services, tournament, ref), actor.by
    if actor.role == "player":
        rules, match_state = services[MatchRepository].load_match(match)
        seat, _ = tables.seat_of(t, ref, actor.by.removeprefix("player:"), rules, match_state)
        by = f"seat:{seat}"
    result = services[Cases].open_case(match, by, claim, (), request=request)
    return JudgeCall(match, len(result.loaded.match.cases), by, result)


def open_record(services: Registry, tournament: str, ref: TableRef) -> str:
    """Returns the match with the cases and the entries of a table at printed cards, opened when first needed.

    Raises `Refused` and `UnknownRound`.
    """
    tournaments = services[TournamentRepository]
    t = tournaments.get(tournament)
    round_, at_table = require_table(t, ref)
    if at_table.record:
        return at_table.record
    check_recordable(t, ref)
    match = _open_match(services, tournament, t, round_, at_table)
    try:
        tournaments.execute(tournament, lambda now: bind_record(now, ref, match, tournaments.clock()))
    except Refused:  # another call was faster
        if bound := require_table(tournaments.get(tournament), ref)[1].record:
            return bound
        raise
    return match


def _open_match(services: Registry, tournament: str, t: Tournament, round_: Round, at_table: Table) -> str:
    """Returns a new match with the persons of a table in its seats."""
    repository, matches = services[MatchRepository], services[MatchService]
    pins = tables.pins_of(tournament, t, round_, at_table, repository.find_game(t.settings.game))
    pins = replace(pins, source="table", private=False, clock=None)
    card_set = services[CardSetRegistry].find_pinned(t.settings.game, t.settings.cards)
    match = matches.create_match(pins, card_set).match
    rules, match_state = repository.load_match(match)
    sides = tables.sides_of(rules, match_state, len(at_table.seats))
    for player, seats in zip(at_table.seats, sides, strict=True):
        for person, seat in zip(tables.team_members(t, player), seats, strict=True):
            matches.seat_player(match, seat, person)
    return match
