"""Tournaments in lists, with their present leaders and rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any

from babel.dates import format_date

from domain.tournament.lots.lot_decisions import undrawn_standings
from domain.tournament.ranking.standings import Standing, compute_standings
from domain.tournament.refusals import require_table
from domain.tournament.state import Tournament
from projections.event_log import CorruptStream
from projections.lobby import ListedMatch
from projections.tournaments import ListedTournament

from ....caches import LruCache
from ....evidence.keys import ImportTrust
from ....http.services import services
from ....identity.players import PlayerDirectory
from ....matches.opening.clock_form import describe_clock
from ....matches.origin import describe_origin
from ....matches.repository import MatchRepository
from ....shared.errors import UnknownTournament
from ....shared.languages import page_language
from ...access import SPECTATOR
from ...processes.own_matches import find_tables
from ...processes.tables import sides_of, team_members
from ...queries.listing import TournamentFilter, search_tournaments
from ...queries.views import visible_tournament
from ...repository import TournamentRepository
from .. import labels, page_rows
from .outlook import describe_lead, describe_outlook

LOBBY_TOURNAMENTS = 3
"""The tournaments in the lobby."""

_standings: LruCache[tuple[int, tuple[Standing, ...]]] = LruCache(32)
"""The present standings of tournaments under way, with the last fact behind them."""


def template_functions() -> dict[str, Any]:
    """Returns the functions by which all templates list tournaments."""
    return {
        "latest_tournaments": _latest_tournaments,
        "tournaments_under_way": _tournaments_under_way,
        "describe_tournaments": _describe_tournaments,
        "tournament_states": labels.state_names,
        "tournaments_in_words": labels,
        "clock_in_words": describe_clock,
        "find_booking": _find_booking,
        "opening_day": _describe_opening_day,
        "tournament_origin": lambda entry: describe_origin(
            entry.imported and services()[ImportTrust].with_trust(entry.imported)
        ),
    }


def _find_booking(entry: ListedMatch) -> tuple[str, list[str]]:
    """Returns the tournament of a match that waits and its players by seat, both empty for others."""
    tournaments = services()[TournamentRepository]
    ref = find_tables(tournaments, entry.event).get(entry.match) if entry.event else None
    if ref is None:
        return "", []
    t, loaded = tournaments.get(entry.event), services()[MatchRepository].load_match(entry.match)
    entrants = require_table(t, ref)[1].seats
    sides = sides_of(loaded.rules, loaded.match, len(entrants))
    members = {
        seat: person
        for player, seats in zip(entrants, sides, strict=True)
        for person, seat in zip(team_members(t, player), seats, strict=True)
    }
    names = services()[PlayerDirectory].names_of(members.values())
    return t.settings.title, [names[members[seat]] for seat in sorted(members)]


def _describe_opening_day(entry: ListedTournament) -> str:
    return format_date(datetime.fromtimestamp(entry.opened / 1000, UTC), locale=page_language())


def _latest_tournaments() -> list[ListedTournament]:
    return search_tournaments(services(), TournamentFilter(), "", LOBBY_TOURNAMENTS).tournaments


def _tournaments_under_way(game: str | None) -> list[tuple[ListedTournament, list[str]]]:
    """Returns the newest tournaments under way."""
    tournament_filter = TournamentFilter(game, "playing")
    page = search_tournaments(services(), tournament_filter, "", LOBBY_TOURNAMENTS)
    return _describe_tournaments(page.tournaments)


def _describe_tournaments(
    entries: Sequence[ListedTournament],
) -> list[tuple[ListedTournament, list[str]]]:
    """Returns *entries*, the first of those under way with sentences on the lead and the round."""
    playing = [entry.tournament for entry in entries if entry.state == "playing"][:LOBBY_TOURNAMENTS]
    return [
        (entry, [*_describe_present(entry.tournament)] if entry.tournament in playing else [])
        for entry in entries
    ]


def _describe_present(tournament: str) -> Iterator[str]:
    with suppress(UnknownTournament, CorruptStream):
        t = visible_tournament(SPECTATOR, services()[TournamentRepository].get(tournament))
        yield describe_lead(present_rows(tournament, t))
        yield from describe_outlook(t)


def present_rows(tournament: str, t: Tournament) -> list[page_rows.StandingsRow]:
    """Returns the present standings of the current stage of a tournament as the public sees it."""
    cached = _standings.get(tournament)
    if cached is None or cached[0] != t.seq:
        rows = undrawn_standings(t, t.current_stage, compute_standings(t))
        cached = _standings.put(tournament, (t.seq, rows))
    names = services()[PlayerDirectory].names_of([row.player for row in cached[1]])
    return page_rows.standings_rows(t, cached[1], names)
