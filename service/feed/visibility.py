"""Publicity: what of a match everybody may know as it happens, told from its own record alone.

So it is the same for whoever reads, and whenever: what is not told at its place in the log never is.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, NamedTuple

from domain.messages import Message
from domain.model import Fact
from domain.rules import Rules
from domain.table import Import, MatchEnded, MatchOpened, Rewound, SeatClaimed, imported_by
from projections.event_log import CorruptStream

from ..eventstore.store import Store
from ..shared.lru_cache import LruCache

LIVE = 4096
"""Of how many matches a process remembers what they are, and how they went."""
AHEAD = 64
"""How many facts of a match are read at once to find who takes its seats."""


class MatchInfo(NamedTuple):
    """What a match is: its game and rules, its seats, the event it belongs to, whether it is closed.

    Of a fork nobody is told, nor of a private match. `imported` is where it was brought from, if it was.
    """

    game: str
    rules: Rules[Any, Any]
    seats: int
    event: str
    delayed: bool
    closed: bool
    imported: Import | None


class Timeline(NamedTuple):
    """How a match went up to fact `read`.

    `since` tells from which fact on a player sits there. `turns` are the facts after which a match with a
    delay falls silent, and speaks again, in turn.
    """

    read: int = 0
    since: tuple[tuple[str, int], ...] = ()
    over: bool = False
    turns: tuple[int, ...] = ()

    def on(self, facts: list[Fact], seats: int) -> Timeline:
        """Returns how it went up to the last of *facts*, those that follow; it has so many *seats*."""
        since, over, turns = [*self.since], self.over, [*self.turns]
        for fact in facts:
            match fact.event:
                case SeatClaimed(player=player):
                    since.append((player, fact.seq))
                    if len(since) == seats:
                        turns.append(fact.seq)
                case MatchEnded():
                    turns.append(fact.seq - 1)
                    over = True
                case Rewound() if over:
                    turns.append(fact.cause - 1)  # the ruling tells as much
                    over = False
        return Timeline(facts[-1].seq, tuple(since), over, tuple(turns))

    def loud(self, seq: int) -> bool:
        """Tells whether fact *seq*, one of those that were read, is told of a match with a delay."""
        return bisect_left(self.turns, seq) % 2 == 0


class PublicVisibility:
    """What a process knows of matches for telling everybody. Threads may share it."""

    def __init__(self, store: Store, rules: Callable[[MatchOpened], Rules[Any, Any]]) -> None:
        self._store, self._rules = store, rules
        self._known: LruCache[MatchInfo] = LruCache(LIVE)
        self._courses: LruCache[Timeline] = LruCache(LIVE)

    def of(self, match: str, fact: Fact) -> MatchInfo:
        """Returns what *match* is, of which *fact* is one; raises what loading its rules raises."""
        match_info = self._known.get(match)
        if match_info is None:
            first = [fact] if fact.seq == 1 else self._store.facts(match, 0, 1)
            if not first:
                raise CorruptStream(Message("Fact {seq} is missing.", seq=1))
            event = first[0].event
            assert isinstance(event, MatchOpened)
            rules, delayed = self._rules(event), event.delay is not None
            closed = bool(event.origin) or event.private
            marks = self._store.import_facts(match)
            imported = imported_by(marks[-1]) if marks else None
            match_info = MatchInfo(event.game, rules, event.seats, event.event, delayed, closed, imported)
            self._known.put(match, match_info)
        return match_info

    def is_public(self, match: str, match_info: MatchInfo, seq: int) -> bool:
        """Tells whether everybody may know fact *seq* of *match* at the moment it happens.

        Of a fork nobody may: it shows what lies hidden in the match it goes on from; nor of a private match.
        One with a delay is silent while it is played: what the public may see of it later
        (`replays.playback.public_delay`) has passed by then.
        """
        if match_info.closed or not match_info.delayed:
            return not match_info.closed
        course = self._course(match, match_info, lambda course: course.read >= seq)
        return course.loud(seq)

    def sits(self, match: str, known: MatchInfo, seq: int, players: frozenset[str]) -> bool:
        """Tells whether one of *players* has a seat in *match* at fact *seq*."""
        course = self._course(match, known, lambda c: c.read >= seq or len(c.since) == known.seats)
        return any(player in players and started_at <= seq for player, started_at in course.since)

    def _course(self, match: str, match_info: MatchInfo, enough: Callable[[Timeline], bool]) -> Timeline:
        """Returns how *match* went, as far as is *enough*.

        With a delay it is read to its last fact: a ruling is heard together with what follows from it.
        """
        course = self._courses.get(match) or Timeline()
        while not enough(course):
            facts = self._store.facts(match, course.read, None if match_info.delayed else course.read + AHEAD)
            if not facts:
                raise CorruptStream(Message("Fact {seq} is missing.", seq=course.read + 1))
            course = course.on(facts, match_info.seats)
        return self._keep(match, course)

    def _keep(self, match: str, course: Timeline) -> Timeline:
        return self._courses.put(match, course, unless=lambda kept: kept.read > course.read)
