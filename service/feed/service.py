"""The feed: the facts of all matches in the one order of the log, as everybody may know them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Literal, NamedTuple

from eventsourcing.persistence import Notification
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain import table
from domain.model import Fact
from domain.notation import event_tag
from domain.people import NameErased
from domain.published import InstantText, OptionalText, to_text
from domain.table import Import
from domain.timestamps import recorded_at
from domain.tournament.facts import TournamentFact
from domain.tournament.imports import imported_by
from projections.event_log import CorruptStream

from ..eventstore.codec import UPCASTERS
from ..eventstore.store import Store
from ..matches.repository import SPECTATOR
from ..matches.viewing.named_facts import FactNames, NamedFact, without_names
from ..shared.record_ids import is_player_id
from ..tournaments.processes.own_matches import OwnMatches
from .positions import check_position
from .tournaments import TournamentVisibility
from .visibility import MatchInfo, PublicVisibility

BATCH = 1000
"""How many rows of the log are read at once."""
LEAST = 50
"""How many are read when fewer are wanted, for some may not be told of."""
SPAN = 100_000
"""How many positions are looked through at once for facts of some kinds: the store does that."""
SCAN = 20 * BATCH
"""How many rows one reading goes through; what it looks for may be rare."""
BACK = 32
"""How many facts are looked back at once for the time of one."""


class Subject(Struct, frozen=True):
    """The record that a fact belongs to."""

    kind: Literal["match", "tournament", "player"]
    id: str


class Notice(Struct, frozen=True):
    """A public fact in the feed, and its position among all facts of the service.

    Its `subject` is the match or the tournament of the fact, or the player whose name `players.NameErased`
    erases; then `game` is null. `time` is that of the answer or command that caused the fact. `imported` is
    the origin of a match or tournament from elsewhere, whose players are those of another service.
    """

    position: int
    subject: Subject
    game: OptionalText
    seq: int
    fact: NamedFact
    time: InstantText | UnsetType = UNSET
    imported: Import | UnsetType = UNSET


class FeedFilter(NamedTuple):
    """What a reader of the feed wants to hear of; empty: whatever there is.

    `types` are permanent names of facts. `players` are ids as facts hold them: a match is theirs from the
    fact on with which one of them takes a seat. A tournament counts the matches of its own tables among
    `events`, and no others that name it. That a name was erased is told whichever games, matches and
    events are chosen: the player may have been in them.
    """

    types: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    matches: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()


class FeedBatch(NamedTuple):
    """What a reading has found: the notices, the position it has come to, and whether there is more."""

    notices: list[Notice]
    reached: int
    more: bool


ALL = FeedFilter()


class Feed:
    """Reads the log for everybody. It keeps nothing but what it knows of matches; threads may share it."""

    def __init__(
        self,
        store: Store,
        visibility: PublicVisibility,
        weighed: Callable[[Import], Import],
        names: FactNames,
        own: Callable[[str], OwnMatches | None],
    ) -> None:
        self._store, self._visibility, self._weighed, self._names = store, visibility, weighed, names
        self._own = own
        self._tournaments = TournamentVisibility(store)

    def read(self, after: int, limit: int, feed_filter: FeedFilter = ALL) -> FeedBatch:
        """Returns up to *limit* notices that stand after position *after*, in order.

        It may find fewer, or none, and have come further all the same: who goes on from `reached` misses
        nothing. Raises `PositionAhead`, `Unavailable`, and what reading a match raises whose cards are not at
        hand.
        """
        with self._store.database.replica_reads(after):
            check_position(self._store, after)
            return self._read(after, limit, feed_filter)

    def _read(self, after: int, limit: int, feed_filter: FeedFilter) -> FeedBatch:
        last = self._store.position()
        topics = feed_filter.types and feed_filter.types | UPCASTERS.keys()
        notices: list[Notice] = []
        scanned = 0
        while after < last and len(notices) < limit and scanned < SCAN:
            batch = BATCH if feed_filter != ALL else min(BATCH, max(LEAST, limit - len(notices)))
            until = min(last, after + (SPAN if feed_filter.types else batch))
            rows = self._store.log_rows(after, batch, until, topics)
            own = {event: self._own(event) for event in feed_filter.events}
            taken = self._take(rows, limit - len(notices), feed_filter, own, notices)
            full = taken < len(rows) or len(rows) == batch
            after = rows[taken - 1].id if full else until
            scanned += batch
        return FeedBatch(self._named(notices), after, after < last)

    def _named(self, notices: Sequence[Notice]) -> list[Notice]:
        """Returns what was *notices* with names, which are looked up all at once."""
        self._names.load_names(notice.fact for notice in notices)
        return [
            replace(notice, fact=self._names.name_fact(notice.subject.id, notice.fact)) for notice in notices
        ]

    def _take(
        self,
        rows: Sequence[Notification],
        room: int,
        feed_filter: FeedFilter,
        own: Mapping[str, OwnMatches | None],
        found: list[Notice],
    ) -> int:
        """Adds up to *room* notices that *rows* tell to *found*; returns how many rows were gone through."""
        before: Notice | None = None
        for taken, row in enumerate(rows):
            if not room:
                return taken
            match = str(row.originator_id)
            if feed_filter.matches and match not in feed_filter.matches and not is_player_id(match):
                continue
            with suppress(CorruptStream):  # the match is set aside: nothing of it is told any more
                fact = self._store.resolve_names(match, self._store.decode_row(row))
                if isinstance(fact.event, NameErased):
                    if _hears_of(feed_filter, fact.event):
                        found.append(_erased(row.id, fact, fact.event))
                        room -= 1
                    continue
                if isinstance(fact.event, TournamentFact):
                    if (notice := self._of_tournament(row.id, match, fact, feed_filter)) is not None:
                        found.append(notice)
                        room -= 1
                    continue
                match_info = self._visibility.of(match, fact)
                matches = own.get(match_info.event)
                if matches is not None and not matches.include(match):
                    continue
                if self._is_for(feed_filter, match, match_info, fact) and self._visibility.is_public(
                    match, match_info, fact.seq
                ):
                    before = self._notice(row.id, match, match_info, fact, before)
                    found.append(before)
                    room -= 1
        return len(rows)

    def _of_tournament(
        self, position: int, tournament: str, fact: Fact, feed_filter: FeedFilter
    ) -> Notice | None:
        """Returns what is told of a fact of a tournament, if it is wanted and everybody may know it."""
        told, tournaments = self._tournaments.shown(fact), self._tournaments
        if told is None or (feed_filter.types and event_tag(type(fact.event)) not in feed_filter.types):
            return None
        if feed_filter.events and tournament not in feed_filter.events:
            return None
        game = tournaments.game(tournament)
        if feed_filter.games and game not in feed_filter.games:
            return None
        if feed_filter.players and not tournaments.plays(tournament, fact.seq, feed_filter.players):
            return None
        time = to_text(recorded_at(fact.event)) or UNSET
        marks = self._store.import_facts(tournament)
        imported = self._weighed(imported_by(marks[-1])) if marks else UNSET
        return Notice(
            position, Subject("tournament", tournament), game, fact.seq, without_names(told), time, imported
        )

    def _is_for(self, feed_filter: FeedFilter, match: str, match_info: MatchInfo, fact: Fact) -> bool:
        if feed_filter.types and event_tag(type(fact.event)) not in feed_filter.types:
            return False  # it was renamed since
        if feed_filter.games and match_info.game not in feed_filter.games:
            return False
        if feed_filter.events and match_info.event not in feed_filter.events:
            return False
        return not feed_filter.players or self._visibility.sits(
            match, match_info, fact.seq, feed_filter.players
        )

    def _notice(
        self, position: int, match: str, match_info: MatchInfo, fact: Fact, before: Notice | None
    ) -> Notice:
        time: str | UnsetType
        if text := to_text(recorded_at(fact.event)):
            time = text
        elif before is not None and (before.subject.id, before.seq) == (match, fact.seq - 1):
            time = before.time
        else:
            time = self._time_before(match, fact.seq)
        shown = without_names(table.redact_fact(match_info.rules, fact, SPECTATOR))
        imported = UNSET if match_info.imported is None else self._weighed(match_info.imported)
        return Notice(position, Subject("match", match), match_info.game, fact.seq, shown, time, imported)

    def _time_before(self, match: str, seq: int) -> str | UnsetType:
        """Returns when the last fact of *match* before *seq* was told that has a time."""
        while seq > 1:
            for fact in reversed(self._store.facts(match, max(0, seq - 1 - BACK), seq - 1)):
                if text := to_text(recorded_at(fact.event)):
                    return text
            seq -= BACK
        return UNSET


def _hears_of(feed_filter: FeedFilter, erased: NameErased) -> bool:
    if feed_filter.types and event_tag(NameErased) not in feed_filter.types:
        return False
    return not feed_filter.players or erased.player in feed_filter.players


def _erased(position: int, fact: Fact, erased: NameErased) -> Notice:
    time = to_text(erased.at) or UNSET
    return Notice(position, Subject("player", erased.player), "", fact.seq, without_names(fact), time)
