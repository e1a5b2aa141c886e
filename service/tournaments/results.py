"""Process manager that opens tables and records match results in tournaments.

`processes/match_results.py` makes the result of a match, and `domain/tournament/scoring` records it.

It follows the log from its stored position. Its steps are idempotent, because the id of a match follows from
its table, and a fact of a match counts once. A failing step parks its record without delaying others, and the
process retries it.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator
from contextlib import suppress
from threading import Event
from time import monotonic

from domain.errors import RecountError
from domain.model import Fact
from domain.notation import event_tag
from domain.table import MatchEnded, MatchOpened, Rewound
from domain.table.recordings.facts import Signed
from domain.tournament.facts import PairingChanged, RoundStarted
from domain.tournament.refusals import Refused, require_table
from domain.tournament.scoring import result_entry
from domain.tournament.state import Tournament
from projections.bus import Bus
from projections.view_store import VIEW_STORE_ERRORS, CheckpointConflict, ViewStore
from replays.proof.chain import FactCommitter

from ..eventstore.store import Store, Unavailable
from ..evidence.service import Evidence
from ..matches.repository import MatchRepository
from ..shared import record_ids
from ..shared.errors import UnknownTournament
from ..tasks import follow_log
from .processes.match_results import recorded_result, table_result
from .processes.parking import ParkedRecord, Parking
from .processes.tables import TableOpener
from .repository import TournamentRepository

log = logging.getLogger(__name__)

FOLLOWED_TOPICS = tuple(
    event_tag(kind) for kind in (MatchEnded, Rewound, Signed, RoundStarted, PairingChanged)
)
"""The facts that it follows."""
BATCH_FACTS = 100
"""The facts of one read. It stores its position after each batch."""
MAX_POSITIONS = 100_000
"""The positions of one scan."""
SAVE_SECONDS = 1.0
"""Interval of storing a position without facts."""
GATHER_SECONDS = 0.05
"""Time for gathering notifications. Most concern matches outside tournaments."""
RETRY_SECONDS = 10.0
"""Interval of retries of parked records."""
OUTAGE_ERRORS = (Unavailable, *VIEW_STORE_ERRORS)
"""Errors of an outage, during which everything waits."""


class ResultProcess:
    """Follows tournaments, for one process. Several may run, and complete each step once."""

    name = "result-process"

    def __init__(
        self,
        store: Store,
        views: ViewStore,
        evidence: Evidence,
        tournaments: TournamentRepository,
        matches: MatchRepository,
        tables: TableOpener,
    ) -> None:
        self._store, self._views, self._evidence = store, views, evidence
        self._tournaments, self._matches, self._tables = tournaments, matches, tables
        self.parking = Parking(views, self.name)
        self._read_position = self._saved_position = 0
        self._saved_at = self._retried_at = float("-inf")

    def run(self, stop: Event, bus: Bus) -> None:
        """Follows the log until *stop* is set, notified by *bus*."""
        subscription = bus.subscribe(gather_seconds=GATHER_SECONDS)
        follow_log("tournaments", subscription, stop, self.catch_up, self._start_over)

    def _start_over(self) -> None:
        self._read_position = 0

    def catch_up(self, stop: Event | None = None) -> None:
        """Processes all new facts; raises `Unavailable`.

        After its stored position is cleared, it reads the log from the first fact, and completes missing
        steps.
        """
        last = self._store.position()
        saved = self._views.position(self.name)
        if saved > last:  # a position of another log
            self._views.clear(self.name)
            saved = 0
        if saved < self._saved_position or self._read_position > last:  # read again
            self._read_position = saved
        self._saved_position, after = saved, max(saved, self._read_position)
        parked_records = self.parking.load_all()
        if parked_records and monotonic() - self._retried_at > RETRY_SECONDS:
            self.try_parked()
            parked_records = self.parking.load_all()
        while after < last and not (stop and stop.is_set()):
            until = min(last, after + MAX_POSITIONS)
            rows = self._store.log_rows(after, BATCH_FACTS, until, FOLLOWED_TOPICS)
            changed: dict[str, ParkedRecord | None] = {}
            for row in rows:
                record, seq = str(row.originator_id), row.originator_version
                if record in parked_records:  # another process may just have unparked it
                    changed[record] = parked_records[record]
                elif parked_record := self._read_on(record, seq, map(self._store.decode_row, [row])):
                    parked_records[record] = changed[record] = parked_record
            after = rows[-1].id if len(rows) == BATCH_FACTS else until
            if rows:
                self._save_position(changed, saved, after)
                self._saved_position = saved = after
            self._read_position = after
        if (
            after > saved and monotonic() - self._saved_at > SAVE_SECONDS
        ):  # gauges compute its delay from the stored position
            self._save_position({}, saved, after)
            self._saved_position = after

    def try_parked(self) -> None:
        """Retries the parked records from their facts on; raises `Unavailable`."""
        self._retried_at = monotonic()
        saved = self._views.position(self.name)
        changed: dict[str, ParkedRecord | None] = {}
        for record, parked_record in self.parking.load_all().items():
            still_parked = self._read_on(
                record, parked_record.seq, self._facts_from(record, parked_record.seq), parked_record
            )
            if still_parked is not parked_record:
                changed[record] = still_parked
        if changed:
            self._save_position(changed, saved, saved)

    def _save_position(self, changed: dict[str, ParkedRecord | None], before: int, position: int) -> None:
        self._saved_at = monotonic()
        with suppress(CheckpointConflict):  # another process was faster
            self.parking.save_changes(changed, before, position)

    def _read_on(
        self, record: str, seq: int, facts: Iterable[Fact], parked_record: ParkedRecord | None = None
    ) -> ParkedRecord | None:
        """Processes *facts* of a record from *seq* on.

        Returns the record to park after an error, and *parked_record* itself for the same error.
        """
        try:
            for fact in facts:
                seq = fact.seq
                self._apply_fact(record, fact)
        except OUTAGE_ERRORS:
            raise
        except Exception as error:
            reason = str(error) if isinstance(error, RecountError) else type(error).__name__
            if parked_record is not None and (parked_record.seq, parked_record.why) == (seq, reason):
                return parked_record
            log.exception("fact %d of %s is not carried on: %s", seq, record, reason)
            started_at = parked_record.since if parked_record is not None else self._tournaments.clock()
            if tournament := self._tournament_of(record):
                return ParkedRecord(record, seq, tournament, reason, started_at)
        return None

    def _facts_from(self, record: str, seq: int) -> Iterator[Fact]:
        yield from self._store.facts(record, seq - 1)

    def _apply_fact(self, record: str, fact: Fact) -> None:
        match fact.event:
            case RoundStarted(stage=stage, round=number, at=at):
                self._tables.open_tables(record, stage, number, at)
            case PairingChanged(stage=stage, round=number, at=at):
                self._tables.open_tables(record, stage, number, at)
            case MatchEnded() | Rewound() | Signed():
                self._record_result(record, fact)

    def _tournament_of(self, record: str) -> str:
        """Returns the tournament of a record, empty without one or for an unreadable record."""
        if record_ids.is_tournament_id(record):
            return record
        with suppress(RecountError):
            return event if record_ids.is_tournament_id(event := self._event_of(record)) else ""
        return ""

    def _event_of(self, match: str) -> str:
        """Returns the event of a *match*."""
        [first] = self._matches.load_facts(match, 0, 1)
        assert isinstance(first.event, MatchOpened)
        return first.event.event

    def _record_result(self, match: str, fact: Fact) -> None:
        """Records the result of a *match* in its tournament, if it has one."""
        tournament = self._event_of(match)
        if not record_ids.is_tournament_id(tournament):
            return
        try:
            t = self._tournaments.get(tournament)
            table_ref = result_entry.table_of_case(t, match)
        except (UnknownTournament, Refused):
            return  # a foreign match claims this event
        if t.origin is not None:
            return  # an imported tournament has all its results
        _, at_table = require_table(t, table_ref)
        read_result = table_result if at_table.match else recorded_result
        outcome = read_result(self._matches, match, fact, len(at_table.seats))
        if outcome is None:
            return  # a recording waits for its signatures
        head = self._fact_hash(match, fact.seq)

        def decide(t: Tournament) -> list[Fact]:
            if outcome.result is None and not _has_told(t, match):
                return []  # a rewind before the end changes no result
            at = self._tournaments.clock()
            return result_entry.record_match_result(
                t, match, outcome.result, fact.seq, head, at, outcome.reason, outcome.case
            )

        self._tournaments.execute(tournament, decide)

    def _fact_hash(self, match: str, seq: int) -> str:
        rules, match_state = self._matches.load_match(match)
        return self._evidence.fact_hash(
            FactCommitter(match, rules, match_state.settings, match_state.line_seeds), seq
        )


def _has_told(t: Tournament, match: str) -> bool:
    """Returns whether the table of a *match* has a result from the match."""
    tables = (table for round_ in t.rounds for table in round_.tables.values() if table.record == match)
    return any(record.source == "match" for table in tables for record in table.records)
