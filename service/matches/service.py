"""The commands of a match: opened, seats claimed, questions answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import reduce
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import chance, table
from domain.games import Game
from domain.messages import Message
from domain.table import Delay, MatchOpened, SeatClaimed
from domain.words import Answered, Picks, Seat
from projections.boards import LoadedMatch
from replays.proof.receipts import Receipt

from ..catalog.cardset_files import CardSet
from ..catalog.cardsets import CardSetNotFound
from ..identity import digests
from ..identity.access import Access
from ..identity.accounts import Account
from . import ids, seeds
from .errors import Forbidden, UnknownSeat, UnknownToken
from .options import InvalidOptions, chosen, resumed
from .repository import CommandResult, VersionConflict, check_fresh, seated


class Opened(NamedTuple):
    """A match just opened: its id, the claim token of each seat, and where its first fact stands."""

    match: str
    claims: tuple[str, ...]
    position: int
    receipt: Receipt
    seen: LoadedMatch


class MatchSettings(NamedTuple):
    """What there is around a match besides the game: its event, how late others watch, its bots.

    `bots` are the seats that the service plays, and which bot; `open_seats` are for whoever comes. A
    `private` match is for those at the table alone.
    """

    event: str = ""
    delay: Delay | None = None
    bots: Mapping[Seat, str] = {}
    open_seats: Sequence[Seat] = ()
    private: bool = False


ALONE = MatchSettings()
"""Nothing around it, people at every seat, and everybody watches it as it happens."""


class ClaimedSeat(NamedTuple):
    """A seat just taken: the play token of its player, and what followed."""

    token: str
    told: CommandResult


def _or(one: str, other: str) -> Message:
    return Message("{one} or {other}", one=one, other=other)


class Matches(Access):
    """All matches of the service, for one process, and what players do in them."""

    def open(
        self,
        game: str,
        options: Mapping[str, Any],
        seats: int,
        cards: str | None = None,
        around: MatchSettings = ALONE,
    ) -> Opened:
        """Opens a match, with the card set that comes with the game or the one called *cards*.

        Raises `UnknownGame`, `InvalidOptions` and `core.Unplayable`.
        """
        played = self.game(game)
        if seats not in played.SEATS:
            raise InvalidOptions(
                "/seats",
                Message(
                    "{title} is played with {allowed} seats, not {seats}.",
                    title=played.TITLE,
                    allowed=reduce(_or, map(str, played.SEATS)),
                    seats=seats,
                ),
            )
        return self._open(played, self._cards(game, cards), chosen(played, options), seats, around)

    def study(
        self, game: str, position: str, cards: str | None = None, around: MatchSettings = ALONE
    ) -> Opened:
        """Opens a match that goes on from *position*, in the notation of *game*.

        Raises `UnknownGame` and `InvalidOptions`.
        """
        played, printed = self.game(game), self._cards(game, cards)
        study = resumed(played, printed.book, position)
        position = played.write_position(study.board)
        return self._open(played, printed, study.options, study.seats, around, position)

    def _cards(self, game: str, cards: str | None) -> CardSet:
        try:
            return self._library.cards(game, cards)
        except CardSetNotFound as error:
            raise InvalidOptions("/cards", error.message) from error

    def _open(
        self,
        played: Game,
        printed: CardSet,
        options: dict[str, Any],
        seats: int,
        around: MatchSettings,
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
            open_seats=tuple(sorted({*around.open_seats})),
            private=around.private,
        )
        return self.begin(pins, printed, around.bots)

    def begin(self, pins: MatchOpened, printed: CardSet, bots: Mapping[Seat, str] = {}) -> Opened:
        """Opens a match that is pinned as *pins* are, with a seed and claim tokens of its own, and *bots*.

        A bot's seat has an empty claim token. Raises `InvalidOptions` for a bot at a seat that is not there.
        """
        if told := self.again():
            return Opened(told.receipt.match, told.tokens, told.position, told.receipt, told.seen)
        for field, seats in (("bots", [*bots]), ("open_seats", [*pins.open_seats])):
            for seat in seats:
                if not 0 <= seat < pins.seats:
                    raise InvalidOptions(
                        f"/{field}/{seat}", Message("There are seats 0 to {seats}.", seats=pins.seats - 1)
                    )
        claims = tuple("" if seat in bots else digests.new() for seat in range(pins.seats))
        seed = seeds.server_seed()
        opened = replace(
            pins,
            commitment=chance.commitment(seed),
            at=self.clock(),
            seed=seed,
            claims=tuple(digests.digest(claim) if claim else "" for claim in claims),
            shuffle=chance.SORTED,
            bots=tuple(bots.get(seat, "") for seat in range(pins.seats)) if bots else (),
        )
        rules = self._library.rules(opened)
        facts = table.open_match(opened)
        played = table.fold(rules, facts)
        for seat in sorted(bots):
            sat = SeatClaimed(seat, self.people.bot(seat), seeds.player_nonce(), opened.at)
            followed, played = table.claim(rules, played, sat)
            facts = facts + followed
        seen = LoadedMatch(rules, played)
        self._store.keep(printed.digest, printed.content())
        while True:
            match = ids.new(opened.at)
            with suppress(
                VersionConflict
            ):  # somebody opened a match in the same second, and drew the same id
                return Opened(match, claims, *self.append(match, rules, seen.match, facts, claims), seen)

    def claim(
        self, match: str, seat: Seat, token: str | None, player: str | Account, nonce: str
    ) -> ClaimedSeat:
        """Seats a guest by the name of *player*, or an account, who shows the claim token of *seat*.

        An open seat can be taken without a token. The log knows an id alone, which is a new one for a guest.

        Raises `UnknownMatch`, `UnknownSeat`, `UnknownToken`, `Forbidden`, `NameTaken` and
        `table.WrongMoment`.
        """
        if told := self.again():
            return ClaimedSeat(told.tokens[0], told)

        def check(before: table.Match[Any]) -> None:
            if seat in before.opened.open_seats:
                return
            meant = digests.which(token or "", before.opened.claims)
            if meant is None:
                raise UnknownToken(Message("This is no claim token of this match."))
            if meant != seat:
                raise Forbidden(Message("This claim token is for another seat."))

        return self._sit(match, seat, lambda: self.id_of(player), nonce, check)

    def id_of(self, player: str | Account) -> str:
        """Returns the id of an account, or of a new guest by the name of *player*; raises `NameTaken`."""
        return player.id if isinstance(player, Account) else self.people.guest(player)

    def sit(self, match: str, seat: Seat, player: str, nonce: str) -> ClaimedSeat:
        """Seats the player of this id, for whom somebody else vouches; raises as `claim` does."""
        return self._sit(match, seat, lambda: player, nonce, lambda _: None)

    def _sit(
        self,
        match: str,
        seat: Seat,
        player: Callable[[], str],
        nonce: str,
        check: Callable[[table.Match[Any]], None],
    ) -> ClaimedSeat:
        play, id = digests.new(), ""
        with self.door(match):
            while True:
                rules, before = self.current(match)
                if refusal := table.refuse_seat(before, seat):
                    raise UnknownSeat(
                        Message("There is no seat {seat}. {sentence}", seat=seat, sentence=refusal.sentence)
                    )
                check(before)
                table.check_free(before, seat)
                id = id or player()  # only now: whoever is refused a seat is no guest
                claimed = SeatClaimed(seat, id, nonce, self.clock(), digests.digest(play))
                followed = table.claim(rules, before, claimed)
                with suppress(VersionConflict):  # another process seated somebody at the same moment
                    return ClaimedSeat(play, self.tell(match, rules, followed, (play,)))

    def answer(self, match: str, token: str, picks: Picks, seq: int, nonce: str = "") -> CommandResult:
        """Answers the open question of *match*, which the player believes to stand at fact *seq*.

        A *nonce* is stirred into what is drawn from then on.

        Raises `UnknownMatch`, `UnknownToken`, `VersionConflict`, `Forbidden`, `table.WrongMoment` and
        `core.Illegal`.
        """
        return self.again() or self._answer(match, lambda played: seated(played, token), picks, seq, nonce)

    def answer_for(self, match: str, bot: Seat, picks: Picks, seq: int) -> CommandResult:
        """Answers as `answer` does for the seat of a *bot*; raises the same."""
        return self._answer(match, lambda _: bot, picks, seq, "")

    def _answer(
        self, match: str, seat_of: Callable[[table.Match[Any]], Seat], picks: Picks, seq: int, nonce: str
    ) -> CommandResult:
        with self.door(match):
            while True:
                seen = self._live.get(match)
                if seen is None or seen.match.seq != seq:
                    seen = self.current(match)
                seat = seat_of(seen.match)
                check_fresh(seen.match, seq)
                question = table.asked(seen.rules, seen.match)
                if question is not None and question.seat != seat:
                    raise Forbidden(
                        Message("Seat {seat} is asked, not seat {other}.", seat=question.seat, other=seat)
                    )
                answered = Answered(seat, picks, self.clock(), nonce=nonce)
                followed = table.answer(seen.rules, seen.match, answered)
                with suppress(
                    VersionConflict
                ):  # another process was faster: perhaps nothing but a judge's look
                    return self.tell(match, seen.rules, followed, ())
