"""The process manager of tournaments: it follows the log, opens tables, and carries results from matches.

It reads on from where it was before it ended, or was killed. What it does once it does not a second time: a
match is opened under the name of its table, and a match tells the same fact any number of times.
"""

from __future__ import annotations

import logging
from threading import Event

from eventsourcing.persistence import Notification

from domain.errors import RecountError
from domain.notation import name_of
from domain.table import MatchEnded, Rewound
from domain.tournament import recording
from domain.tournament.facts import PairingChanged, RoundStarted
from domain.tournament.refusals import Refused, table_of
from domain.tournament.state import Tournament
from domain.words import Fact
from projections.bus import Bus
from projections.home import CheckpointConflict, ViewStore
from replays.proof.chain import Sealer

from ..eventstore.store import Store, Unavailable
from ..evidence.service import Evidence
from ..matches.repository import MatchRepository
from . import ids
from .errors import UnknownTournament
from .match_results import told
from .repository import TournamentRepository
from .tables import TableOpener

log = logging.getLogger(__name__)

TOPICS = tuple(name_of(kind) for kind in (MatchEnded, Rewound, RoundStarted, PairingChanged))
"""What it hears of."""
BATCH = 100
"""How many facts it reads at once; after each batch it keeps how far it has come."""
SPAN = 100_000
"""How many positions are looked through at once."""
IDLE = 1.0
"""Seconds to wait for news at most."""
REST = 1.0
"""Seconds to rest after trouble of the service's own."""


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
        self._read = self._kept = 0

    def run(self, stop: Event, bus: Bus) -> None:
        """Follows the log until *stop* is set, woken by the news of *bus*."""
        with bus.subscribe() as news:
            while not stop.is_set():
                try:
                    self.catch_up(stop)
                except Exception:
                    log.exception("tournaments wait for their tables and results, which are tried again")
                    self._read = 0
                    stop.wait(REST)
                else:
                    news.wait(IDLE)

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
        while after < last and not (stop and stop.is_set()):
            upto = min(last, after + SPAN)
            rows = self._store.rows(after, BATCH, upto, TOPICS)
            for row in rows:
                self._step(row)
            after = rows[-1].id if len(rows) == BATCH else upto
            if rows:
                self._keep(kept, after)
                self._kept = kept = after
            self._read = after

    def _keep(self, before: int, position: int) -> None:
        try:
            self._views.save(self.name, {}, before, position)
        except CheckpointConflict as overtaken:
            log.info("another process carries on tournaments too: %s", overtaken)

    def _step(self, row: Notification) -> None:
        """Does what follows from a fact; what cannot be done is said, and holds up nothing else."""
        record = str(row.originator_id)
        try:
            fact = self._store.fact(row)
            match fact.event:
                case RoundStarted(stage=stage, round=number, at=at):
                    self._tables.open(record, stage, number, at)
                case PairingChanged(stage=stage, round=number, at=at):
                    self._tables.open(record, stage, number, at)
                case MatchEnded() | Rewound():
                    self._carry(record, fact)
        except Unavailable:
            raise
        except RecountError as error:
            log.exception("fact %d of %s is not carried on: %s", row.originator_version, record, error)

    def _carry(self, match: str, fact: Fact) -> None:
        """Tells its tournament what became of a *match*, if it is played in one."""
        tournament = self._matches.opened(match).event
        if not ids.is_one(tournament):
            return
        try:
            t = self._tournaments.get(tournament)
            place = recording.bound(t, match)
        except (UnknownTournament, Refused):
            return  # somebody opened it in the name of that event
        _, at_table = table_of(t, place)
        said = told(self._matches, match, fact, len(at_table.seats))
        head = self._head(match, fact.seq)

        def decide(t: Tournament) -> list[Fact]:
            if said.result is None and not _has_told(t, match):
                return []  # it was rewound before it had an end
            at = self._tournaments.clock()
            return recording.record_match(t, match, said.result, fact.seq, head, at, said.why, said.case)

        self._tournaments.execute(tournament, decide)

    def _head(self, match: str, seq: int) -> str:
        rules, played = self._matches.get(match)
        return self._evidence.hash(Sealer(match, rules, played.opened, played.lines), seq)


def _has_told(t: Tournament, match: str) -> bool:
    """Tells whether the table of a *match* has a result that the match told."""
    tables = (table for known in t.rounds for table in known.tables.values() if table.match == match)
    return any(record.how == "match" for table in tables for record in table.records)
