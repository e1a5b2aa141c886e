"""The commands of the house, and the matches they are given to: opened, claimed, answered, looked back at."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from threading import Lock
from typing import Any, NamedTuple

from domain import chance, table
from domain.core import Rules
from domain.games import Game
from domain.table import MatchOpened, SeatClaimed
from domain.words import Answered, Fact, Picks, Seat, Viewer
from projections.boards import Watched
from projections.bus import Bus
from replays.film import Film

from . import ids, tokens
from .cardfile import CardSet
from .cardsets import Library, NoSuchCards
from .options import WrongOptions, chosen, resumed
from .shelf import Shelf
from .store import Conflict, Store, Unavailable

SPECTATOR = Viewer("spectator", frozenset())

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
    """Somebody was faster: the match has gone on to `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"The match has gone on: it stands at fact {seq}.")
        self.seq = seq


class Opened(NamedTuple):
    """A match just opened: its id, the claim token of each seat, and where its first fact stands."""

    match: str
    claims: tuple[str, ...]
    position: int
    seen: Watched


class Told(NamedTuple):
    """What followed from a command, where the last of it stands, and the match thereafter."""

    facts: list[Fact]
    position: int
    seen: Watched


class Seated(NamedTuple):
    """A seat just taken: the play token of its player, and what followed."""

    token: str
    told: Told


def now() -> int:
    """Returns the time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Matches:
    """All matches of the house, for one process.

    It keeps the last ones folded. What it keeps is only ever behind the store, never ahead: reading looks for
    newer facts, and writing finds out by the number of its first fact.
    """

    def __init__(self, store: Store, library: Library, bus: Bus, clock: Callable[[], int] = now) -> None:
        self._store, self._library, self._bus, self._clock = store, library, bus, clock
        self._live: Shelf[Watched] = Shelf(LIVE)
        self._films: Shelf[Film[Any, Any]] = Shelf(FILMS)
        self._doors = [Lock() for _ in range(DOORS)]

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
            rules = self._rules(facts[0])
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
            film = self._films.put(match, Film(self._rules(facts[0]), facts))
        return film

    def at(self, match: str, seq: int) -> Watched:
        """Returns *match* as it stood after fact *seq*; raises `UnknownMatch`, `film.NoSuchMoment`."""
        film = self.film(match, seq)
        return Watched(film.rules, film.at(seq))

    def viewer(self, match: str, token: str | None) -> Viewer:
        """Returns who is looking: the seat that *token* plays, or the spectator when there is none.

        Raises `UnknownMatch` and `UnknownToken`.
        """
        if token is None:
            return SPECTATOR
        live = self._live.get(match)
        if live is None or seat_of(live.match, token) is None:
            live = self.current(match)
        return live.rules.viewer(live.match.position.board, _seated(live.match, token))

    def kept(self, match: str) -> int:
        """Returns how far this process knows *match* to be; 0 when it knows nothing of it."""
        live = self._live.get(match)
        return live.match.seq if live else 0

    # -- commands --------------------------------------------------------------------------------------

    def open(self, game: str, options: Mapping[str, Any], seats: int, cards: str | None = None) -> Opened:
        """Opens a match, with the card set that comes with the game or the one called *cards*.

        Raises `UnknownGame`, `WrongOptions` and `core.Unplayable`.
        """
        played = self.game(game)
        if seats not in played.SEATS:
            allowed = " or ".join(map(str, played.SEATS))
            raise WrongOptions("/seats", f"{played.TITLE} is played with {allowed} seats, not {seats}.")
        return self._open(played, self._cards(game, cards), chosen(played, options), seats)

    def study(self, game: str, position: str, cards: str | None = None) -> Opened:
        """Opens a match that goes on from *position*, in the notation of *game*.

        Raises `UnknownGame` and `WrongOptions`.
        """
        played, printed = self.game(game), self._cards(game, cards)
        study = resumed(played, printed.book, position)
        return self._open(played, printed, study.options, study.seats, played.write_position(study.board))

    def _cards(self, game: str, cards: str | None) -> CardSet:
        try:
            return self._library.cards(game, cards)
        except NoSuchCards as error:
            raise WrongOptions("/cards", str(error)) from error

    def _open(
        self, played: Game, printed: CardSet, options: dict[str, Any], seats: int, position: str = ""
    ) -> Opened:
        claims = tuple(tokens.new() for _ in range(seats))
        seed = tokens.new()
        opened = MatchOpened(
            game=played.NAME,
            version=played.VERSION,
            options=options,
            seats=seats,
            cards=printed.digest,
            commitment=chance.commitment(seed),
            at=self._clock(),
            seed=seed,
            claims=tuple(map(tokens.digest, claims)),
            position=position,
        )
        rules = self._library.rules(opened)
        facts = table.open_match(opened)
        seen = Watched(rules, table.fold(rules, facts))
        self._store.keep(printed.digest, printed.content())
        while True:
            match = ids.new(opened.at)
            with suppress(Stale):  # somebody opened a match in the same second, and drew the same id
                return Opened(match, claims, self._append(match, facts), seen)

    def claim(self, match: str, seat: Seat, token: str, player: str, nonce: str) -> Seated:
        """Seats *player*, who shows the claim token of *seat*.

        Raises `UnknownMatch`, `UnknownSeat`, `UnknownToken`, `Forbidden` and `table.WrongMoment`.
        """
        play = tokens.new()
        with self._door(match):
            while True:
                rules, before = self.current(match)
                if refusal := table.refuse_seat(before, seat):
                    raise UnknownSeat(f"There is no seat {seat}. {refusal.sentence}")
                meant = tokens.which(token, before.opened.claims)
                if meant is None:
                    raise UnknownToken("This is no claim token of this match.")
                if meant != seat:
                    raise Forbidden("This claim token is for another seat.")
                claimed = SeatClaimed(seat, player, nonce, self._clock(), tokens.digest(play))
                followed = table.claim(rules, before, claimed)
                with suppress(Stale):  # another process seated somebody at the same moment
                    return Seated(play, self._tell(match, rules, followed))

    def answer(self, match: str, token: str, picks: Picks, seq: int) -> Told:
        """Answers the open question of *match*, which the player believes to stand at fact *seq*.

        Raises `UnknownMatch`, `UnknownToken`, `Stale`, `Forbidden`, `table.WrongMoment` and `core.Illegal`.
        """
        with self._door(match):
            seen = self._live.get(match)
            if seen is None or seen.match.seq != seq:
                seen = self.current(match)
            seat = _seated(seen.match, token)
            if seen.match.seq != seq:
                raise Stale(seen.match.seq)
            question = table.asked(seen.rules, seen.match)
            if question is not None and question.seat != seat:
                raise Forbidden(f"Seat {question.seat} is asked, not seat {seat}.")
            answered = Answered(seat, picks, self._clock())
            return self._tell(match, seen.rules, table.answer(seen.rules, seen.match, answered))

    def _tell(self, match: str, rules: Rules[Any, Any], followed: table.Followed[Any]) -> Told:
        position = self._append(match, followed.facts)
        seen = Watched(rules, followed.match)
        self._keep(match, seen)  # which may have something newer by now; what is told is what followed
        return Told(followed.facts, position, seen)

    def _append(self, match: str, facts: list[Fact]) -> int:
        try:
            position = self._store.append(match, facts)
        except Conflict:
            self._live.drop(match)
            raise Stale(self.current(match).match.seq) from None
        except Unavailable:
            self._live.drop(match)
            raise
        self._bus.publish(position, match, facts[-1].seq)
        return position

    def _rules(self, first: Fact) -> Rules[Any, Any]:
        assert isinstance(first.event, MatchOpened)
        return self._library.rules(first.event)

    def _keep(self, match: str, seen: Watched) -> Watched:
        return self._live.put(match, seen, unless=lambda kept: kept.match.seq > seen.match.seq)

    def _door(self, match: str) -> Lock:
        return self._doors[hash(match) % DOORS]


def seat_of(match: table.Match[Any], token: str) -> Seat | None:
    """Returns the seat whose play token *token* is."""
    return tokens.which(token, [player.token if player else "" for player in match.players])


def _seated(match: table.Match[Any], token: str) -> Seat:
    seat = seat_of(match, token)
    if seat is None:
        raise UnknownToken("This token plays no seat of this match.")
    return seat
