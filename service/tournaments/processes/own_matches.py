"""Finds a tournament's own matches, not those that only claim its name."""

from __future__ import annotations

from msgspec import Struct

from domain.tournament.state import TableRef, Tournament
from projections.event_log import CorruptStream

from ...shared.errors import UnknownTournament
from ...shared.record_ids import ENDING_LENGTH, derive_ending
from ..repository import TournamentRepository
from .tables import match_purposes, waits_for_match


class OwnMatches(Struct, frozen=True):
    """The matches of a tournament's tables, and the id endings of matches about to open."""

    matches: frozenset[str]
    endings: frozenset[str]

    def include(self, match: str) -> bool:
        """Returns whether *match* belongs to a table, or is about to."""
        return match in self.matches or match[-ENDING_LENGTH:] in self.endings


def own_matches(tournaments: TournamentRepository, event: str) -> OwnMatches | None:
    """Returns the matches of a tournament, `None` for an *event* of another kind."""
    try:
        t = tournaments.get(event)
    except (UnknownTournament, CorruptStream):
        return None
    tables = (table for round_ in t.rounds for table in round_.tables.values())
    return OwnMatches(
        frozenset(table.match for table in tables if table.match), frozenset(_open_id_endings(event, t))
    )


def find_matches(tournaments: TournamentRepository, event: str) -> frozenset[str] | None:
    """Returns the matches of a tournament's tables, `None` for an *event* of another kind."""
    own = own_matches(tournaments, event)
    return None if own is None else own.matches


def find_tables(tournaments: TournamentRepository, event: str) -> dict[str, TableRef]:
    """Returns the table of each match of a tournament, none for an *event* of another kind."""
    try:
        rounds = tournaments.get(event).rounds
    except (UnknownTournament, CorruptStream):
        return {}
    return {
        table.match: TableRef(round_.stage, round_.number, table.number)
        for round_ in rounds
        for table in round_.tables.values()
    }


def _open_id_endings(tournament: str, t: Tournament) -> set[str]:
    """Returns the id endings of matches that started rounds still open."""
    if not t.settings.online or t.origin is not None:
        return set()
    return {
        derive_ending(purpose)
        for round_ in t.rounds
        if round_.is_started and not round_.is_closed
        for table in round_.tables.values()
        if waits_for_match(table)
        for purpose in match_purposes(tournament, round_, table)
    }
