"""The process manager that reveals the seed of a tournament once its end stands.

It follows the log, and stores the tournaments whose seed waits together with its position. After a crash it
goes on from there. A seed that is revealed already is not revealed again: each is revealed exactly once.
"""

from __future__ import annotations

from contextlib import suppress
from threading import Event
from time import monotonic

import msgspec

from domain.errors import RecountError
from domain.notation import event_tag
from domain.tournament.facts import TournamentEnded
from domain.tournament.refusals import Refused
from domain.tournament.reversal.endings import reveal_seed
from projections.bus import Bus
from projections.view_store import VIEW_STORE_ERRORS, CheckpointConflict, ViewStore

from ...eventstore.store import Store, Unavailable
from ...observability import logging
from ...shared.errors import UnknownTournament
from ..repository import TournamentRepository

log = logging.logger(__name__)

TOPICS = (event_tag(TournamentEnded),)
"""The facts that it follows."""
BATCH = 100
"""How many ends it reads at once."""
POLL_SECONDS = 1.0
"""How long it waits for news, or for an end to stand, and how long news gathers."""
RETRY_SECONDS = 10.0
"""How long it waits before it retries a tournament that could not be written."""
SAVE_SECONDS = 1.0
"""How often it stores its position while nothing ends."""
AWAY = (Unavailable, *VIEW_STORE_ERRORS)
"""The errors of a store that is out of reach: everything waits."""
WAITING = "waiting"
"""The key under which it stores the tournaments whose seed waits."""

Waiting = dict[str, str]
"""Tournaments whose seed waits, each with the error of the last try, if there was one."""


class SeedProcess:
    """Reveals seeds, for one process; several may run at once, and reveal each seed once together."""

    name = "seed-process"

    def __init__(self, store: Store, views: ViewStore, tournaments: TournamentRepository) -> None:
        self._store, self._views, self._tournaments = store, views, tournaments
        self._retried = self._saved = float("-inf")

    def run(self, stop: Event, bus: Bus) -> None:
        """Follows the log until *stop* is set, woken by the news of *bus*."""
        with bus.subscribe(gather_seconds=POLL_SECONDS) as subscription:
            while not stop.is_set():
                try:
                    self.catch_up()
                except Exception:
                    log.exception("seeds of tournaments wait, and are revealed later")
                subscription.wait(POLL_SECONDS)

    def catch_up(self) -> None:
        """Reveals the seed of every tournament whose end stands by now; raises `Unavailable`."""
        last = self._store.position()
        start = self._views.position(self.name)
        if start > last:  # of another log
            self._views.clear(self.name)
            start = 0
        before = self.waiting()
        waiting, position = dict(before), start
        while position < last:
            rows = self._store.log_rows(position, BATCH, last, TOPICS)
            for row in rows:
                waiting.setdefault(str(row.originator_id), "")
            position = rows[-1].id if len(rows) == BATCH else last
        retries = monotonic() - self._retried > RETRY_SECONDS
        if retries:
            self._retried = monotonic()
        for tournament, error in [*waiting.items()]:
            if not error or retries:
                self._reveal(tournament, waiting)
        if waiting != before or (position > start and monotonic() - self._saved > SAVE_SECONDS):
            self._saved = monotonic()
            with suppress(CheckpointConflict):  # another process reveals seeds too
                self._views.save(self.name, {WAITING: msgspec.json.encode(waiting)}, start, position)

    def waiting(self) -> Waiting:
        """Returns the tournaments whose seed waits, each with the error of the last try."""
        stored = self._views.get(self.name, WAITING)
        return msgspec.json.decode(stored, type=Waiting) if stored is not None else {}

    def _reveal(self, tournament: str, waiting: Waiting) -> None:
        """Reveals a seed, and takes its tournament off those *waiting* once nothing is left to do."""
        try:
            t = self._tournaments.execute(
                tournament, lambda t: reveal_seed(t, self._tournaments.clock())
            ).seen
        except AWAY:
            raise
        except (Refused, UnknownTournament):  # it was imported: here it is a record
            del waiting[tournament]
        except Exception as error:
            log.exception("the seed of a tournament is not revealed", tournament=tournament)
            waiting[tournament] = str(error) if isinstance(error, RecountError) else type(error).__name__
        else:
            if t.end is None or t.revealed_seed:
                del waiting[tournament]
