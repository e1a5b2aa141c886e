"""Public lobby, and tables of events. It shows a match with a delay in its last public state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from domain import table
from domain.model import SPECTATOR, Seat
from domain.table import Match, MatchResult, Status
from domain.table.recordings.public_access import is_unrecorded
from domain.table.results import How
from domain.tournament.state import TableRef
from projections.lobby import ListedMatch, Lobby, list_match
from projections.versions import EndOfSearch, VersionedViews

from ..shared.registry import Registry
from .results import Results
from .viewing.access import Access


class EventTables:
    """Tables of events. *find_matches* returns the matches of an event, `None` without tables.

    *find_places* returns the table of each match of an event.
    """

    def __init__(
        self,
        find_matches: Callable[[str], frozenset[str] | None],
        find_places: Callable[[str], Mapping[str, TableRef]],
    ) -> None:
        self.find_matches, self.find_places = find_matches, find_places


class MatchFilter(NamedTuple):
    """Filter of the lobby. An empty field matches all.

    `players` are ids as in facts, one of them with a seat; `winners` are ids, one of them a winner.
    `character` and `how` select matches that are over. Times are in milliseconds since 1970, of the opening
    and of the end.
    """

    game: str | None = None
    status: Status | None = None
    event: str | None = None
    players: frozenset[str] | None = None
    opened_since: float = 0
    studies: bool = True
    opened_until: float = inf
    ended_since: float = 0
    ended_until: float = inf
    winners: frozenset[str] | None = None
    character: str | None = None
    how: How | None = None

    @property
    def needs_result(self) -> bool:
        """Whether the filter is on results, and so on matches that are over."""
        values = self.winners, self.character, self.how, self.ended_since or None
        return any(value is not None for value in values) or self.ended_until < inf

    def matches(self, entry: ListedMatch) -> bool:
        """Returns whether *entry* passes the filter, except for its result."""
        return (
            not (entry.private or entry.unrecorded)
            and self.game in (None, entry.game)
            and self.status in (None, entry.status)
            and self.event in (None, entry.event)
            and (self.players is None or not self.players.isdisjoint(entry.players))
            and (self.studies or not (entry.study or entry.origin))
            and self.opened_since <= entry.opened <= self.opened_until
            and (entry.status == "over" or not self.needs_result)
        )

    def matches_result(self, result: MatchResult | None) -> bool:
        """Returns whether a match with this *result* passes the filter."""
        return (
            result is not None
            and self.ended_since <= result.ended <= self.ended_until
            and self.how in (None, result.how)
            and (self.character is None or any(self.character in side.characters for side in result.sides))
            and (self.winners is None or not self.winners.isdisjoint(result.winners))
        )


class MatchPage(NamedTuple):
    """Matches, newest first. `next` is the cursor of the next page, if there may be one."""

    matches: list[ListedMatch]
    next: str | None


def find_matches(services: Registry, match_filter: MatchFilter, after: str, limit: int) -> MatchPage:
    """Returns up to *limit* matches that pass the filter, from below *after* or from the top."""
    tables = services[EventTables].find_matches(match_filter.event) if match_filter.event else None

    def select_match(view: bytes) -> ListedMatch | None:
        entry = msgspec.json.decode(view, type=ListedMatch)
        if entry.delay and entry.status != "over":
            entry = _with_delay(services, entry)
        if entry.opened < match_filter.opened_since - 1000:  # ids sort by the second
            raise EndOfSearch
        is_included = tables is None or entry.match in tables
        return entry if is_included and _is_listed(services, match_filter, entry) else None

    return MatchPage(*services[VersionedViews].search(Lobby.name, after, limit, select_match))


def _is_listed(services: Registry, match_filter: MatchFilter, entry: ListedMatch) -> bool:
    if not match_filter.matches(entry) or _has_open_origin(services, entry):
        return False
    return not match_filter.needs_result or match_filter.matches_result(
        services[Results].load_result(entry.match, entry.seq)
    )


def _has_open_origin(services: Registry, entry: ListedMatch) -> bool:
    """Returns whether *entry* continues a match that is not over, and so shows its hidden cards."""
    view = services[VersionedViews].get(Lobby.name, entry.origin) if entry.origin else None
    if view is None:
        return False
    origin = msgspec.json.decode(view, type=ListedMatch)
    return origin.status != "over" or _has_open_origin(services, origin)


class MatchPace(NamedTuple):
    """Sides of a match and its progress, by its last fact, its turn or round, and its start.

    `began` is the time in milliseconds since 1970 of the last claim of a seat, 0 with a free seat.
    """

    seq: int
    sides: tuple[tuple[Seat, ...], ...]
    turn: int
    began: int


def match_pace(services: Registry, entry: ListedMatch) -> MatchPace:
    """Returns the public progress of a match."""
    match_summary = services[Results].load_summary(entry.match)
    if entry.delay is None:
        return MatchPace(match_summary.seq, match_summary.sides, match_summary.turn, match_summary.began)
    rules, match_state = services[Access].window(entry.match, SPECTATOR).load()
    if entry.status == "over":
        return MatchPace(match_state.seq, match_summary.sides, match_summary.turn, match_summary.began)
    board = match_state.position.board
    began = match_summary.began if match_state.is_started else 0
    return MatchPace(match_state.seq, rules.list_sides(board), rules.turn_number(board), began)


def find_places(services: Registry, entries: Iterable[ListedMatch]) -> dict[str, TableRef]:
    """Returns the tournament table of each of *entries* that has one."""
    places: dict[str, TableRef] = {}
    for event in {entry.event for entry in entries if entry.event}:
        places |= services[EventTables].find_places(event)
    return places


def entry_of(match: str, match_state: Match[Any]) -> ListedMatch:
    """Returns the lobby entry of *match* in its present state, without its projection."""
    entry = list_match(match, match_state.settings)
    entry = replace(entry, study=match_state.is_study, imported=match_state.imported)
    return _with_state(entry, match_state)


def _with_delay(services: Registry, entry: ListedMatch) -> ListedMatch:
    return _with_state(entry, services[Access].window(entry.match, SPECTATOR).load().match)


def _with_state(entry: ListedMatch, match_state: Match[Any]) -> ListedMatch:
    match_ended = match_state.ended
    return replace(
        entry,
        unrecorded=is_unrecorded(match_state),
        players=match_state.player_ids,
        bots=tuple(sorted(match_state.bots)),
        seq=match_state.seq,
        status=table.match_status(match_state),
        winners=match_ended.winners if match_ended else (),
        scores=match_ended.scores if match_ended else (),
    )
