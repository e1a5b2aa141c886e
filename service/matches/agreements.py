"""Commands about a match besides answers, such as concessions, draws and pauses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain import table
from domain.model import Seat
from domain.table import (
    CommandOutcome,
    Conceded,
    DrawOffered,
    Offer,
    OfferDeclined,
    PauseAsked,
    Paused,
    Resumed,
    SeatRetired,
    StandInOffered,
)
from projections.match_views import LoadedMatch
from replays.bots.greedy_bot import greedy

from ..http.middleware.idempotency import IdempotentRequest
from .repository import CommandResult, MatchRepository, require_seat


class Agreements:
    """Agreements of all matches. *party* returns the party of a token in a match.

    Each command raises `UnknownMatch`, `UnknownToken`, `Unavailable` and `table.WrongMoment`. Commands that
    are not for players alone also raise `Forbidden`.
    """

    def __init__(self, repository: MatchRepository, party: Callable[[str, str], str]) -> None:
        self._repository, self._party = repository, party

    def concede_match(
        self, match: str, token: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Concedes *match* for the side of *token*. With more than two sides, the seat retires."""

        def decide_concession(loaded: LoadedMatch) -> CommandOutcome[Any]:
            rules, match_state = loaded
            seat, at = require_seat(match_state, token), self._repository.clock()
            if len(rules.list_sides(match_state.position.board)) > 2:
                return table.retire_seat(rules, match_state, SeatRetired(seat, at))
            return table.concede_match(rules, match_state, Conceded(seat, at))

        return self._repository.execute(match, decide_concession, request=request)

    def retire_seat(
        self, match: str, token: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Retires the seat of *token* from *match*. The others play on."""
        return self._repository.execute(
            match,
            lambda loaded: table.retire_seat(
                loaded.rules,
                loaded.match,
                SeatRetired(require_seat(loaded.match, token), self._repository.clock()),
            ),
            request=request,
        )

    def offer_stand_in(
        self,
        match: str,
        token: str,
        leaver: Seat | None,
        bot: str | None,
        *,
        request: IdempotentRequest | None = None,
    ) -> CommandResult:
        """Offers *bot* as stand-in for *leaver*, by default the own seat.

        During an open offer, it accepts that offer.
        """

        def decide_offer(loaded: LoadedMatch) -> CommandOutcome[Any]:
            rules, match_state = loaded
            seat, open_offer = require_seat(match_state, token), match_state.offers.stand_in
            default = (seat, greedy.__name__) if open_offer is None else (open_offer.leaver, open_offer.bot)
            offer = StandInOffered(
                seat,
                default[0] if leaver is None else leaver,
                bot or default[1],
                self._repository.clock(),
                open_offer is not None,
            )
            return table.offer_stand_in(rules, match_state, offer)

        return self._repository.execute(match, decide_offer, request=request)

    def offer_draw(
        self, match: str, token: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Offers a draw for the seat of *token*. The match is drawn after an offer of every side."""

        def decide_offer(loaded: LoadedMatch) -> CommandOutcome[Any]:
            at, agrees = self._repository.clock(), bool(loaded.match.offers.draws)
            offer = DrawOffered(require_seat(loaded.match, token), at, agrees)
            return table.offer_draw(loaded.rules, loaded.match, offer)

        return self._repository.execute(match, decide_offer, request=request)

    def decline_offer(
        self, match: str, token: str, offer: Offer, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Declines an offer of others for the seat of *token*."""
        return self._repository.execute(
            match,
            lambda loaded: table.decline_offer(
                loaded.rules,
                loaded.match,
                OfferDeclined(require_seat(loaded.match, token), offer, self._repository.clock()),
            ),
            request=request,
        )

    def pause_match(
        self, match: str, token: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Pauses *match* for a judge or an organizer, or records a player's wish to pause it."""
        by, at = self._party(match, token), self._repository.clock()
        if by.startswith("seat:"):
            seat = int(by.removeprefix("seat:"))
            return self._repository.execute(
                match,
                lambda loaded: table.ask_pause(
                    loaded.rules, loaded.match, PauseAsked(seat, at, bool(loaded.match.offers.pauses))
                ),
                request=request,
            )
        return self._repository.execute(
            match,
            lambda loaded: table.pause_match(loaded.rules, loaded.match, Paused(by, at)),
            request=request,
        )

    def resume_match(
        self, match: str, token: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Resumes *match*."""
        resumed = Resumed(self._party(match, token), self._repository.clock())
        return self._repository.execute(
            match, lambda loaded: table.resume_match(loaded.rules, loaded.match, resumed), request=request
        )
