"""Process manager that reveals the seed of a tournament once its end is final.

It follows the log, and stores the waiting tournaments together with its position. A restart continues there.
Each seed is revealed exactly once.
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

FOLLOWED_TOPICS = (event_tag(TournamentEnded),)
"""The facts that it follows."""
BATCH_FACTS = 100
"""The ends of one read."""
POLL_SECONDS = 1.0
"""Interval of notifications, and of checks for final ends."""
RETRY_SECONDS = 10.0
"""Interval of retries after a failed write."""
SAVE_SECONDS = 1.0
"""Interval of storing its position while nothing ends."""
OUTAGE_ERRORS = (Unavailable, *VIEW_STORE_ERRORS)
"""Errors of an outage, during which everything waits."""
WAITING_KEY = "waiting"
"""The key of the waiting tournaments in the view store."""

Waiting = dict[str, str]
"""Tournaments that wait for their seed, with the error of the last try, empty without one."""


class SeedProcess:
    """Reveals seeds, for one process. Several may run, and reveal each seed once."""

    name = "seed-process"

    def __init__(self, store: Store, views: ViewStore, tournaments: TournamentRepository) -> None:
        self._store, self._views, self._tournaments = store, views, tournaments
        self._retried_at = self._saved_at = float("-inf")

    def run(self, stop: Event, bus: Bus) -> None:
        """Follows the log until *stop* is set, notified by *bus*."""
        with bus.subscribe(gather_seconds=POLL_SECONDS) as subscription:
            while not stop.is_set():
                try:
                    self.catch_up()
                except Exception:
                    log.exception("seeds of tournaments wait, and are revealed later")
                subscription.wait(POLL_SECONDS)

    def catch_up(self) -> None:
        """Reveals the seed of every tournament with a final end; raises `Unavailable`."""
        last = self._store.position()
        start = self._views.position(self.name)
        if start > last:  # a position of another log
            self._views.clear(self.name)
            start = 0
        stored = self.load_waiting()
        waiting, position = dict(stored), start
        while position < last:
            rows = self._store.log_rows(position, BATCH_FACTS, last, FOLLOWED_TOPICS)
            for row in rows:
                waiting.setdefault(str(row.originator_id), "")
            position = rows[-1].id if len(rows) == BATCH_FACTS else last
        retries = monotonic() - self._retried_at > RETRY_SECONDS
        if retries:
            self._retried_at = monotonic()
        for tournament, error in [*waiting.items()]:
            if not error or retries:
                self._reveal_seed_of(tournament, waiting)
        if waiting != stored or (position > start and monotonic() - self._saved_at > SAVE_SECONDS):
            self._saved_at = monotonic()
            with suppress(CheckpointConflict):  # another process was faster
                self._views.save(self.name, {WAITING_KEY: msgspec.json.encode(waiting)}, start, position)

    def load_waiting(self) -> Waiting:
        """Returns the tournaments that wait for their seed, with the error of the last try."""
        stored = self._views.get(self.name, WAITING_KEY)
        return msgspec.json.decode(stored, type=Waiting) if stored is not None else {}

    def _reveal_seed_of(self, tournament: str, waiting: Waiting) -> None:
        """Reveals a seed, and removes its tournament from *waiting* once nothing remains."""
        try:
            t = self._tournaments.execute(
                tournament, lambda t: reveal_seed(t, self._tournaments.clock())
            ).tournament_state
        except OUTAGE_ERRORS:
            raise
        except (Refused, UnknownTournament):  # an imported tournament takes no facts
            del waiting[tournament]
        except Exception as error:
            log.exception("the seed of a tournament is not revealed", tournament=tournament)
            waiting[tournament] = str(error) if isinstance(error, RecountError) else type(error).__name__
        else:
            if t.end is None or t.revealed_seed:
                del waiting[tournament]
