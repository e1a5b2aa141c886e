"""Follower of the log that turns facts into notifications to players.

It stores its position together with the notifications, so each fact becomes one for a contact, also after a
crash. A contact hears of nothing from before it, and a restored log starts anew at its end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from threading import Event
from time import monotonic
from typing import NamedTuple

from eventsourcing.persistence import Notification

from domain.errors import RecountError
from domain.model import Answered, SeatHandedOver, SeatRetired
from domain.notation import event_tag
from domain.table import (
    BeaconDrawn,
    BeaconMissed,
    MatchEnded,
    NonceMissed,
    NonceRevealed,
    PositionCorrected,
    Resumed,
    Rewound,
    Ruled,
    SeatClaimed,
)
from domain.tournament.facts import PairingChanged, RoundPublished, RoundStarted
from projections.bus import Bus
from projections.event_log import CorruptStream

from ..caches import LruCache
from ..database.engine import RowWrite
from ..database.notifications.inbox import delete_entry, put_entry
from ..database.notifications.outbox import ADD_NOTIFICATION, Progress
from ..eventstore.store import Store, Unavailable, translate_errors
from ..identity.players import PlayerDirectory
from ..matches.repository import MatchRepository
from ..observability import logging
from ..shared import record_ids
from ..tasks import follow_log
from ..tournaments.repository import TournamentRepository
from .contacts import Contacts
from .model import Notice
from .outbox import DAY_DELAY_MS, LIVE_DELAY_MS, make_entry, make_row
from .texts import find_round, find_table, list_persons
from .turns import find_turn

log = logging.logger(__name__)

TURN_FACTS = (
    *(Answered, SeatClaimed, NonceRevealed, NonceMissed, BeaconDrawn, BeaconMissed),
    *(Rewound, PositionCorrected, Resumed, SeatRetired, SeatHandedOver, MatchEnded),
)
"""The facts after which it may be the turn of another player, or of nobody."""
TOPICS = tuple(event_tag(kind) for kind in (*TURN_FACTS, Ruled, RoundPublished, RoundStarted, PairingChanged))
"""The facts that it follows."""
LIST = "the notifications"
BATCH_FACTS = 200
MAX_POSITIONS = 100_000
"""Positions that the store searches for these facts in one read."""
GATHER_SECONDS = 0.2
"""Time in which the facts of one move gather."""
SAVE_SECONDS = 10.0
"""Interval of storing the position while nobody gets anything."""
SEATED_CACHE_SIZE = 10_000
"""Matches with cached players."""


class RecordChange(NamedTuple):
    """What a batch holds of one record: its last fact, rulings, and rounds."""

    seq: int
    rulings: list[tuple[int, int]]
    rounds: list[tuple[int, int]]


class NotificationFollower:
    """Follower of the log for one process. Several may run, and store each notification once."""

    name = "notifications"

    def __init__(
        self,
        store: Store,
        contacts: Contacts,
        matches: MatchRepository,
        tournaments: TournamentRepository,
        players: PlayerDirectory,
        clock: Callable[[], int],
    ) -> None:
        self._store, self._contacts, self._clock, self._directory = store, contacts, clock, players
        self._matches, self._tournaments = matches, tournaments
        self._player_ids: LruCache[frozenset[str]] = LruCache(SEATED_CACHE_SIZE)
        self._saved_at = float("-inf")
        self._read = Progress("", 0)

    def run(self, stop: Event, bus: Bus) -> None:
        """Follows the log until *stop* is set, notified by *bus*."""
        subscription = bus.subscribe(gather_seconds=GATHER_SECONDS)
        follow_log("notifications", subscription, stop, self.catch_up, self._start_over)

    def _start_over(self) -> None:
        self._read = Progress("", 0)

    def catch_up(self, stop: Event | None = None) -> None:
        """Stores the notifications of all new facts. Raises `Unavailable`."""
        last = Progress(self._store.log_id, self._store.position())
        stored = self._load_progress(last)
        after = max(stored.position, self._read.position if self._read.log == stored.log else 0)
        while after < last.position and not (stop and stop.is_set()):
            until = min(last.position, after + MAX_POSITIONS)
            rows = self._store.log_rows(after, BATCH_FACTS, until, TOPICS)
            after = rows[-1].id if len(rows) == BATCH_FACTS else until
            writes = [*self._find_notifications(rows)]
            self._read = Progress(stored.log, after)
            if writes or monotonic() - self._saved_at > SAVE_SECONDS:
                with translate_errors(LIST):
                    moved = self._store.notifications.move_progress(stored, self._read, writes)
                if not moved:  # another process was faster
                    self._read = Progress("", 0)
                    return
                stored, self._saved_at = self._read, monotonic()

    def _load_progress(self, last: Progress) -> Progress:
        """Returns the stored position, which is *last* at first and in another log."""
        with translate_errors(LIST):
            stored = self._store.notifications.load_progress()
            if stored is None:
                self._store.notifications.begin_progress(last)
                return last
            if stored.log != last.log or stored.position > last.position:
                self._store.notifications.move_progress(stored, last)
                return last
        return stored

    def _find_notifications(self, rows: Sequence[Notification]) -> Iterator[RowWrite]:
        """Yields the writes of the notifications of a batch. A record that cannot be read has none."""
        changes: dict[str, RecordChange] = {}
        for row in rows:
            record = str(row.originator_id)
            before = changes.get(record, RecordChange(0, [], []))
            with suppress(CorruptStream):
                fact = self._store.decode_row(row)
                if isinstance(fact.event, Ruled):
                    before.rulings.append((fact.event.case, fact.seq))
                if isinstance(fact.event, RoundPublished | RoundStarted | PairingChanged):
                    before.rounds.append((fact.event.stage, fact.event.round))
            changes[record] = before._replace(seq=row.originator_version)
        for record, change in changes.items():
            try:
                find = self._round_rows if record_ids.is_tournament_id(record) else self._match_rows
                yield from find(record, change)
            except Unavailable:
                raise
            except Exception as error:
                reason = str(error) if isinstance(error, RecountError) else type(error).__name__
                log.exception("a record notifies nobody", record=record, why=reason)

    def _match_rows(self, match: str, change: RecordChange) -> Iterator[RowWrite]:
        """Yields the notifications of rulings, and of the turn after the last fact."""
        accounts = self._find_accounts(self._list_player_ids(match))
        if not accounts:
            return
        players = self._matches.load_match(match).match.player_ids
        for case, seq in change.rulings:
            for player in sorted(accounts):
                notice = Notice("ruling", match, players.index(player), case, seq)
                yield from self._notify(player, notice, f"{match}.{seq}")
        turn = find_turn(self._matches, match)
        for player in sorted(accounts):
            if turn is None or player != turn.player:
                yield delete_entry(player, Notice("turn", match).tag)
        if turn is not None and turn.player in accounts:
            notice = Notice("turn", match, turn.seat, turn.since)
            delay = LIVE_DELAY_MS if turn.is_live else DAY_DELAY_MS
            yield from self._notify(turn.player, notice, f"{match}.{turn.seat}.{turn.since}", delay)

    def _list_player_ids(self, match: str) -> frozenset[str]:
        """Returns the players of a match. They change until it is full."""
        player_ids = self._player_ids.get(match)
        if player_ids is None:
            match_state = self._matches.load_match(match).match
            player_ids = frozenset(player for player in match_state.player_ids if player is not None)
            if match_state.is_started and match_state.imported is None:
                self._player_ids.put(match, player_ids)
        return player_ids

    def _round_rows(self, tournament: str, change: RecordChange) -> Iterator[RowWrite]:
        """Yields the notifications of the rounds of a batch, to all who play in it or follow the tournament.

        A change by hand notifies those whose table has changed.
        """
        t = self._tournaments.get(tournament)
        if t.origin is not None:
            return
        for stage, number in dict.fromkeys(change.rounds):
            round_ = find_round(t, stage, number)
            if round_ is None or not round_.is_published:
                continue
            persons = list_persons(t, round_) | self._contacts.list_followers(tournament)
            for player in sorted(self._find_accounts(persons)):
                at_table = find_table(t, round_, player)
                place = (str(at_table.number), *at_table.seats) if at_table else ("bye",)
                name = ".".join((tournament, str(stage), str(number), *place))
                seat = at_table.number if at_table else 0
                yield from self._notify(player, Notice("round", tournament, seat, number, stage), name)

    def _find_accounts(self, players: Iterable[str]) -> frozenset[str]:
        return frozenset(player.id for player in self._directory.list_players(players) if player.account)

    def _notify(self, player: str, notice: Notice, name: str, delay: int = 0) -> Iterator[RowWrite]:
        """Yields the entry of *player*, and a notification to each contact that wants it."""
        at = self._clock()
        yield put_entry(make_entry(player, notice, at, delay))
        for contact in self._contacts.list_contacts(player):
            if notice.kind in contact.wanted:
                yield RowWrite(ADD_NOTIFICATION, make_row(contact, notice, name, at, delay)._asdict())
