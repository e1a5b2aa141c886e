"""Rematches with the same players and bots."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from msgspec.structs import replace

from domain import table
from domain.messages import Message
from domain.model import Seat
from domain.table import Match, RematchOpened, WrongMoment

from ...catalog.cardsets import CardSetRegistry
from ..model import ClaimedSeat, CreatedMatch
from ..owners import NOBODY, Payer
from ..repository import MatchRepository, require_seat
from ..service import MatchService


class Rematch(NamedTuple):
    """Claimed seat in the next match."""

    match: str
    seat: Seat
    claimed_seat: ClaimedSeat


class Rematches:
    """Rematches of the service, for one process."""

    def __init__(self, repository: MatchRepository, matches: MatchService, library: CardSetRegistry) -> None:
        self._repository, self._matches, self._library = repository, matches, library

    def join_rematch(self, match: str, token: str, nonce_hash: str = "", payer: Payer = NOBODY) -> Rematch:
        """Seats the player of *token* in the rematch of *match*, and opens it first if needed.

        All players keep their seats. *nonce_hash* is that of the seat there. *payer*
        pays for the work of its bots. Raises `UnknownMatch`,
        `UnknownToken` and `table.WrongMoment`.
        """
        match_state = self._repository.load_match(match).match
        seat = require_seat(match_state, token)
        player = match_state.players[seat]
        assert player is not None
        if match_state.ended is None:
            raise WrongMoment(Message("The match is not over yet."))
        next_match = match_state.rematch or self._open_rematch(match, seat, payer)
        claimed_seat = self._matches.seat_player(next_match, seat, player.player, nonce_hash)
        return Rematch(next_match, seat, claimed_seat)

    def _open_rematch(self, match: str, seat: Seat, payer: Payer) -> str:
        opened = self.open_alike(self._repository.load_match(match).match, payer)
        rematch_opened = RematchOpened(seat, opened.match, self._repository.clock())
        with suppress(WrongMoment):  # another player's rematch is already open
            self._repository.execute(
                match, lambda loaded: table.open_rematch(loaded.rules, loaded.match, rematch_opened)
            )
        return self._repository.load_match(match).match.rematch

    def open_alike(self, match_state: Match[Any], payer: Payer) -> CreatedMatch:
        """Opens a match with the settings and bots of another."""
        pins = replace(
            match_state.settings,
            version=self._repository.find_game(match_state.settings.game).VERSION,
            origin="",
            origin_seq=0,
            origin_head="",
            event="",
            bots=(),
            open_seats=(),
        )
        return self._matches.create_match(
            pins, self._library.find_pinned(pins.game, pins.cards), match_state.bots, payer=payer
        )
