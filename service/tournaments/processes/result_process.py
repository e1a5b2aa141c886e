"""The process manager of tournaments: it follows the log, opens tables, and carries results from matches.

It reads on from where it was before it ended, or was killed. What it does once it does not a second time: a
match is opened under the name of its table, and a match tells the same fact any number of times.

What cannot be done parks its record and holds up no other: with all that follows in it, it is tried again
from that fact on until it can be done. Meanwhile the organizers and the operator are told.
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
from domain.tournament.facts import PairingChanged, RoundStarted
from domain.tournament.refusals import Refused, require_table
from domain.tournament.scoring import result_entry
from domain.tournament.state import Tournament
from projections.bus import Bus
from projections.view_store import VIEW_STORE_ERRORS, CheckpointConflict, ViewStore
from replays.proof.chain import FactCommitter

from ...eventstore.store import Store, Unavailable
from ...evidence.service import Evidence
from ...matches.repository import MatchRepository
from ...shared import tournament_ids
from ...shared.errors import UnknownTournament
from ..repository import TournamentRepository
from .match_results import table_result
from .parking import ParkedRecord, Parking
from .tables import TableOpener

log = logging.getLogger(__name__)

TOPICS = tuple(event_tag(kind) for kind in (MatchEnded, Rewound, RoundStarted, PairingChanged))
"""What it hears of."""
BATCH = 100
"""How many facts it reads at once; after each batch it keeps how far it has come."""
SPAN = 100_000
"""How many positions are looked through at once."""
IDLE = 1.0
"""Seconds to wait for news at most, and after which it keeps how far it has come without any."""
GATHER_SECONDS = 0.05
"""How long news gathers after the first of it: most of it is of matches in no tournament."""
REST = 1.0
"""Seconds to rest after trouble of the service's own."""
AGAIN = 10.0
"""Seconds after which what is parked is tried again."""
AWAY = (Unavailable, *VIEW_STORE_ERRORS)
"""What is raised while nothing at all can be done: then everything waits."""


