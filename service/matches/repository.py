"""Loads, caches and saves matches, for one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

from domain import table
from domain.core import Rules
from domain.games import Game
from domain.messages import LocalizableError, Message
from domain.table import MatchOpened
from domain.words import Fact, Seat, Viewer
from projections.boards import LoadedMatch
from projections.bus import Bus
from replays.film import Replay
from replays.proof.chain import Sealer
from replays.proof.receipts import Receipt

from ..catalog.cardsets import CardSetRegistry
from ..eventstore.store import Conflict, Store, Unavailable
from ..evidence.service import Evidence
from ..http import idempotency
from ..http.idempotency import IdempotencyKeys
from ..identity import digests
from ..identity.api_tokens import ApiTokens
from ..identity.players import PlayerDirectory
from ..observability import logging
from . import ids
from .errors import UnknownGame, UnknownMatch, UnknownToken
from .lru_cache import LruCache

SPECTATOR = Viewer("spectator", frozenset())
ORGANIZER = Viewer("spectator", frozenset(), runs=True)
"""Sees what the public sees, and reads the cases."""

LIVE = 512
"""How many matches a process keeps folded."""
FILMS = 32
"""How many matches a process keeps keyframes of, for looking back."""
DOORS = 256
"""How many locks the matches share; two at one door wait for each other, no more."""


class VersionConflict(LocalizableError):
    """Somebody was faster: the match has gone on, and stands at `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(Message("The match has gone on: it stands at fact {seq}.", seq=seq))
        self.seq = seq


class Commit(NamedTuple):
    """Where the last fact of a write stands, and the receipt for it."""

    position: int
    receipt: Receipt


class CommandResult(NamedTuple):
    """What followed from a command, where the last of it stands, its receipt, and the match thereafter.

    `tokens` are those it told when it came before.
    """

    facts: list[Fact]
    position: int
    receipt: Receipt
    seen: LoadedMatch
    tokens: tuple[str, ...] = ()


def now() -> int:
    """Returns the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class MatchRepository:
    """The records of all matches of the service, for one process: looked at, and appended to.

    It keeps the last ones folded. What it keeps is only ever behind the store, never ahead: reading looks for
    newer facts, and writing finds out by the number of its first fact.
    """

    def __init__(
        self,
        store: Store,
        library: CardSetRegistry,
        bus: Bus,
        evidence: Evidence,
        clock: Callable[[], int] = now,
    ) -> None:
        self._store, self._library, self._bus, self._clock = store, library, bus, clock
        self._evidence = evidence
        self.people = PlayerDirectory(store)
        self.api_tokens = ApiTokens(store, clock)
        self.repeats = IdempotencyKeys(store, clock)
        self._live: LruCache[LoadedMatch] = LruCache(LIVE)
        self._films: LruCache[Replay[Any, Any]] = LruCache(FILMS)
        self._doors = [Lock() for _ in range(DOORS)]

    def clock(self) -> int:
        """Returns the time in milliseconds since 1970."""
        return self._clock()

    def game(self, name: str) -> Game:
        """Returns the game called *name*; raises `UnknownGame`."""
        try:
            return self._library.game(name)
        except KeyError:
            raise UnknownGame(Message("This service has no game “{name}”.", name=name)) from None

    # -- looking ---------------------------------------------------------------------------------------

    def current(self, match: str) -> LoadedMatch:
        """Returns *match* as it stands in the store; raises `UnknownMatch`."""
        live = self._live.get(match)
        facts = self.facts(match, live.match.seq if live else 0)
        if live is None:
            if not facts:
                raise UnknownMatch(Message("There is no match {match}.", match=match))
            rules = self.rules(facts[0])
            live = LoadedMatch(rules, table.fold(rules, facts))
        elif facts:
            live = LoadedMatch(live.rules, table.fold(live.rules, facts, live.match))
        return self._keep(match, live)

    def facts(self, match: str, after: int = 0, upto: int | None = None) -> list[Fact]:
        """Returns the facts of *match* with `after < seq <= upto`; none when there is no such match."""
        return self._store.facts(match, after, upto) if ids.is_one(match) else []

    def film(self, match: str, seq: int | None = None) -> Replay[Any, Any]:
        """Returns *match* as a film that reaches to fact *seq* or to the last one; raises `UnknownMatch`."""
        film = self._films.get(match)
        if film is not None and seq is not None and seq <= len(film):
            return film
        kept = film.facts if film else ()
        newer = self.facts(match, len(kept))
        if film is None or newer:
            facts = (*kept, *newer)
            if not facts:
                raise UnknownMatch(Message("There is no match {match}.", match=match))
            film = self._films.put(match, Replay(self.rules(facts[0]), facts))
        return film

    def hashes(self, match: str, film: Replay[Any, Any]) -> Sequence[str]:
        """Returns the hash of each fact of *film*, which is of *match*."""
        return self._evidence.hashes(match, film)

    def at(self, match: str, seq: int) -> LoadedMatch:
        """Returns *match* as it stood after fact *seq*; raises `UnknownMatch`, `film.NoSuchMoment`."""
        film = self.film(match, seq)
        return LoadedMatch(film.rules, film.at(seq))

    def pins(self, match: str) -> MatchOpened:
        """Returns how *match* was opened; raises `UnknownMatch`."""
        live = self._live.get(match) or self.current(match)
        return live.match.opened

    def kept(self, match: str) -> int:
        """Returns how far this process knows *match* to be; 0 when it knows nothing of it."""
        live = self._live.get(match)
        return live.match.seq if live else 0

    # -- appending ---------------------------------------------------------------------------------------

    def tell(
        self,
        match: str,
        rules: Rules[Any, Any],
        followed: table.Followed[Any],
        tokens: Sequence[str] | None = None,
    ) -> CommandResult:
        """Appends what followed from a command; raises as `append`, which see."""
        position, receipt = self.append(match, rules, followed.match, followed.facts, tokens)
        seen = LoadedMatch(rules, followed.match)
        self._keep(match, seen)  # which may have something newer by now; what is told is what followed
        return CommandResult(followed.facts, position, receipt, seen)

    def again(self) -> CommandResult | None:
        """Returns what followed from the request that is being carried out, if it came before."""
        repeat = idempotency.current()
        earlier = repeat.earlier if repeat is not None else None
        if earlier is None:
            return None
        match, first, last, position, _ = earlier
        seen = self.at(match, last)
        sealer = Sealer(match, seen.rules, seen.match.opened, seen.match.lines)
        receipt = self._evidence.receipt(match, last, self._evidence.hash(sealer, last), self._clock())
        return CommandResult(self.facts(match, first - 1, last), position, receipt, seen, earlier.tokens)

    def follow(self, match: str, follows: Callable[[LoadedMatch], table.Followed[Any]]) -> CommandResult:
        """Appends what *follows* from a command on *match* as it stands, be somebody else faster or not.

        Raises `UnknownMatch`, `Unavailable`, and what *follows* raises.
        """
        if told := self.again():
            return told
        with self.door(match):
            while True:
                seen = self.current(match)
                followed = follows(seen)
                with suppress(VersionConflict):  # another process appended something at the same moment
                    return self.tell(match, seen.rules, followed, ())

    def append(
        self,
        match: str,
        rules: Rules[Any, Any],
        played: table.Match[Any],
        facts: list[Fact],
        tokens: Sequence[str] | None = None,
    ) -> Commit:
        """Appends *facts*, which lead to *played*, and signs for them.

        With *tokens*, those that the reply will tell or none, the facts are what the request is about that is
        being carried out. Raises `VersionConflict`, `InProgress` and `Unavailable`.
        """
        repeat = idempotency.current()
        reply = None
        if repeat is not None and tokens is not None:
            reply = repeat.appends(match, facts[0].seq, facts[-1].seq, tokens)
        try:
            before, head = self._evidence.link(match, rules, played, facts)
            position = self._store.append(match, facts, head, reply, before)
        except Conflict:
            self.forget(match)
            self._evidence.check_headed(match, facts[0].seq - 1)
            if reply is not None:
                self.repeats.check(reply)
            raise VersionConflict(self.current(match).match.seq) from None
        except Unavailable:
            self._live.drop(match)
            raise
        seq = facts[-1].seq
        self._evidence.appended(match, seq, head)
        logging.note(match=match, seq=seq)
        self._bus.publish(position, match, seq)
        return Commit(position, self._evidence.receipt(match, seq, head, self._clock()))

    def forget(self, match: str | None = None) -> None:
        """Forgets what this process remembers of *match*, or of all: the store has something else."""
        self._evidence.forget(match)
        self._live.drop(match)
        self._films.drop(match)

    def rules(self, first: Fact) -> Rules[Any, Any]:
        """Returns the rules that a match is played by, told from its first fact."""
        assert isinstance(first.event, MatchOpened)
        return self._library.rules(first.event)

    def _keep(self, match: str, seen: LoadedMatch) -> LoadedMatch:
        return self._live.put(match, seen, unless=lambda kept: kept.match.seq > seen.match.seq)

    def door(self, match: str) -> Lock:
        """Returns the lock under which this process appends to *match*."""
        return self._doors[hash(match) % DOORS]


def seat_of(match: table.Match[Any], token: str) -> Seat | None:
    """Returns the seat whose play token *token* is."""
    return digests.which(token, [player.token if player else "" for player in match.players])


def seated(match: table.Match[Any], token: str) -> Seat:
    """Returns the same; raises `UnknownToken` when it plays none."""
    seat = seat_of(match, token)
    if seat is None:
        raise UnknownToken(Message("This token plays no seat of this match."))
    logging.note(viewer="seat")
    return seat


def check_fresh(match: table.Match[Any], seq: int) -> None:
    """Raises `VersionConflict` unless who has seen *match* up to fact *seq* knows all there is of the game.

    What is said around the game, disputes and looks, may have followed: nothing has moved.
    """
    if not match.moved <= seq <= match.seq:
        raise VersionConflict(match.seq)
