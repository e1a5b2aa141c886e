"""Agreements: what players and judges do around the game. Concessions, draws, and pauses."""

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
from .repository import CommandResult, MatchRepository, seated


class Agreements:
    """Agreements of all matches of the service; *party* returns the party of a match that a token is of.

    Each command raises `UnknownMatch`, `UnknownToken`, `Unavailable` and `table.WrongMoment`, and those for
    others than players `Forbidden`.
    """

    def __init__(self, repository: MatchRepository, party: Callable[[str, str], str]) -> None:
        self._repository, self._party = repository, party

    def concede(self, match: str, token: str, *, request: IdempotentRequest | None = None) -> CommandResult:
        """Gives *match* up for the side of the seat that *token* plays; of more than two sides, it leaves."""

        def conceded(loaded: LoadedMatch) -> CommandOutcome[Any]:
            rules, match_state = loaded
            seat, at = seated(match_state, token), self._repository.clock()
            if len(rules.list_sides(match_state.position.board)) > 2:
                return table.retire_seat(rules, match_state, SeatRetired(seat, at))
            return table.concede_match(rules, match_state, Conceded(seat, at))

        return self._repository.execute(match, conceded, request=request)

    def retire(self, match: str, token: str, *, request: IdempotentRequest | None = None) -> CommandResult:
        """Takes the seat that *token* plays out of *match*, which the others play on."""
        return self._repository.execute(
            match,
            lambda seen: table.retire_seat(
                seen.rules, seen.match, SeatRetired(seated(seen.match, token), self._repository.clock())
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
        """Offers that *bot* plays on the seat of *leaver*, by default the own one, or agrees to the offer.

        While an offer stands, it agrees to that.
        """

        def offered(loaded: LoadedMatch) -> CommandOutcome[Any]:
            rules, match_state = loaded
            seat, stand_in_offered = seated(match_state, token), match_state.offers.stand_in
            default = (
                (seat, greedy.__name__)
                if stand_in_offered is None
                else (stand_in_offered.leaver, stand_in_offered.bot)
            )
            offer = StandInOffered(
                seat,
                default[0] if leaver is None else leaver,
                bot or default[1],
                self._repository.clock(),
                stand_in_offered is not None,
            )
            return table.offer_stand_in(rules, match_state, offer)

        return self._repository.execute(match, offered, request=request)

    def offer_draw(
        self, match: str, token: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Offers a draw from the seat that *token* plays; when every side has, there is one."""

        def offered(loaded: LoadedMatch) -> CommandOutcome[Any]:
            at, agrees = self._repository.clock(), bool(loaded.match.offers.draws)
            offer = DrawOffered(seated(loaded.match, token), at, agrees)
            return table.offer_draw(loaded.rules, loaded.match, offer)

        return self._repository.execute(match, offered, request=request)

    def decline(
        self, match: str, token: str, what: Offer, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Declines what others have offered the seat that *token* plays."""
        return self._repository.execute(
            match,
            lambda seen: table.decline_offer(
                seen.rules,
                seen.match,
                OfferDeclined(seated(seen.match, token), what, self._repository.clock()),
            ),
            request=request,
        )

    def pause(self, match: str, token: str, *, request: IdempotentRequest | None = None) -> CommandResult:
        """Pauses *match* for a judge or an organizer; for players, when all of them have asked for it."""
        by, at = self._party(match, token), self._repository.clock()
        if by.startswith("seat:"):
            seat = int(by.removeprefix("seat:"))
            return self._repository.execute(
                match,
                lambda seen: table.ask_pause(
                    seen.rules, seen.match, PauseAsked(seat, at, bool(seen.match.offers.pauses))
                ),
                request=request,
            )
        return self._repository.execute(
            match, lambda seen: table.pause_match(seen.rules, seen.match, Paused(by, at)), request=request
        )

    def resume(self, match: str, token: str, *, request: IdempotentRequest | None = None) -> CommandResult:
        """Lets *match* go on."""
        resumed = Resumed(self._party(match, token), self._repository.clock())
        return self._repository.execute(
            match, lambda seen: table.resume_match(seen.rules, seen.match, resumed), request=request
        )
