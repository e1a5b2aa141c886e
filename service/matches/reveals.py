"""Nonces that seats reveal for the shuffles, and departures before the deal."""

from __future__ import annotations

from typing import Any

from domain import table
from domain.messages import Message
from domain.model import Seat
from domain.table import CommandOutcome, NonceRevealed, SeatLeft
from projections.match_views import LoadedMatch

from ..http.middleware.idempotency import IdempotentRequest
from ..shared.errors import Forbidden, UnknownSeat
from .repository import CommandResult, MatchRepository, require_seat


class Reveals:
    """Nonces and departures of all matches, for one process.

    Each command raises `UnknownMatch`, `UnknownSeat`, `UnknownToken`, `Forbidden`, `Unavailable` and
    `table.WrongMoment`.
    """

    def __init__(self, repository: MatchRepository) -> None:
        self._repository = repository

    def reveal_nonce(
        self, match: str, seat: Seat, token: str, nonce: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Reveals the *nonce* of *seat*; the last one starts or resumes the game.

        Raises `table.InvalidNonce` for a nonce with another hash.
        """

        def decide_reveal(loaded: LoadedMatch) -> CommandOutcome[Any]:
            _require_own_seat(loaded.match, seat, token)
            revealed = NonceRevealed(seat, nonce, self._repository.clock())
            return table.reveal_nonce(loaded.rules, loaded.match, revealed)

        return self._repository.execute(match, decide_reveal, request=request)

    def leave_seat(
        self, match: str, seat: Seat, token: str, *, request: IdempotentRequest | None = None
    ) -> CommandResult:
        """Frees *seat* before the deal; its *token* expires, and its claim token is valid again."""

        def decide_departure(loaded: LoadedMatch) -> CommandOutcome[Any]:
            _require_own_seat(loaded.match, seat, token)
            departure = SeatLeft(seat, self._repository.clock())
            return table.leave_seat(loaded.rules, loaded.match, departure)

        return self._repository.execute(match, decide_departure, request=request)


def _require_own_seat(match_state: table.Match[Any], seat: Seat, token: str) -> None:
    """Raises `UnknownSeat`, `UnknownToken` and `Forbidden` unless *token* plays *seat*."""
    require_known_seat(match_state, seat)
    own_seat = require_seat(match_state, token)
    if own_seat != seat:
        raise Forbidden(Message("This token plays seat {seat}, not seat {other}.", seat=own_seat, other=seat))


def require_known_seat(match_state: table.Match[Any], seat: Seat) -> None:
    """Raises `UnknownSeat` for a seat that the match does not have."""
    if refusal := table.seat_refusal(match_state, seat):
        sentence = Message("There is no seat {seat}. {sentence}", seat=seat, sentence=refusal.sentence)
        raise UnknownSeat(sentence)
