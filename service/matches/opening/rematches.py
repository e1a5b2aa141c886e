"""Rematches: the same match once more, with the same people and bots at its table."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from msgspec.structs import replace

from domain import table
from domain.messages import Message
from domain.model import Seat
from domain.table import RematchOpened, WrongMoment

from ...catalog.cardsets import CardSetRegistry
from ..model import ClaimedSeat
from ..repository import MatchRepository, seated
from ..service import MatchService
from . import seeds


class Rematch(NamedTuple):
    """A seat taken in the match that is played next."""

    match: str
    seat: Seat
    seated: ClaimedSeat


class Rematches:
    """The rematches of the service, for one process."""

    def __init__(self, repository: MatchRepository, matches: MatchService, library: CardSetRegistry) -> None:
        self._repository, self._matches, self._library = repository, matches, library

    def join(self, match: str, token: str, nonce: str = "") -> Rematch:
        """Opens the match that is played after *match*, or finds it open, and seats there who plays *token*.

        Everybody sits where they sat. Raises `UnknownMatch`, `UnknownToken` and `table.WrongMoment`.
        """
        match_state = self._repository.get(match).match
        seat = seated(match_state, token)
        player = match_state.players[seat]
        assert player is not None
        if match_state.ended is None:
            raise WrongMoment(Message("The match is not over yet."))
        then = match_state.rematch or self._opened(match, seat)
        taken = self._matches.sit(then, seat, player.player, nonce or seeds.player_nonce())
        return Rematch(then, seat, taken)

    def _opened(self, match: str, seat: Seat) -> str:
        match_state = self._repository.get(match).match
        pins = replace(
            match_state.settings,
            version=self._repository.game(match_state.settings.game).VERSION,
            origin="",
            origin_seq=0,
            origin_head="",
            event="",
            bots=(),
            open_seats=(),
        )
        opened = self._matches.create(pins, self._library.pinned(pins.game, pins.cards), match_state.bots)
        rematch_opened = RematchOpened(seat, opened.match, self._repository.clock())
        with suppress(WrongMoment):  # somebody was faster: theirs is played
            self._repository.execute(
                match, lambda seen: table.open_rematch(seen.rules, seen.match, rematch_opened)
            )
        return self._repository.get(match).match.rematch
