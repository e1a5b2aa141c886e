"""The commands of a match: opened, seats claimed, questions answered."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import chance, table
from domain.games import Game
from domain.table import Delay, MatchOpened, SeatClaimed
from domain.words import Answered, Picks, Seat
from projections.boards import Watched
from replays.proof.receipts import Receipt

from . import ids, seeds, tokens
from .cardfile import CardSet
from .cardsets import NoSuchCards
from .gate import Gate
from .options import WrongOptions, chosen, resumed
from .records import Forbidden, Stale, Told, UnknownSeat, UnknownToken, check_fresh, seated


class Opened(NamedTuple):
    """A match just opened: its id, the claim token of each seat, and where its first fact stands."""

    match: str
    claims: tuple[str, ...]
    position: int
    receipt: Receipt
    seen: Watched


class Around(NamedTuple):
    """What there is around a match besides the game: the event it belongs to, and how late others watch."""

    event: str = ""
    delay: Delay | None = None


ALONE = Around()
"""Nothing around it, and everybody watches it as it happens."""


class Seated(NamedTuple):
    """A seat just taken: the play token of its player, and what followed."""

    token: str
    told: Told


class Matches(Gate):
    """All matches of the house, for one process, and what players do in them."""

    def open(
        self,
        game: str,
        options: Mapping[str, Any],
        seats: int,
        cards: str | None = None,
        around: Around = ALONE,
    ) -> Opened:
        """Opens a match, with the card set that comes with the game or the one called *cards*.

        Raises `UnknownGame`, `WrongOptions` and `core.Unplayable`.
        """
        played = self.game(game)
        if seats not in played.SEATS:
            allowed = " or ".join(map(str, played.SEATS))
            raise WrongOptions("/seats", f"{played.TITLE} is played with {allowed} seats, not {seats}.")
        return self._open(played, self._cards(game, cards), chosen(played, options), seats, around)

    def study(self, game: str, position: str, cards: str | None = None, around: Around = ALONE) -> Opened:
        """Opens a match that goes on from *position*, in the notation of *game*.

        Raises `UnknownGame` and `WrongOptions`.
        """
        played, printed = self.game(game), self._cards(game, cards)
        study = resumed(played, printed.book, position)
        position = played.write_position(study.board)
        return self._open(played, printed, study.options, study.seats, around, position)

    def _cards(self, game: str, cards: str | None) -> CardSet:
        try:
            return self._library.cards(game, cards)
        except NoSuchCards as error:
            raise WrongOptions("/cards", str(error)) from error

    def _open(
        self,
        played: Game,
        printed: CardSet,
        options: dict[str, Any],
        seats: int,
        around: Around,
        position: str = "",
    ) -> Opened:
        pins = MatchOpened(
            game=played.NAME,
            version=played.VERSION,
            options=options,
            seats=seats,
            cards=printed.digest,
            commitment="",
            at=0,
            position=position,
            event=around.event,
            delay=around.delay,
        )
        return self.begin(pins, printed)

    def begin(self, pins: MatchOpened, printed: CardSet) -> Opened:
        """Opens a match that is pinned as *pins* are, with a seed and claim tokens of its own."""
        if told := self.again():
            return Opened(told.receipt.match, told.tokens, told.position, told.receipt, told.seen)
        claims = tuple(tokens.new() for _ in range(pins.seats))
        seed = seeds.of_house()
        opened = replace(
            pins,
            commitment=chance.commitment(seed),
            at=self.clock(),
            seed=seed,
            claims=tuple(map(tokens.digest, claims)),
        )
        rules = self._library.rules(opened)
        facts = table.open_match(opened)
        seen = Watched(rules, table.fold(rules, facts))
        self._store.keep(printed.digest, printed.content())
        while True:
            match = ids.new(opened.at)
            with suppress(Stale):  # somebody opened a match in the same second, and drew the same id
                return Opened(match, claims, *self.append(match, rules, seen.match, facts, claims), seen)

    def claim(self, match: str, seat: Seat, token: str, player: str, nonce: str) -> Seated:
        """Seats who is called *player* and shows the claim token of *seat*; the log knows an id alone.

        Raises `UnknownMatch`, `UnknownSeat`, `UnknownToken`, `Forbidden` and `table.WrongMoment`.
        """
        if told := self.again():
            return Seated(told.tokens[0], told)
        play = tokens.new()
        with self.door(match):
            while True:
                rules, before = self.current(match)
                if refusal := table.refuse_seat(before, seat):
                    raise UnknownSeat(f"There is no seat {seat}. {refusal.sentence}")
                meant = tokens.which(token, before.opened.claims)
                if meant is None:
                    raise UnknownToken("This is no claim token of this match.")
                if meant != seat:
                    raise Forbidden("This claim token is for another seat.")
                claimed = SeatClaimed(seat, self.people.id(player), nonce, self.clock(), tokens.digest(play))
                followed = table.claim(rules, before, claimed)
                with suppress(Stale):  # another process seated somebody at the same moment
                    return Seated(play, self.tell(match, rules, followed, (play,)))

    def answer(self, match: str, token: str, picks: Picks, seq: int) -> Told:
        """Answers the open question of *match*, which the player believes to stand at fact *seq*.

        Raises `UnknownMatch`, `UnknownToken`, `Stale`, `Forbidden`, `table.WrongMoment` and `core.Illegal`.
        """
        if told := self.again():
            return told
        with self.door(match):
            while True:
                seen = self._live.get(match)
                if seen is None or seen.match.seq != seq:
                    seen = self.current(match)
                seat = seated(seen.match, token)
                check_fresh(seen.match, seq)
                question = table.asked(seen.rules, seen.match)
                if question is not None and question.seat != seat:
                    raise Forbidden(f"Seat {question.seat} is asked, not seat {seat}.")
                followed = table.answer(seen.rules, seen.match, Answered(seat, picks, self.clock()))
                with suppress(Stale):  # another process was faster: perhaps nothing but a judge's look
                    return self.tell(match, seen.rules, followed, ())
