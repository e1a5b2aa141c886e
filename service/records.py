"""The records of matches, for one process: folded as far as somebody looks, and appended to."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

from domain import table
from domain.core import Rules
from domain.games import Game
from domain.table import JudgeLooked, MatchOpened
from domain.words import Fact, Seat, Viewer
from projections.boards import Watched
from projections.bus import Bus
from replays.film import Film
from replays.proof.receipts import Receipt

from . import ids, journal, tokens
from .badges import Badge, Badges
from .cardsets import Library
from .evidence import Evidence
from .people import People
from .shelf import Shelf
from .store import Conflict, Store, Unavailable
from .window import Window

SPECTATOR = Viewer("spectator", frozenset())
ORGANIZER = Viewer("spectator", frozenset(), runs=True)
"""Sees what the public sees, and reads the cases."""

LIVE = 512
"""How many matches a process keeps folded."""
FILMS = 32
"""How many matches a process keeps keyframes of, for looking back."""
DOORS = 256
"""How many locks the matches share; two at one door wait for each other, no more."""


class UnknownGame(LookupError):
    """The house has no such game."""


class UnknownMatch(LookupError):
    """There is no such match."""


class UnknownSeat(LookupError):
    """The match has no such seat."""


class UnknownToken(Exception):
    """The token opens nothing here."""


class Forbidden(Exception):
    """The token is good, but this is for somebody else to do."""


class Stale(Exception):
    """Somebody was faster: the match has gone on, and stands at `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"The match has gone on: it stands at fact {seq}.")
        self.seq = seq


class Appended(NamedTuple):
    """Where the last fact of a write stands, and the receipt for it."""

    position: int
    receipt: Receipt


class Told(NamedTuple):
    """What followed from a command, where the last of it stands, its receipt, and the match thereafter."""

    facts: list[Fact]
    position: int
    receipt: Receipt
    seen: Watched


def now() -> int:
    """Returns the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Records:
    """The records of all matches of the house, for one process: looked at, and appended to.

    It keeps the last ones folded. What it keeps is only ever behind the store, never ahead: reading looks for
    newer facts, and writing finds out by the number of its first fact.
    """

    def __init__(
        self, store: Store, library: Library, bus: Bus, evidence: Evidence, clock: Callable[[], int] = now
    ) -> None:
        self._store, self._library, self._bus, self._clock = store, library, bus, clock
        self._evidence = evidence
        self.people = People(store)
        self.badges = Badges(store, clock)
        self._live: Shelf[Watched] = Shelf(LIVE)
        self._films: Shelf[Film[Any, Any]] = Shelf(FILMS)
        self._doors = [Lock() for _ in range(DOORS)]

    def clock(self) -> int:
        """Returns the time in milliseconds since 1970."""
        return self._clock()

    def game(self, name: str) -> Game:
        """Returns the game called *name*; raises `UnknownGame`."""
        try:
            return self._library.game(name)
        except KeyError:
            raise UnknownGame(f"There is no game “{name}” in this house.") from None

    # -- looking ---------------------------------------------------------------------------------------

    def current(self, match: str) -> Watched:
        """Returns *match* as it stands in the store; raises `UnknownMatch`."""
        live = self._live.get(match)
        facts = self.facts(match, live.match.seq if live else 0)
        if live is None:
            if not facts:
                raise UnknownMatch(f"There is no match {match}.")
            rules = self.rules(facts[0])
            live = Watched(rules, table.fold(rules, facts))
        elif facts:
            live = Watched(live.rules, table.fold(live.rules, facts, live.match))
        return self._keep(match, live)

    def facts(self, match: str, after: int = 0, upto: int | None = None) -> list[Fact]:
        """Returns the facts of *match* with `after < seq <= upto`; none when there is no such match."""
        return self._store.facts(match, after, upto) if ids.is_one(match) else []

    def film(self, match: str, seq: int | None = None) -> Film[Any, Any]:
        """Returns *match* as a film that reaches to fact *seq* or to the last one; raises `UnknownMatch`."""
        film = self._films.get(match)
        if film is not None and seq is not None and seq <= len(film):
            return film
        kept = film.facts if film else ()
        newer = self.facts(match, len(kept))
        if film is None or newer:
            facts = (*kept, *newer)
            if not facts:
                raise UnknownMatch(f"There is no match {match}.")
            film = self._films.put(match, Film(self.rules(facts[0]), facts))
        return film

    def at(self, match: str, seq: int) -> Watched:
        """Returns *match* as it stood after fact *seq*; raises `UnknownMatch`, `film.NoSuchMoment`."""
        film = self.film(match, seq)
        return Watched(film.rules, film.at(seq))

    def viewer(self, match: str, token: str | None) -> Viewer:
        """Returns who is looking: the seat that *token* plays, a judge, an organizer, or the spectator.

        That a judge looks is a fact of the match, and in the record by now. Raises `UnknownMatch`,
        `UnknownToken`, and `Forbidden` for the public of a fork whose origin is not over.
        """
        if token is None:
            return self._public(match)
        live = self._live.get(match)
        if live is None or seat_of(live.match, token) is None:
            live = self.current(match)
        seat = seat_of(live.match, token)
        if seat is not None:
            journal.note(viewer="seat")
            return live.rules.viewer(live.match.position.board, seat)
        badge = self.badge(token)
        if "judge" not in badge.scopes:
            public = self._public(match)
            return ORGANIZER if "organize" in badge.scopes else public
        self._look(match, badge.name)
        journal.note(viewer="judge")
        *_, judge = table.viewers(*live)
        return judge

    def window(self, match: str, viewer: Viewer) -> Window:
        """Returns what *viewer* may look at of *match* now; raises `UnknownMatch`."""
        return Window(self, match, viewer)

    def pins(self, match: str) -> MatchOpened:
        """Returns how *match* was opened; raises `UnknownMatch`."""
        live = self._live.get(match) or self.current(match)
        return live.match.opened

    def _public(self, match: str) -> Viewer:
        """Returns the spectator, if the public may watch: a fork shows what lies hidden in its origin."""
        journal.note(viewer="spectator")
        origin = self.pins(match).origin
        if origin and ids.is_one(origin) and self._going_on(origin):
            raise Forbidden(f"This study goes on from match {origin}, which is not over yet.")
        return SPECTATOR

    def _going_on(self, match: str) -> bool:
        try:
            played = self.current(match).match
        except UnknownMatch:
            return False
        return played.ended is None or bool(played.opened.origin and self._going_on(played.opened.origin))

    def badge(self, token: str) -> Badge:
        """Returns the badge whose token this is; raises `UnknownToken`, also when it is good no longer."""
        badge = self.badges.of(token)
        if badge is None:
            raise UnknownToken("This token plays no seat of this match, and no badge of this house has it.")
        if why := badge.lapsed(self._clock()):
            raise UnknownToken(f"This token {why}.")
        return badge

    def _look(self, match: str, judge: str) -> None:
        """Records that *judge* looks: once as long as the game does not move, and not after its end."""
        with self.door(match):
            while True:
                rules, played = self.current(match)
                if played.ended is not None or played.looked(judge):
                    return
                followed = table.look(rules, played, JudgeLooked(judge, self._clock()))
                with suppress(Stale):  # another process appended something at the same moment
                    self.tell(match, rules, followed)

    def kept(self, match: str) -> int:
        """Returns how far this process knows *match* to be; 0 when it knows nothing of it."""
        live = self._live.get(match)
        return live.match.seq if live else 0

    # -- appending ---------------------------------------------------------------------------------------

    def tell(self, match: str, rules: Rules[Any, Any], followed: table.Followed[Any]) -> Told:
        """Appends what followed from a command; raises `Stale` and `Unavailable`."""
        position, receipt = self.append(match, rules, followed.match, followed.facts)
        seen = Watched(rules, followed.match)
        self._keep(match, seen)  # which may have something newer by now; what is told is what followed
        return Told(followed.facts, position, receipt, seen)

    def append(
        self, match: str, rules: Rules[Any, Any], played: table.Match[Any], facts: list[Fact]
    ) -> Appended:
        """Appends *facts*, which lead to *played*, and signs for them; raises `Stale` and `Unavailable`."""
        try:
            head = self._evidence.head(match, rules, played, facts)
            position = self._store.append(match, facts, head)
        except Conflict:
            self._live.drop(match)
            raise Stale(self.current(match).match.seq) from None
        except Unavailable:
            self._live.drop(match)
            raise
        seq = facts[-1].seq
        self._evidence.appended(match, seq, head)
        journal.note(match=match, seq=seq)
        self._bus.publish(position, match, seq)
        return Appended(position, self._evidence.receipt(match, seq, head, self._clock()))

    def rules(self, first: Fact) -> Rules[Any, Any]:
        """Returns the rules that a match is played by, told from its first fact."""
        assert isinstance(first.event, MatchOpened)
        return self._library.rules(first.event)

    def _keep(self, match: str, seen: Watched) -> Watched:
        return self._live.put(match, seen, unless=lambda kept: kept.match.seq > seen.match.seq)

    def door(self, match: str) -> Lock:
        """Returns the lock under which this process appends to *match*."""
        return self._doors[hash(match) % DOORS]


def seat_of(match: table.Match[Any], token: str) -> Seat | None:
    """Returns the seat whose play token *token* is."""
    return tokens.which(token, [player.token if player else "" for player in match.players])


def seated(match: table.Match[Any], token: str) -> Seat:
    """Returns the same; raises `UnknownToken` when it plays none."""
    seat = seat_of(match, token)
    if seat is None:
        raise UnknownToken("This token plays no seat of this match.")
    journal.note(viewer="seat")
    return seat


def check_fresh(match: table.Match[Any], seq: int) -> None:
    """Raises `Stale` unless all there is of the game is known to who has seen *match* up to fact *seq*.

    What is said around the game, disputes and looks, may have followed: nothing has moved.
    """
    if not match.moved <= seq <= match.seq:
        raise Stale(match.seq)
