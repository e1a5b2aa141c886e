"""Public visibility of facts at the moment they happen, derived from the match's own record.

It is the same for every reader at every time. A fact hidden at its position stays hidden in the feed.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, NamedTuple

from domain.messages import Message
from domain.model import Fact, Seat
from domain.rules import Rules
from domain.table import Import, MatchEnded, MatchOpened, Rewound, SeatClaimed, SeatLeft, imported_by
from domain.table.recordings.public_access import find_first_scribe, stays_closed
from projections.event_log import CorruptStream

from ..caches import LruCache
from ..eventstore.store import Store

CACHE_SIZE = 4096
"""Matches with cached properties and timelines."""
WITH_SCRIBE = 2
"""The fact with the scribe of a match that opens as a recording."""
LOOKAHEAD_FACTS = 64
"""Facts in one read during the search for players."""


class MatchInfo(NamedTuple):
    """Properties of a match that decide its visibility.

    Forks and private matches are `closed`, and one `on_table` until a scribe records it. `imported` is the
    origin of an import.
    """

    game: str
    rules: Rules[Any, Any]
    seats: int
    event: str
    delayed: bool
    closed: bool
    on_table: bool
    imported: Import | None


class Timeline(NamedTuple):
    """Timeline of a match up to fact `read`.

    `claims` has each player with the seat and the fact of the claim. `turns` are the facts after which a
    match with a delay alternates between silent and public. `scribe` is the fact with the first scribe.
    """

    read: int = 0
    claims: tuple[tuple[str, Seat, int], ...] = ()
    is_over: bool = False
    turns: tuple[int, ...] = ()
    scribe: int = 0

    def extend(self, facts: list[Fact], seats: int) -> Timeline:
        """Returns the timeline extended by the following *facts* of a match with that number of *seats*."""
        claims, is_over, turns = [*self.claims], self.is_over, [*self.turns]
        for fact in facts:
            match fact.event:
                case SeatClaimed(player=player, seat=seat):
                    claims.append((player, seat, fact.seq))
                    if len(claims) == seats and not turns:
                        turns.append(fact.seq)
                case SeatLeft(seat=seat):
                    claims = [claim for claim in claims if claim[1] != seat]
                case MatchEnded():
                    turns.append(fact.seq - 1)
                    is_over = True
                case Rewound() if is_over:
                    turns.append(fact.cause - 1)  # the ruling reveals as much
                    is_over = False
        scribe = self.scribe or find_first_scribe(facts)
        return Timeline(facts[-1].seq, tuple(claims), is_over, tuple(turns), scribe)

    def is_public_at(self, seq: int) -> bool:
        """Returns whether fact *seq* of a match with a delay is public."""
        return bisect_left(self.turns, seq) % 2 == 0


class PublicVisibility:
    """Cache of match properties for the public feed. Threads may share it."""

    def __init__(self, store: Store, rules: Callable[[MatchOpened], Rules[Any, Any]]) -> None:
        self._store, self._rules = store, rules
        self._cache: LruCache[MatchInfo] = LruCache(CACHE_SIZE)
        self._timelines: LruCache[Timeline] = LruCache(CACHE_SIZE)

    def match_info(self, match: str, fact: Fact) -> MatchInfo:
        """Returns the properties of the *match* of *fact*.

        Raises errors from loading its rules.
        """
        match_info = self._cache.get(match)
        if match_info is None:
            first = [fact] if fact.seq == 1 else self._store.facts(match, 0, 1)
            if not first:
                raise CorruptStream(Message("Fact {seq} is missing.", seq=1))
            event = first[0].event
            assert isinstance(event, MatchOpened)
            rules, delayed = self._rules(event), event.delay is not None
            marks = self._store.import_facts(match)
            imported = imported_by(marks[-1]) if marks else None
            match_info = MatchInfo(
                event.game,
                rules,
                event.seats,
                event.event,
                delayed,
                stays_closed(event),
                event.source == "table",
                imported,
            )
            self._cache.put(match, match_info)
        return match_info

    def is_public(self, match: str, match_info: MatchInfo, seq: int) -> bool:
        """Returns whether fact *seq* of *match* is public at the moment it happens.

        Facts of private matches and forks are never public, because a fork reveals secrets of its origin. Nor
        are those of a real table before its first scribe, unless it opens with one. A match with a delay is
        silent while it runs. Its later visibility (`last_public_seq`) does not affect the feed.
        """
        if match_info.closed or (match_info.on_table and not self._has_scribe(match, match_info, seq)):
            return False
        if not match_info.delayed:
            return True
        timeline = self._timeline(match, match_info, lambda timeline: timeline.read >= seq)
        return timeline.is_public_at(seq)

    def _has_scribe(self, match: str, match_info: MatchInfo, seq: int) -> bool:
        """Returns whether a real table has had a scribe at fact *seq*, or opens with one, in one commit."""
        last = max(seq, WITH_SCRIBE)
        timeline = self._timeline(match, match_info, lambda c: bool(c.scribe) or c.read >= seq)
        return 0 < timeline.scribe <= last

    def has_player(self, match: str, match_info: MatchInfo, seq: int, players: frozenset[str]) -> bool:
        """Returns whether one of *players* has a seat in *match* at fact *seq*."""
        timeline = self._timeline(
            match, match_info, lambda c: c.read >= seq or len(c.claims) == match_info.seats
        )
        return any(player in players and started_at <= seq for player, _, started_at in timeline.claims)

    def _timeline(self, match: str, match_info: MatchInfo, is_enough: Callable[[Timeline], bool]) -> Timeline:
        """Returns the timeline of *match* as far as *is_enough* demands.

        With a delay it covers the last fact, so that a ruling includes its consequences.
        """
        timeline = self._timelines.get(match) or Timeline()
        while not is_enough(timeline):
            facts = self._store.facts(
                match, timeline.read, None if match_info.delayed else timeline.read + LOOKAHEAD_FACTS
            )
            if not facts:
                raise CorruptStream(Message("Fact {seq} is missing.", seq=timeline.read + 1))
            timeline = timeline.extend(facts, match_info.seats)
        return self._cache_timeline(match, timeline)

    def _cache_timeline(self, match: str, timeline: Timeline) -> Timeline:
        return self._timelines.put(match, timeline, unless=lambda cached: cached.read > timeline.read)
