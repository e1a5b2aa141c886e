"""Feed of the public facts of all matches, in the order of the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, ClassVar, Literal, NamedTuple

from eventsourcing.persistence import Notification
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from domain import table
from domain.messages import Message
from domain.model import SPECTATOR, Fact
from domain.notation import event_tag
from domain.people import JournalEntry, NameErased
from domain.published import InstantText, OptionalText, to_text
from domain.table import Import
from domain.timestamps import recorded_at
from domain.tournament.facts import TournamentFact
from domain.tournament.imports import imported_by
from projections.event_log import CorruptStream

from ..eventstore.codec import UPCASTERS
from ..eventstore.store import Store
from ..matches.viewing.named_facts import FactNames, NamedFact, without_names
from ..shared.errors import DetailedError
from ..shared.record_ids import is_player_id
from ..tournaments.processes.own_matches import OwnMatches
from .sight import PublicSight
from .tournaments import TournamentVisibility
from .visibility import MatchInfo, PublicVisibility

MAX_BATCH_ROWS = 1000
"""Maximum rows of the log in one read."""
MIN_BATCH_ROWS = 50
"""Minimum rows in one read, because some facts may be hidden."""
MAX_SPAN_POSITIONS = 100_000
"""Positions that the store searches for facts of some kinds in one read."""
MAX_SCAN_ROWS = 20 * MAX_BATCH_ROWS
"""Maximum rows in one request for rare facts."""
LOOKBACK_FACTS = 32
"""Earlier facts in one read during the search for a time."""


class PositionAhead(DetailedError):
    """The position of a client is beyond the end of the log, from another log or from a lost end."""

    slug: ClassVar[str] = "position-ahead"

    def __init__(self, position: int, end: int, log: str) -> None:
        super().__init__(
            Message(
                "Position {position} is beyond the end of the log {log}, which is {end}.",
                position=position,
                end=end,
                log=log,
            )
        )
        self.end, self.log = end, log

    def problem_members(self, say: Callable[[Message], str]) -> dict[str, Any]:
        """Returns the end of the log and its id."""
        return {"end": self.end, "log": self.log}


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
    """Filter of a feed. Empty fields match everything.

    `types` are permanent names of facts. `players` are ids as in facts, and a match matches from the player's
    claim of a seat on. A tournament among `events` includes only the matches of its own tables. Erasures of
    names ignore the filters of games, matches and events, because the player may have used_rows part.
    """

    types: frozenset[str] = frozenset()
    games: frozenset[str] = frozenset()
    matches: frozenset[str] = frozenset()
    players: frozenset[str] = frozenset()
    events: frozenset[str] = frozenset()


class FeedBatch(NamedTuple):
    """Notices with the position after them, and whether more exist."""

    notices: list[Notice]
    end: int
    has_more: bool


ALL = FeedFilter()


class Feed:
    """Public feed of the log. It stores nothing but caches, and threads may share it."""

    def __init__(
        self,
        store: Store,
        visibility: PublicVisibility,
        with_trust: Callable[[Import], Import],
        names: FactNames,
        own_matches: Callable[[str], OwnMatches | None],
    ) -> None:
        self._store, self._visibility, self._with_trust, self._names = store, visibility, with_trust, names
        self._own_matches = own_matches
        self._tournaments, self._sight = TournamentVisibility(store), PublicSight(store, visibility)

    def read(self, after: int, limit: int, feed_filter: FeedFilter = ALL) -> FeedBatch:
        """Returns up to *limit* notices after position *after*, in order.

        It may return fewer or none and still advance. Continuing from `end` misses nothing. Raises
        `PositionAhead`, `Unavailable` and errors from loading the card sets of matches.
        """
        if not self.is_past(after):  # or a replica would be awaited as far as the end of the log alone
            self.check_position(after)
        with self._store.database.replica_reads(after):
            self.check_position(after)
            return self._read(after, limit, feed_filter)

    def is_past(self, position: int) -> bool:
        """Returns whether the last public fact is at *position* or later. Raises `Unavailable`."""
        if position <= max(self._sight.end, self._store.public_position):
            return True
        with self._store.database.replica_reads() as leave:
            return position <= self.find_end() or (leave() and position <= self.find_end())

    def find_end(self) -> int:
        """Returns the position of the last public fact. Raises `Unavailable`."""
        return self._sight.find_end()

    def check_position(self, position: int) -> None:
        """Raises `PositionAhead` for a *position* beyond the last public fact."""
        if position > (end := self.find_end()):
            raise PositionAhead(position, end, self._store.log_id)

    def _read(self, after: int, limit: int, feed_filter: FeedFilter) -> FeedBatch:
        last = self._sight.find_end()
        topics = feed_filter.types and feed_filter.types | UPCASTERS.keys()
        notices: list[Notice] = []
        scanned = 0
        while after < last and len(notices) < limit and scanned < MAX_SCAN_ROWS:
            batch = (
                MAX_BATCH_ROWS
                if feed_filter != ALL
                else min(MAX_BATCH_ROWS, max(MIN_BATCH_ROWS, limit - len(notices)))
            )
            until = min(last, after + (MAX_SPAN_POSITIONS if feed_filter.types else batch))
            rows = self._store.log_rows(after, batch, until, topics)
            own_matches = {event: self._own_matches(event) for event in feed_filter.events}
            used_rows = self._take_rows(rows, limit - len(notices), feed_filter, own_matches, notices)
            full = used_rows < len(rows) or len(rows) == batch
            after = rows[used_rows - 1].id if full else until
            scanned += batch
        return FeedBatch(self._with_names(notices), after, after < last)

    def _with_names(self, notices: Sequence[Notice]) -> list[Notice]:
        """Returns *notices* with names from a single query."""
        self._names.load_names(notice.fact for notice in notices)
        return [
            replace(notice, fact=self._names.name_fact(notice.subject.id, notice.fact)) for notice in notices
        ]

    def _take_rows(
        self,
        rows: Sequence[Notification],
        room: int,
        feed_filter: FeedFilter,
        own_matches: Mapping[str, OwnMatches | None],
        notices: list[Notice],
    ) -> int:
        """Adds up to *room* notices of *rows* to *notices*. Returns the number of rows used."""
        before: Notice | None = None
        for used_rows, row in enumerate(rows):
            if not room:
                return used_rows
            match = str(row.originator_id)
            if feed_filter.matches and match not in feed_filter.matches and not is_player_id(match):
                continue
            with suppress(CorruptStream):  # the match is set aside and leaves the feed
                fact = self._store.resolve_names(match, self._store.decode_row(row))
                if isinstance(fact.event, JournalEntry):
                    continue
                if isinstance(fact.event, NameErased):
                    if _wants_erasure(feed_filter, fact.event):
                        notices.append(_erasure_notice(row.id, fact, fact.event))
                        room -= 1
                    continue
                if isinstance(fact.event, TournamentFact):
                    if (notice := self._tournament_notice(row.id, match, fact, feed_filter)) is not None:
                        notices.append(notice)
                        room -= 1
                    continue
                match_info = self._visibility.match_info(match, fact)
                matches = own_matches.get(match_info.event)
                if matches is not None and not matches.include(match):
                    continue
                if self._is_for(feed_filter, match, match_info, fact) and self._visibility.is_public(
                    match, match_info, fact.seq
                ):
                    before = self._match_notice(row.id, match, match_info, fact, before)
                    notices.append(before)
                    room -= 1
        return len(rows)

    def _tournament_notice(
        self, position: int, tournament: str, fact: Fact, feed_filter: FeedFilter
    ) -> Notice | None:
        """Returns the notice of a tournament's fact if it matches and is public."""
        redacted, tournaments = self._tournaments.redact(fact), self._tournaments
        if redacted is None or (feed_filter.types and event_tag(type(fact.event)) not in feed_filter.types):
            return None
        if feed_filter.events and tournament not in feed_filter.events:
            return None
        game = tournaments.game_of(tournament)
        if feed_filter.games and game not in feed_filter.games:
            return None
        if feed_filter.players and not tournaments.has_player(tournament, fact.seq, feed_filter.players):
            return None
        time = to_text(recorded_at(fact.event)) or UNSET
        marks = self._store.import_facts(tournament)
        imported = self._with_trust(imported_by(marks[-1])) if marks else UNSET
        return Notice(
            position,
            Subject("tournament", tournament),
            game,
            fact.seq,
            without_names(redacted),
            time,
            imported,
        )

    def _is_for(self, feed_filter: FeedFilter, match: str, match_info: MatchInfo, fact: Fact) -> bool:
        if feed_filter.types and event_tag(type(fact.event)) not in feed_filter.types:
            return False  # it was renamed since
        if feed_filter.games and match_info.game not in feed_filter.games:
            return False
        if feed_filter.events and match_info.event not in feed_filter.events:
            return False
        return not feed_filter.players or self._visibility.has_player(
            match, match_info, fact.seq, feed_filter.players
        )

    def _match_notice(
        self, position: int, match: str, match_info: MatchInfo, fact: Fact, before: Notice | None
    ) -> Notice:
        time: str | UnsetType
        if text := to_text(recorded_at(fact.event)):
            time = text
        elif before is not None and (before.subject.id, before.seq) == (match, fact.seq - 1):
            time = before.time
        else:
            time = self._time_before(match, fact.seq)
        redacted = without_names(table.redact_fact(match_info.rules, fact, SPECTATOR))
        imported = UNSET if match_info.imported is None else self._with_trust(match_info.imported)
        return Notice(position, Subject("match", match), match_info.game, fact.seq, redacted, time, imported)

    def _time_before(self, match: str, seq: int) -> str | UnsetType:
        """Returns the time of the last timed fact of *match* before *seq*."""
        while seq > 1:
            for fact in reversed(self._store.facts(match, max(0, seq - 1 - LOOKBACK_FACTS), seq - 1)):
                if text := to_text(recorded_at(fact.event)):
                    return text
            seq -= LOOKBACK_FACTS
        return UNSET


def _wants_erasure(feed_filter: FeedFilter, erased: NameErased) -> bool:
    if feed_filter.types and event_tag(NameErased) not in feed_filter.types:
        return False
    return not feed_filter.players or erased.player in feed_filter.players


def _erasure_notice(position: int, fact: Fact, erased: NameErased) -> Notice:
    time = to_text(erased.at) or UNSET
    return Notice(position, Subject("player", erased.player), "", fact.seq, without_names(fact), time)
