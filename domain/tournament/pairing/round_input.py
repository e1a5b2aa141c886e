"""Input of engines for the next round, with its players and the rounds before it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from ...messages import Message
from ..decision.misplacements import seated_rounds
from ..facts import Player
from ..lots.nonces import close_nonces
from ..lots.seeds import draw_lot, seed_ranking
from ..plan import BYES, FULL_FIELD_FORMATS, KNOCK_OUT_FORMATS, Stage, Unplayed
from ..refusals import Refused, check_open
from ..state import Round, Tournament
from .past_games import PastGames

ABSENT_BYE: Unplayed = "zero_bye"
"""Bye of an absent player in a format for the full field."""

Tables: TypeAlias = tuple[tuple[Player, ...], ...]
"""Players of each table in the order of seats."""


class PairingResult(NamedTuple):
    """Result of an engine, with tables in order, byes, costs and walkovers of a bracket."""

    tables: Tables
    byes: Mapping[Player, Unplayed] = {}
    costs: Mapping[str, int] = {}
    walkovers: tuple[tuple[Player, ...], ...] | None = None


class RoundInput:
    """Input of an engine for round `number` of a `stage`.

    `earlier_rounds` hold the results that count for pairing. `requested_byes` are byes of players who asked
    for them. `players` are all others who have not dropped out, or those whom the caller names.
    """

    def __init__(
        self,
        t: Tournament,
        stage: int,
        number: int,
        requested_byes: Mapping[Player, Unplayed],
        playing: Iterable[Player] | None = None,
    ) -> None:
        self.t, self.stage, self.number, self.requested_byes = t, stage, number, requested_byes
        self.plan: Stage = t.plan_of(stage)
        self.earlier_rounds: tuple[Round, ...] = tuple(
            r for r in seated_rounds(t, stage) if r.number < number
        )
        absent = t.absent_players(stage) if playing is None else ()
        present = t.active_players(stage) if playing is None else playing
        self.players: tuple[Player, ...] = tuple(
            player for player in present if player not in requested_byes and player not in absent
        )

    @cached_property
    def starters(self) -> frozenset[Player]:
        """Players in the first round of the stage.

        Without an earlier round they are those of this one. A knock-out stage also counts players whom a
        change by hand replaced, each by its place.
        """
        if not self.earlier_rounds:
            return frozenset((*self.players, *self.requested_byes))
        present = frozenset(self.earlier_rounds[0].players)
        original_players = (
            frozenset(self.earlier_rounds[0].players_as_paired)
            if self.plan.format in KNOCK_OUT_FORMATS
            else present
        )
        removed = sorted(original_players - present)
        return present.union(removed[len(present - original_players) :])

    @cached_property
    def past_games(self) -> PastGames:
        """Games before this round."""
        return PastGames(self.earlier_rounds)

    @cached_property
    def lots(self) -> Mapping[Player, int]:
        """Lot of each player for this round."""
        return {
            player: self.lot_of(player, f"pair:{self.stage}:{self.number}")
            for player in self.t.entrants(self.stage)
        }

    def lot_of(self, player: Player, purpose: str) -> int:
        """Returns the lot of a player for a *purpose*, 64 bits; equal lots fall by the id."""
        return draw_lot(self.t, player, purpose)

    @cached_property
    def seeds(self) -> tuple[Player, ...]:
        """Starters of the stage, the best first."""
        return tuple(player for player in self.ranking if player in self.starters)

    @cached_property
    def ranking(self) -> tuple[Player, ...]:
        """Entrants of the stage, the best first."""
        return seed_ranking(self.t, self.stage)


def no_costs(round_input: RoundInput, tables: Tables, byes: Mapping[Player, Unplayed]) -> Mapping[str, int]:
    """Returns the costs of a round that follows from the rounds before, none."""
    return {}


class Engine(NamedTuple):
    """Pairing engine of a format, with its name and version as facts hold them.

    `propose_round` pairs a round and `propose_together` the best round in which two players meet. Both raise
    `Refused`. `round_costs` weighs any pairing.
    """

    name: str
    version: str
    propose_round: Callable[[RoundInput], PairingResult]
    propose_together: Callable[[RoundInput, Player, Player], PairingResult]
    round_costs: Callable[[RoundInput, Tables, Mapping[Player, Unplayed]], Mapping[str, int]] = no_costs


def next_round_input(t: Tournament, requested_byes: Mapping[Player, Unplayed] | None = None) -> RoundInput:
    """Returns the input of the next round, or of the last one until it starts, with settled nonces.

    Players with a bye are those of *requested_byes*, those with an earlier request, and absent ones. Raises
    `Refused` when the stage has no further round or no player, and for a bye that a format does not allow.
    """
    check_open(t)
    if not t.active_players(t.current_stage):
        raise Refused(Message("No player is left to play."))
    absent = t.absent_players(t.current_stage)
    if len(absent) == len(t.active_players(t.current_stage)):
        raise Refused(Message("No player has checked in."))
    rounds = t.rounds_of(t.current_stage)
    number = len(rounds) + 1
    if rounds and not rounds[-1].is_started:
        number = rounds[-1].number
    announced = t.plan_of(t.current_stage).rounds
    if announced and number > announced:
        raise Refused(Message("This stage ends with round {rounds}.", rounds=announced))
    byes = {**t.requested_byes(t.current_stage, number), **(requested_byes or {})}
    if t.plan_of(t.current_stage).format in FULL_FIELD_FORMATS:
        byes = {**dict.fromkeys(absent, ABSENT_BYE), **byes}
    settled = replace(t, nonces=close_nonces(t.nonces))
    round_input = RoundInput(settled, t.current_stage, number, byes)
    active = t.active_players(t.current_stage)
    if round_input.requested_byes and round_input.plan.format not in FULL_FIELD_FORMATS:
        raise Refused(Message("In this format nobody can ask for a bye."))
    for player, kind in round_input.requested_byes.items():
        if player not in active:
            raise Refused(Message("{player} does not play this round.", player=player))
        if kind not in BYES:
            raise Refused(Message("A forfeit is a result, and no bye."))
    return round_input
