"""The lobby as everybody may see it: a match with a delay is listed as it stood when it was old enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain import table
from domain.model import Seat
from domain.table import Match, MatchResult, Status
from domain.table.results import How
from domain.tournament.state import TableRef
from projections.lobby import ListedMatch, Lobby, list_match
from projections.versions import VersionedViews

from ..shared.registry import Registry
from .event_tables import EventTables
from .repository import SPECTATOR
from .results import Results
from .viewing.access import Access

PAGE = 200
"""How many entries of the lobby are read at a time."""
PAGES = 25
"""How many pages one search looks through for entries that fit its filter."""


class MatchFilter(NamedTuple):
    """What somebody looks for in the lobby; empty: whatever there is.

    `players` are ids as facts hold them, of whom one has to sit there, `winners` such of whom one has won.
    `character` is one that somebody played in a match that is over, `how` the way in which it ended. Times
    are in milliseconds since 1970: `since` and `until` of the beginning, `ended_since` and `ended_until` of
    the end.
    """

    game: str | None = None
    status: Status | None = None
    event: str | None = None
    players: frozenset[str] | None = None
    since: float = 0
    studies: bool = True
    until: float = inf
    ended_since: float = 0
    ended_until: float = inf
    winners: frozenset[str] | None = None
    character: str | None = None
    how: How | None = None

    @property
    def asks_for_result(self) -> bool:
        """Whether only matches that are over can fit, by how they ended."""
        wanted = self.winners, self.character, self.how, self.ended_since or None
        return any(one is not None for one in wanted) or self.ended_until < inf

    def fits(self, entry: ListedMatch) -> bool:
        """Tells whether this is what *entry* is, whatever its result."""
        return (
            not entry.private
            and self.game in (None, entry.game)
            and self.status in (None, entry.status)
            and self.event in (None, entry.event)
            and (self.players is None or not self.players.isdisjoint(entry.players))
            and (self.studies or not (entry.study or entry.origin))
            and self.since <= entry.opened <= self.until
            and (entry.status == "over" or not self.asks_for_result)
        )

    def fits_result(self, result: MatchResult | None) -> bool:
        """Tells whether a match that ended so is looked for."""
        return (
            result is not None
            and self.ended_since <= result.ended <= self.ended_until
            and self.how in (None, result.how)
            and (self.character is None or any(self.character in side.characters for side in result.sides))
            and (self.winners is None or not self.winners.isdisjoint(result.winners))
        )


class Found(NamedTuple):
    """Matches, the newest first; `next` is after which one to look for more, if there may be more."""

    matches: list[ListedMatch]
    next: str | None


def find(services: Registry, match_filter: MatchFilter, after: str, limit: int) -> Found:
    """Returns up to *limit* matches that fit: those with ids below *after*, `""` for the top."""
    listed_matches: list[ListedMatch] = []
    tables = services[EventTables].find_matches(match_filter.event) if match_filter.event else None
    for _ in range(PAGES):
        page = [*listed(services, after, PAGE)]
        for entry in page:
            after = entry.match
            if entry.opened < match_filter.since - 1000:  # ids sort by the second
                return Found(listed_matches, None)
            if (tables is None or entry.match in tables) and _fits(services, match_filter, entry):
                listed_matches.append(entry)
            if len(listed_matches) == limit:
                return Found(listed_matches, after)
        if len(page) < PAGE:
            return Found(listed_matches, None)
    return Found(listed_matches, after)


def _fits(services: Registry, match_filter: MatchFilter, entry: ListedMatch) -> bool:
    if not match_filter.fits(entry) or _shows_what_is_hidden(services, entry):
        return False
    return not match_filter.asks_for_result or match_filter.fits_result(
        services[Results].of(entry.match, entry.seq)
    )


def listed(services: Registry, after: str, limit: int) -> Iterator[ListedMatch]:
    """Yields up to *limit* matches, the newest first: those with ids below *after*, `""` for the top."""
    for _, view in services[VersionedViews].scan(Lobby.name, after, limit):
        entry = msgspec.json.decode(view, type=ListedMatch)
        yield _delayed(services, entry) if entry.delay and entry.status in ("playing", "paused") else entry


def _shows_what_is_hidden(services: Registry, entry: ListedMatch) -> bool:
    """Tells whether *entry* goes on from a match that is not over: it shows what lies hidden there."""
    view = services[VersionedViews].get(Lobby.name, entry.origin) if entry.origin else None
    if view is None:
        return False
    origin = msgspec.json.decode(view, type=ListedMatch)
    return origin.status != "over" or _shows_what_is_hidden(services, origin)


class Pace(NamedTuple):
    """Which seats play together, and how far a match is: its last fact, its turn or round, when it began.

    `began` is in milliseconds since 1970, when the last seat was taken, and 0 while a seat is free.
    """

    seq: int
    sides: tuple[tuple[Seat, ...], ...]
    turn: int
    began: int


def pace(services: Registry, entry: ListedMatch) -> Pace:
    """Returns how far a match is, as everybody may know it."""
    match_summary = services[Results].summary(entry.match)
    if entry.delay is None:
        return Pace(match_summary.seq, match_summary.sides, match_summary.turn, match_summary.began)
    rules, match_state = services[Access].window(entry.match, SPECTATOR).current()
    if entry.status == "over":
        return Pace(match_state.seq, match_summary.sides, match_summary.turn, match_summary.began)
    board = match_state.position.board
    began = match_summary.began if match_state.is_full else 0
    return Pace(match_state.seq, rules.list_sides(board), rules.turn_number(board), began)


def find_places(services: Registry, entries: Iterable[ListedMatch]) -> dict[str, TableRef]:
    """Returns the places in their tournaments of those *entries* that are tables of one."""
    places: dict[str, TableRef] = {}
    for event in {entry.event for entry in entries if entry.event}:
        places |= services[EventTables].find_places(event)
    return places


def entry_of(match: str, match_state: Match[Any]) -> ListedMatch:
    """Returns the entry of *match* as it stands, without waiting for the view of it."""
    entry = list_match(match, match_state.settings)
    entry = replace(
        entry, players=match_state.player_ids, study=match_state.is_study, imported=match_state.imported
    )
    return _standing(entry, match_state)


def _delayed(services: Registry, entry: ListedMatch) -> ListedMatch:
    return _standing(entry, services[Access].window(entry.match, SPECTATOR).current().match)


def _standing(entry: ListedMatch, match_state: Match[Any]) -> ListedMatch:
    match_ended = match_state.ended
    return replace(
        entry,
        seq=match_state.seq,
        status=table.match_status(match_state),
        winners=match_ended.winners if match_ended else (),
        scores=match_ended.scores if match_ended else (),
    )
