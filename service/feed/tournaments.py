"""What of tournaments everybody may know as it happens, told from their own records alone."""

from __future__ import annotations

from typing import NamedTuple

from domain.messages import Message
from domain.model import Fact
from domain.tournament import visibility
from domain.tournament.facts import PairingChanged, PlayerRegistered, RoundPaired, TournamentOpened
from projections.event_log import CorruptStream

from ..eventstore.store import Store
from ..shared.lru_cache import LruCache

CACHED = 1024
"""Of how many tournaments a process remembers what they are, and who plays."""


class Attendance(NamedTuple):
    """Who plays a tournament up to fact `read`, with the fact that registered them, and its game."""

    read: int
    game: str
    since: tuple[tuple[str, int], ...] = ()

    def on(self, facts: list[Fact]) -> Attendance:
        """Returns who plays up to the last of *facts*, those that follow."""
        since = [*self.since]
        for fact in facts:
            if isinstance(fact.event, PlayerRegistered):
                since += [(player, fact.seq) for player in (fact.event.player, *fact.event.members)]
        return Attendance(facts[-1].seq, self.game, tuple(since))


class TournamentVisibility:
    """What a process knows of tournaments for telling everybody. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: LruCache[Attendance] = LruCache(CACHED)

    def game(self, tournament: str) -> str:
        """Returns the game of a *tournament*; raises `CorruptStream` when its first fact is gone."""
        return self._upto(tournament, 1).game

    def plays(self, tournament: str, seq: int, players: frozenset[str]) -> bool:
        """Tells whether one of *players* is registered at fact *seq*."""
        return any(player in players and at <= seq for player, at in self._upto(tournament, seq).since)

    @staticmethod
    def shown(fact: Fact) -> Fact | None:
        """Returns *fact* as it happens to everybody: a pairing does so when it is published."""
        match fact.event:
            case RoundPaired() | PairingChanged(published=False):
                return None
        return visibility.redact_fact(fact)

    def _upto(self, tournament: str, seq: int) -> Attendance:
        attendance = self._known.get(tournament)
        if attendance is not None and attendance.read >= seq:
            return attendance
        facts = self._store.facts(tournament, attendance.read if attendance else 0, seq)
        if not facts:
            raise CorruptStream(Message("Fact {seq} is missing.", seq=seq))
        event = facts[0].event
        if attendance is None:
            assert isinstance(event, TournamentOpened)
            attendance = Attendance(0, event.game)
        longer = attendance.on(facts)
        return self._known.put(tournament, longer, unless=lambda kept: kept.read > longer.read)