class ResultProcess:
    """Carries on tournaments, for one process; several may run at once, and do each thing once together."""

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
        self._read = self._kept = 0
        self._saved = self._tried = float("-inf")

    def run(self, stop: Event, bus: Bus) -> None:
        """Follows the log until *stop* is set, woken by the news of *bus*."""
        with bus.subscribe(gather_seconds=GATHER_SECONDS) as subscription:
            while not stop.is_set():
                try:
                    self.catch_up(stop)
                except Exception:
                    log.exception("tournaments wait for their tables and results, which are tried again")
                    self._read = 0
                    stop.wait(REST)
                else:
                    subscription.wait(IDLE)

    def catch_up(self, stop: Event | None = None) -> None:
        """Does all that has to be done by now; raises `Unavailable`.

        Once what it keeps is cleared, it reads the log from the first fact on, and does what is undone.
        """
        last = self._store.position()
        kept = self._views.position(self.name)
        if kept > last:  # of another log
            self._views.clear(self.name)
            kept = 0
        if kept < self._kept or self._read > last:  # it is to be read once more
            self._read = kept
        self._kept, after = kept, max(kept, self._read)
        parked_records = self.parking.all()
        if parked_records and monotonic() - self._tried > AGAIN:
            self.try_parked()
            parked_records = self.parking.all()
        while after < last and not (stop and stop.is_set()):
            until = min(last, after + SPAN)
            rows = self._store.log_rows(after, BATCH, until, TOPICS)
            changed: dict[str, ParkedRecord | None] = {}
            for row in rows:
                record, seq = str(row.originator_id), row.originator_version
                if record in parked_records:  # kept once more: another process may just have come to its end
                    changed[record] = parked_records[record]
                elif parked_record := self._read_on(record, seq, map(self._store.decode_row, [row])):
                    parked_records[record] = changed[record] = parked_record
            after = rows[-1].id if len(rows) == BATCH else until
            if rows:
                self._keep(changed, kept, after)
                self._kept = kept = after
            self._read = after
        if after > kept and monotonic() - self._saved > IDLE:  # how far it is behind is told by what it keeps
            self._keep({}, kept, after)
            self._kept = after

    def try_parked(self) -> None:
        """Tries once more what is parked, from the fact on at which it was; raises `Unavailable`."""
        self._tried = monotonic()
        kept = self._views.position(self.name)
        changed: dict[str, ParkedRecord | None] = {}
        for record, parked_record in self.parking.all().items():
            trouble = self._read_on(
                record, parked_record.seq, self._from(record, parked_record.seq), parked_record
            )
            if trouble is not parked_record:
                changed[record] = trouble
        if changed:
            self._keep(changed, kept, kept)

    def _keep(self, changed: dict[str, ParkedRecord | None], before: int, position: int) -> None:
        self._saved = monotonic()
        with suppress(CheckpointConflict):  # another process carries on tournaments too
            self.parking.save(changed, before, position)

    def _read_on(
        self, record: str, seq: int, facts: Iterable[Fact], parked_record: ParkedRecord | None = None
    ) -> ParkedRecord | None:
        """Does what follows from *facts* of a record, the first of which is *seq*.

        Returns it parked where something cannot be done: as it was, if that is why it was *parked_record*.
        """
        try:
            for fact in facts:
                seq = fact.seq
                self._step(record, fact)
        except AWAY:
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

    def _from(self, record: str, seq: int) -> Iterator[Fact]:
        yield from self._store.facts(record, seq - 1)

    def _step(self, record: str, fact: Fact) -> None:
        match fact.event:
            case RoundStarted(stage=stage, round=number, at=at):
                self._tables.open(record, stage, number, at)
            case PairingChanged(stage=stage, round=number, at=at):
                self._tables.open(record, stage, number, at)
            case MatchEnded() | Rewound():
                self._carry(record, fact)

    def _tournament_of(self, record: str) -> str:
        """Returns the tournament that waits for a record; nothing where none does, or it cannot be read."""
        if tournament_ids.is_one(record):
            return record
        with suppress(RecountError):
            return event if tournament_ids.is_one(event := self._event_of(record)) else ""
        return ""

    def _event_of(self, match: str) -> str:
        """Returns what a *match* belongs to, whatever became of it."""
        [first] = self._matches.facts(match, 0, 1)
        assert isinstance(first.event, MatchOpened)
        return first.event.event

    def _carry(self, match: str, fact: Fact) -> None:
        """Tells its tournament what became of a *match*, if it is played in one."""
        tournament = self._event_of(match)
        if not tournament_ids.is_one(tournament):
            return
        try:
            t = self._tournaments.get(tournament)
            table_ref = result_entry.table_of_match(t, match)
        except (UnknownTournament, Refused):
            return  # somebody opened it in the name of that event
        if t.origin is not None:
            return  # it is a record: what its matches told, they told elsewhere
        _, at_table = require_table(t, table_ref)
        said = table_result(self._matches, match, fact, len(at_table.seats))
        head = self._head(match, fact.seq)

        def decide(t: Tournament) -> list[Fact]:
            if said.result is None and not _has_told(t, match):
                return []  # it was rewound before it had an end
            at = self._tournaments.clock()
            return result_entry.record_match_result(
                t, match, said.result, fact.seq, head, at, said.why, said.case
            )

        self._tournaments.execute(tournament, decide)

    def _head(self, match: str, seq: int) -> str:
        rules, match_state = self._matches.get(match)
        return self._evidence.fact_hash(
            FactCommitter(match, rules, match_state.settings, match_state.line_seeds), seq
        )


def _has_told(t: Tournament, match: str) -> bool:
    """Tells whether the table of a *match* has a result that the match told."""
    tables = (table for round_ in t.rounds for table in round_.tables.values() if table.match == match)
    return any(record.source == "match" for table in tables for record in table.records)
