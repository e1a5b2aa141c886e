"""The commands of a match: opened, seats claimed, questions answered."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import reduce
from typing import Any

from domain import table
from domain.games import Game
from domain.messages import Message
from domain.model import Answered, Picks, Seat
from domain.table import MatchOpened, SeatClaimed

from ..catalog.cardset_files import CardSet
from ..catalog.cardsets import CardSetNotFound, CardSetRegistry
from ..catalog.options import chosen, resumed
from ..http.middleware.idempotency import IdempotentRequest
from ..identity.accounts import Account, ensure_id
from ..identity.players import PlayerDirectory
from ..shared import digests, record_ids
from ..shared.errors import Forbidden, InvalidOptions, UnknownSeat, UnknownToken, VersionConflict
from .model import ALONE, ClaimedSeat, MatchSettings, Opened
from .opening.openings import begun
from .repository import CommandResult, MatchRepository, check_fresh, seated


def _or(one: str, other: str) -> Message:
    return Message("{one} or {other}", one=one, other=other)


class MatchService:
    """The commands of all matches of the service, for one process.

    Each takes the *request* that it is carried out for, if that may be repeated, and does so once.
    """

    def __init__(
        self, repository: MatchRepository, players: PlayerDirectory, library: CardSetRegistry
    ) -> None:
        self._repository, self._players, self._library = repository, players, library

    def open(
        self,
        game: str,
        options: Mapping[str, Any],
        seats: int,
        cards: str | None = None,
        around: MatchSettings = ALONE,
        *,
        request: IdempotentRequest | None = None,
    ) -> Opened:
        """Opens a match, with the card set that comes with the game or the one called *cards*.

        Raises `UnknownGame`, `InvalidOptions` and `decider.Unplayable`.
        """
        played = self._repository.game(game)
        if seats not in played.SEATS:
            allowed = reduce(_or, map(str, played.SEATS))
            sentence = Message(
                "{title} is played with {allowed} seats, not {seats}.",
                title=played.TITLE,
                allowed=allowed,
                seats=seats,
            )
            raise InvalidOptions("/seats", sentence)
        card_set = self._cards(game, cards)
        return self._open(played, card_set, chosen(played, options), seats, around, request=request)

    def study(
        self,
        game: str,
        position: str,
        cards: str | None = None,
        around: MatchSettings = ALONE,
        *,
        request: IdempotentRequest | None = None,
    ) -> Opened:
        """Opens a match that goes on from *position*, in the notation of *game*.

        Raises `UnknownGame` and `InvalidOptions`.
        """
        played, card_set = self._repository.game(game), self._cards(game, cards)
        study = resumed(played, card_set.book, position)
        position = played.write_position(study.board)
        return self._open(played, card_set, study.options, study.seats, around, position, request=request)

    def _cards(self, game: str, cards: str | None) -> CardSet:
        try:
            return self._library.cards(game, cards)
        except CardSetNotFound as error:
            raise InvalidOptions("/cards", error.message) from error

    def _open(
        self,
        played: Game,
        card_set: CardSet,
        options: dict[str, Any],
        seats: int,
        match_settings: MatchSettings,
        position: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> Opened:
        event = match_settings.event
        if record_ids.is_tournament_id(event):
            raise Forbidden(
                Message("{event} is a tournament: only its own rounds open its matches.", event=event)
            )
        pins = MatchOpened(
            game=played.NAME,
            version=played.VERSION,
            options=options,
            seats=seats,
            cards=card_set.digest,
            commitment="",
            at=0,
            position=position,
            event=event,
            delay=match_settings.delay,
            open_seats=tuple(sorted({*match_settings.open_seats})),
            private=match_settings.private,
            clock=match_settings.clock,
        )
        return self.create(pins, card_set, match_settings.bots, match_settings.seed, request=request)

    def create(
        self,
        pins: MatchOpened,
        card_set: CardSet,
        bots: Mapping[Seat, str] = {},
        seed: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> Opened:
        """Opens a match that is pinned as *pins* are, with a seed and claim tokens of its own, and *bots*.

        An empty *seed* is drawn. The claim token of a bot's seat is empty. Raises `InvalidOptions` for a bot
        at a seat that is not there.
        """
        if stored := self._repository.replayed(request):
            return Opened(
                stored.receipt.match,
                stored.tokens,
                stored.position,
                stored.receipt,
                stored.seen,
            )
        for field, seats in (("bots", [*bots]), ("open_seats", [*pins.open_seats])):
            for seat in seats:
                if not 0 <= seat < pins.seats:
                    raise InvalidOptions(
                        f"/{field}/{seat}", Message("There are seats 0 to {seats}.", seats=pins.seats - 1)
                    )
        claims, loaded, facts = begun(
            pins, self._repository.clock(), self._library, self._players, bots, seed
        )
        if sentence := table.check_flag(pins):
            raise InvalidOptions("/clock", sentence)
        self._repository.keep_cards(card_set)
        while True:
            match = record_ids.new_match_id(loaded.match.settings.at)
            with suppress(VersionConflict):  # somebody drew the same id in the same second
                commit = self._repository.commit(
                    match, loaded.rules, loaded.match, facts, request=request, tokens=claims
                )
                return Opened(match, claims, *commit, loaded)

    def create_as(self, match: str, at: int, pins: MatchOpened, card_set: CardSet) -> None:
        """Opens a match that is pinned as *pins* are under an id that was chosen for it and tells *at* when.

        Nobody is told its claim tokens: its players `sit` down. Raises `VersionConflict` if it is there.
        """
        _, loaded, facts = begun(pins, at, self._library, self._players)
        self._repository.keep_cards(card_set)
        self._repository.commit(match, loaded.rules, loaded.match, facts)

    def claim(
        self,
        match: str,
        seat: Seat,
        token: str | None,
        player: str | Account,
        nonce: str,
        *,
        request: IdempotentRequest | None = None,
    ) -> ClaimedSeat:
        """Seats a guest by the name of *player*, or an account, who shows the claim token of *seat*.

        An open seat can be taken without a token. The log knows an id alone, which is a new one for a guest.

        Raises `UnknownMatch`, `UnknownSeat`, `UnknownToken`, `Forbidden`, `NameTaken` and
        `table.WrongMoment`.
        """
        if stored := self._repository.replayed(request):
            return ClaimedSeat(stored.tokens[0], stored)

        def check(before: table.Match[Any]) -> None:
            if seat in before.settings.open_seats:
                return
            meant = digests.find_digest(token or "", before.settings.claims)
            if meant is None:
                raise UnknownToken(Message("This is no claim token of this match."))
            if meant != seat:
                raise Forbidden(Message("This claim token is for another seat."))

        return self._sit(match, seat, lambda: ensure_id(player, self._players), nonce, check, request=request)

    def sit(
        self,
        match: str,
        seat: Seat,
        player: str,
        nonce: str,
        *,
        request: IdempotentRequest | None = None,
    ) -> ClaimedSeat:
        """Seats the player of this id, for whom somebody else vouches; raises as `claim` does."""
        if stored := self._repository.replayed(request):
            return ClaimedSeat(stored.tokens[0], stored)
        return self._sit(match, seat, lambda: player, nonce, lambda _: None, request=request)

    def _sit(
        self,
        match: str,
        seat: Seat,
        player: Callable[[], str],
        nonce: str,
        check: Callable[[table.Match[Any]], None],
        *,
        request: IdempotentRequest | None = None,
    ) -> ClaimedSeat:
        play, id = digests.new_token(), ""
        with self._repository.lock(match):
            while True:
                rules, before = self._repository.get(match)
                if refusal := table.seat_refusal(before, seat):
                    raise UnknownSeat(
                        Message("There is no seat {seat}. {sentence}", seat=seat, sentence=refusal.sentence)
                    )
                check(before)
                table.require_free_seat(before, seat)
                id = id or player()  # only now: whoever is refused a seat is no guest
                claimed = SeatClaimed(seat, id, nonce, self._repository.clock(), digests.digest_token(play))
                outcome = table.claim_seat(rules, before, claimed)
                with suppress(VersionConflict):  # another process seated somebody at the same moment
                    saved = self._repository.save(match, rules, outcome, request=request, tokens=(play,))
                    return ClaimedSeat(play, saved)

    def answer(
        self,
        match: str,
        token: str,
        picks: Picks,
        seq: int,
        nonce: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Answers the open question of *match* after fact *seq*; a *nonce* is stirred into later draws.

        Raises `UnknownMatch`, `UnknownToken`, `VersionConflict`, `Forbidden`, `table.WrongMoment` and
        `decider.Illegal`.
        """
        return self._repository.replayed(request) or self._answer(
            match, lambda played: seated(played, token), picks, seq, nonce, request=request
        )

    def answer_for(self, match: str, bot: Seat, picks: Picks, seq: int) -> CommandResult:
        """Answers as `answer` does for the seat of a *bot*; raises the same."""
        return self._answer(match, lambda _: bot, picks, seq, "")

    def _answer(
        self,
        match: str,
        seat_of: Callable[[table.Match[Any]], Seat],
        picks: Picks,
        seq: int,
        nonce: str,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        with self._repository.lock(match):
            while True:
                loaded = self._repository.cached(match)
                if loaded is None or loaded.match.seq != seq:
                    loaded = self._repository.get(match)
                seat = seat_of(loaded.match)
                check_fresh(loaded.match, seq)
                question = table.open_question(loaded.rules, loaded.match)
                if question is not None and question.seat != seat:
                    raise Forbidden(
                        Message("Seat {seat} is asked, not seat {other}.", seat=question.seat, other=seat)
                    )
                answered = Answered(seat, picks, self._repository.clock(), nonce=nonce)
                outcome = table.answer_question(loaded.rules, loaded.match, answered)
                with suppress(VersionConflict):  # another process was faster: perhaps only a judge's look
                    return self._repository.save(match, loaded.rules, outcome, request=request)
