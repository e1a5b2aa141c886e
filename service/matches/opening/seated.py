"""Matches that open with all their players, and with a row of a table in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain import table
from domain.clocks import Clock
from domain.table import MatchOpened, SeatClaimed
from domain.table.beacon import Beacon
from projections.match_views import LoadedMatch

from ...catalog.cardsets import CardSetRegistry
from ...catalog.options import complete_options
from ...database.engine import RowWrite
from ...http.middleware.idempotency import IdempotentRequest
from ...identity.players import PlayerDirectory
from ..repository import CommandResult, MatchRepository
from .openings import check_seat_count, start_match


class SeatedPlayer(NamedTuple):
    """Player of a new match, by id, with the SHA-256 of the token that plays the seat."""

    player: str
    digest: str


class SeatedMatches:
    """Openings of matches with all their players, for one process. Deals wait for the *beacon*."""

    def __init__(
        self,
        repository: MatchRepository,
        players: PlayerDirectory,
        library: CardSetRegistry,
        beacon: Beacon | None,
    ) -> None:
        self._repository, self._players, self._library = repository, players, library
        self._beacon = beacon

    def open_match(
        self,
        match: str,
        game: str,
        clock: Clock | None,
        friendly: bool,
        players: Sequence[SeatedPlayer],
        row: RowWrite,
        *,
        request: IdempotentRequest | None = None,
        tokens: Sequence[str] = (),
    ) -> CommandResult:
        """Opens *match* for *players* by seat, and writes the *row*, all or nothing.

        The reply to a repeated *request* has the *tokens*. Raises `UnknownGame`, `InvalidOptions`, and
        `VersionConflict` or `UnknownMatch` if the id or the row exists.
        """
        game_def, card_set = self._repository.find_game(game), self._library.find_cards(game)
        check_seat_count(game_def, len(players))
        pins = MatchOpened(
            game=game,
            version=game_def.VERSION,
            options=complete_options(game_def, {}),
            seats=len(players),
            cards=card_set.digest,
            commitment="",
            at=0,
            clock=clock,
            friendly=friendly,
        )
        at = self._repository.clock()
        _, (rules, match_state), facts = start_match(
            pins, at, library=self._library, players=self._players, beacon=self._beacon
        )
        for seat, seated in enumerate(players):
            claim = SeatClaimed(seat, seated.player, "", at, seated.digest)
            claimed, match_state = table.claim_seat(rules, match_state, claim)
            facts = facts + claimed
        self._repository.store_cards(card_set)
        commit = self._repository.commit_facts(
            match, rules, match_state, facts, request=request, tokens=tokens, row=row
        )
        return CommandResult(facts, *commit, LoadedMatch(rules, match_state), tuple(tokens))
