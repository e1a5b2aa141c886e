"""Ready queue: pairs players that wait for a match of the same game and pace, by rating."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Sequence
from threading import Event
from time import monotonic

from projections.bus import Bus

from ..database.challenges import ChallengeRow, Opponent
from ..eventstore.store import Unavailable
from ..observability import logging
from .challenges import Challenges
from .offers import PAUSE_MS, QUEUE_TOPIC, topic_of

log = logging.logger(__name__)

WINDOW = 100
"""Difference of ratings that is accepted at once."""
GROWTH_PER_S = {"quick": 10.0, "normal": 5.0, "day": 0.05}
"""Points by which the window widens in a second, by pace."""
WAIT_SECONDS, IDLE_SECONDS = 1.0, 15.0
"""Seconds between two looks with and without waiting players."""
SWEEP_SECONDS = 86_400.0


def pair_entries(entries: Sequence[ChallengeRow], now: int) -> Iterator[tuple[ChallengeRow, ChallengeRow]]:
    """Yields pairs of *entries*, the oldest first with the opponent of the closest rating.

    The difference lies within the window of the entry that has waited longer. Nobody meets themselves, or
    another guest of their browser, or a player whose page has closed.
    """
    present = [entry for entry in entries if entry.pace == "day" or entry.expires > now + PAUSE_MS]
    waiting = sorted(present, key=lambda entry: (entry.created, entry.id))
    while waiting:
        entry, *waiting = waiting
        window = WINDOW + GROWTH_PER_S[entry.pace] * (now - entry.created) / 1000
        others = [
            other
            for other in waiting
            if (other.game, other.pace) == (entry.game, entry.pace)
            and other.player != entry.player
            and (other.browser != entry.browser or not entry.browser)
            and abs(other.rating - entry.rating) <= window
        ]
        if others:
            other = min(others, key=lambda other: abs(other.rating - entry.rating))
            waiting.remove(other)
            yield entry, other


class ReadyQueue:
    """Pairs waiting players, in one process at a time. A second one does no harm."""

    def __init__(self, challenges: Challenges, bus: Bus) -> None:
        self._challenges, self._bus = challenges, bus

    def run(self, stop: Event) -> None:
        """Pairs players until *stop* is set."""
        swept_at = -SWEEP_SECONDS
        with self._bus.subscribe(QUEUE_TOPIC) as subscription:
            while not stop.is_set():
                has_waiting = True
                try:
                    has_waiting = self.pair_players()
                    if monotonic() - swept_at > SWEEP_SECONDS:
                        self._challenges.sweep_old()
                        swept_at = monotonic()
                except Exception:
                    log.exception("the queue is looked at again")
                subscription.wait(WAIT_SECONDS if has_waiting else IDLE_SECONDS)

    def pair_players(self) -> bool:
        """Opens matches for the players that fit. Returns whether others still wait."""
        entries = self._challenges.list_waiting()
        paired = 0
        for first, second in pair_entries(entries, self._challenges.now()):
            paired += 2 * self._open_match(first, second)
        return paired < len(entries)

    def _open_match(self, first: ChallengeRow, second: ChallengeRow) -> bool:
        """Opens the match of a pair, and returns whether it has.

        Where the game is no longer offered, it ends both entries, so that they keep no other pair waiting.
        """
        opponent = Opponent(second.player, second.digest, second.browser, second.id)
        friendly = bool(first.friendly or second.friendly)
        try:
            result = self._challenges.open_match(first, secrets.randbelow(2), opponent, friendly)
        except Unavailable:
            raise
        except Exception:
            log.exception("a pair of the queue gets no match", game=first.game, pace=first.pace)
            self._challenges.withdraw_entries(first, second)
            return False
        for entry in (first, second):
            self._bus.publish(0, topic_of(entry.id), 0)
        return result is not None
