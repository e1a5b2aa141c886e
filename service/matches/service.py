"""Commands of a match, to open it, claim its seats and answer its questions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from domain import chance, table
from domain.games import Game
from domain.messages import Message
from domain.model import Answered, Picks, Seat
from domain.table import MatchOpened, SeatClaimed
from domain.table.beacon import Beacon

from ..catalog.cardset_files import CardSet
from ..catalog.cardsets import CardSetNotFound, CardSetRegistry
from ..catalog.options import complete_options, load_study
from ..http.middleware.idempotency import IdempotentRequest
from ..identity.accounts import Account, ensure_id
from ..identity.players import PlayerDirectory
from ..shared import digests, record_ids
from ..shared.errors import Forbidden, InvalidOptions, UnknownToken, VersionConflict
from .model import DEFAULT_SETTINGS, ClaimedSeat, CreatedMatch, MatchSettings
from .opening.openings import add_scribe, check_seat_count, check_seats, may_have_bots, start_match
from .owners import NOBODY, Payer
from .repository import CommandResult, MatchRepository, check_fresh, require_seat
from .reveals import require_known_seat


class MatchService:
    """Commands of all matches, for one process.

    Each takes an idempotent *request*, and runs once for it. Deals of new matches wait for the *beacon*.
    """

    def __init__(
        self,
        repository: MatchRepository,
        players: PlayerDirectory,
        library: CardSetRegistry,
        beacon: Beacon | None = None,
    ) -> None:
        self._repository, self._players, self._library = repository, players, library
        self._start_match = partial(start_match, library=library, players=players, beacon=beacon)

    def open_match(
        self,
        game: str,
        options: Mapping[str, Any],
        seats: int,
        cards: str | None = None,
        match_settings: MatchSettings = DEFAULT_SETTINGS,
        *,
        request: IdempotentRequest | None = None,
    ) -> CreatedMatch:
        """Opens a match with the card set called *cards*, by default that of the game.

        Raises `UnknownGame`, `InvalidOptions` and `decider.Unplayable`.
        """
        game_def = self._repository.find_game(game)
        check_seat_count(game_def, seats)
        card_set = self._find_cards(game, cards)
        return self._pin_match(
            game_def, card_set, complete_options(game_def, options), seats, match_settings, request=request
        )

    def open_study(
        self,
        game: str,
        position: str,
        cards: str | None = None,
        match_settings: MatchSettings = DEFAULT_SETTINGS,
        *,
        request: IdempotentRequest | None = None,
    ) -> CreatedMatch:
        """Opens a match from *position*, in the notation of *game*.

        Raises `UnknownGame` and `InvalidOptions`.
        """
        game_def, card_set = self._repository.find_game(game), self._find_cards(game, cards)
        study = load_study(game_def, card_set.book, position)
        position = game_def.write_position(study.board)
        return self._pin_match(
            game_def, card_set, study.options, study.seats, match_settings, position, request=request
        )

    def _find_cards(self, game: str, cards: str | None) -> CardSet:
        try:
            return self._library.find_cards(game, cards)
        except CardSetNotFound as error:
            raise InvalidOptions("/cards", error.message) from error

    def _pin_match(
        self,
        game_def: Game,
        card_set: CardSet,
        options: dict[str, Any],
        seats: int,
        match_settings: MatchSettings,
        position: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> CreatedMatch:
        event = match_settings.event
        if record_ids.is_tournament_id(event):
            raise Forbidden(
                Message("{event} is a tournament: only its own rounds open its matches.", event=event)
            )
        pins = MatchOpened(
            game=game_def.NAME,
            version=game_def.VERSION,
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
            source=match_settings.source,
        )
        return self.create_match(
            pins,
            card_set,
            match_settings.bots,
            match_settings.seed,
            payer=match_settings.payer,
            has_scribe=match_settings.source == "table",
            request=request,
        )

    def create_match(
        self,
        pins: MatchOpened,
        card_set: CardSet,
        bots: Mapping[Seat, str] = {},
        seed: str = "",
        *,
        payer: Payer = NOBODY,
        has_scribe: bool = False,
        request: IdempotentRequest | None = None,
    ) -> CreatedMatch:
        """Opens a match with the settings of *pins*, a new seed, claim tokens, and *bots*.

        The service draws an empty *seed*. The token of a bot is empty, and that of a scribe is the last.
        Raises `InvalidOptions`, and `UnknownToken` for bots alone without an API token.
        """
        if stored := self._repository.stored_reply(request):
            receipt, tokens = stored.receipt, stored.tokens
            return CreatedMatch(receipt.match, tokens, stored.position, receipt, stored.loaded)
        check_seats(pins, bots)
        payer.check_company(len(bots), pins.seats)
        claims, loaded, facts = self._start_match(pins, self._repository.clock(), bots, seed)
        if has_scribe:
            claims, loaded, facts = add_scribe(claims, loaded, facts)
        if sentence := table.check_flag(pins):
            raise InvalidOptions("/clock", sentence)
        self._repository.store_cards(card_set)
        while True:
            match = record_ids.new_match_id(loaded.match.settings.at)
            if payer.owner and may_have_bots(loaded.match.settings):
                self._repository.owners.store_payer(match, payer)
            with suppress(VersionConflict):  # another match got the same id in this second
                commit = self._repository.commit_facts(
                    match, loaded.rules, loaded.match, facts, request=request, tokens=claims
                )
                return CreatedMatch(match, claims, *commit, loaded)

    def create_match_as(self, match: str, at: int, pins: MatchOpened, card_set: CardSet) -> None:
        """Opens a match with the settings of *pins* under a chosen id, with the time *at*.

        No reply has its claim tokens, because `seat_player` seats its players. Raises `VersionConflict`.
        """
        _, loaded, facts = self._start_match(pins, at)
        self._repository.store_cards(card_set)
        self._repository.commit_facts(match, loaded.rules, loaded.match, facts)

    def claim_seat(
        self,
        match: str,
        seat: Seat,
        token: str | None,
        player: str | Account,
        nonce_hash: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> ClaimedSeat:
        """Seats a guest by the name of *player*, or an account, with the claim token of *seat*.

        An open seat needs no token. *nonce_hash* commits to nonces. A guest gets a new id. Raises
        `UnknownMatch`, `UnknownSeat`, `UnknownToken`, `Forbidden`, `NameTaken` and `table.WrongMoment`.
        """

        def check(before: table.Match[Any]) -> None:
            if seat in before.settings.open_seats:
                return
            meant = digests.find_digest(token or "", before.settings.claims)
            if meant is None:
                raise UnknownToken(Message("This is no claim token of this match."))
            if meant != seat:
                raise Forbidden(Message("This claim token is for another seat."))

        find_id = partial(ensure_id, player, self._players)
        return self._take_seat(match, seat, find_id, nonce_hash, check, request=request)

    def seat_player(
        self,
        match: str,
        seat: Seat,
        player: str,
        nonce_hash: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> ClaimedSeat:
        """Seats the player with this id without a claim token; raises like `claim_seat`."""
        return self._take_seat(match, seat, lambda: player, nonce_hash, lambda _: None, request=request)

    def _take_seat(
        self,
        match: str,
        seat: Seat,
        player: Callable[[], str],
        nonce_hash: str,
        check: Callable[[table.Match[Any]], None],
        *,
        request: IdempotentRequest | None = None,
    ) -> ClaimedSeat:
        if stored := self._repository.stored_reply(request):
            return ClaimedSeat(stored.tokens[0], stored)
        play, id = digests.new_token(), ""
        with self._repository.match_lock(match):
            while True:
                rules, before = self._repository.load_match(match)
                require_known_seat(before, seat)
                check(before)
                table.require_free_seat(before, seat, player() if before.is_on_table else "")
                id = id or player()  # after the checks, so that a refused claim makes no guest
                link = nonce_hash if before.settings.shuffle >= chance.COMMITTED else ""
                now, digest = self._repository.clock(), digests.digest_token(play)
                outcome = table.claim_seat(rules, before, SeatClaimed(seat, id, "", now, digest, link))
                with suppress(VersionConflict):  # another process appended first
                    saved = self._repository.save_outcome(
                        match, rules, outcome, request=request, tokens=(play,)
                    )
                    return ClaimedSeat(play, saved)

    def answer_question(
        self,
        match: str,
        token: str,
        picks: Picks,
        seq: int,
        nonce: str = "",
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Answers the open question of *match* after fact *seq*; a *nonce* enters draws of older matches.

        Raises `UnknownMatch`, `UnknownToken`, `VersionConflict`, `Forbidden`, `table.InvalidNonce`,
        `table.WrongMoment` and `decider.Illegal`.
        """
        return self._repository.stored_reply(request) or self._append_answer(
            match, lambda state: require_seat(state, token), picks, seq, nonce, request=request
        )

    def answer_for(self, match: str, bot: Seat, picks: Picks, seq: int) -> CommandResult:
        """Answers for the seat of a *bot*; raises like `answer_question`."""
        return self._append_answer(match, lambda _: bot, picks, seq, "")

    def _append_answer(
        self,
        match: str,
        seat_of: Callable[[table.Match[Any]], Seat],
        picks: Picks,
        seq: int,
        nonce: str,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        with self._repository.match_lock(match):
            while True:
                loaded = self._repository.cached_match(match)
                if loaded is None or loaded.match.seq != seq:
                    loaded = self._repository.load_match(match)
                seat = seat_of(loaded.match)
                check_fresh(loaded.match, seq)
                question = table.open_question(loaded.rules, loaded.match)
                if question is not None and question.seat != seat:
                    raise Forbidden(
                        Message("Seat {seat} answers now, not seat {other}.", seat=question.seat, other=seat)
                    )
                answered = Answered(seat, picks, self._repository.clock(), nonce=nonce)
                outcome = table.answer_question(loaded.rules, loaded.match, answered)
                with suppress(VersionConflict):  # another process was faster: perhaps only a judge's look
                    return self._repository.save_outcome(match, loaded.rules, outcome, request=request)
