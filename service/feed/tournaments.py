"""Public visibility of tournament facts at the moment they happen, from the tournament's own record."""

from __future__ import annotations

from typing import NamedTuple

from domain.messages import Message
from domain.model import Fact
from domain.tournament import visibility
from domain.tournament.facts import PairingChanged, PlayerRegistered, RoundPaired, TournamentOpened
from projections.event_log import CorruptStream

from ..caches import LruCache
from ..eventstore.store import Store

CACHE_SIZE = 1024
"""Tournaments with cached games and players."""


class Attendance(NamedTuple):
    """Players of a tournament up to fact `read`, with the facts that registered them, and its game."""

    read: int
    game: str
    registrations: tuple[tuple[str, int], ...] = ()

    def extend(self, facts: list[Fact]) -> Attendance:
        """Returns the attendance extended by the following *facts*."""
        registrations = [*self.registrations]
        for fact in facts:
            if isinstance(fact.event, PlayerRegistered):
                registrations += [(player, fact.seq) for player in (fact.event.player, *fact.event.members)]
        return Attendance(facts[-1].seq, self.game, tuple(registrations))


class TournamentVisibility:
    """Cache of tournament properties for the public feed. Threads may share it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache: LruCache[Attendance] = LruCache(CACHE_SIZE)

    def game_of(self, tournament: str) -> str:
        """Returns the game of a *tournament*. Raises `CorruptStream` without its first fact."""
        return self._load_attendance(tournament, 1).game

    def has_player(self, tournament: str, seq: int, players: frozenset[str]) -> bool:
        """Returns whether one of *players* is registered at fact *seq*."""
        return any(
            player in players and at <= seq
            for player, at in self._load_attendance(tournament, seq).registrations
        )

    @staticmethod
    def redact(fact: Fact) -> Fact | None:
        """Returns the public form of *fact*. A pairing becomes public with its publication."""
        match fact.event:
            case RoundPaired() | PairingChanged(published=False):
                return None
        return visibility.redact_fact(fact)

    def _load_attendance(self, tournament: str, seq: int) -> Attendance:
        attendance = self._cache.get(tournament)
        if attendance is not None and attendance.read >= seq:
            return attendance
        facts = self._store.facts(tournament, attendance.read if attendance else 0, seq)
        if not facts:
            raise CorruptStream(Message("Fact {seq} is missing.", seq=seq))
        event = facts[0].event
        if attendance is None:
            assert isinstance(event, TournamentOpened)
            attendance = Attendance(0, event.game)
        longer = attendance.extend(facts)
        return self._cache.put(tournament, longer, unless=lambda cached: cached.read > longer.read)
