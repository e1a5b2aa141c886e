"""Brackets of single and double elimination."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Protocol

from ...messages import Message
from ..decision.losses import count_losses
from ..facts import Player
from ..plan import LIVES
from ..refusals import Refused, StageDecided, too_few_players
from ..state import Round
from . import bracket
from .bracket import MatchOutcome, Slot
from .round_input import PairingResult, RoundInput


class BracketState(Protocol):
    """State of a bracket, in which each two slots of the next round are a match."""

    @property
    def slots(self) -> list[Slot]:
        """Slots of the next round, none once the bracket is decided."""

    @property
    def players(self) -> Iterator[Player]:
        """Players who are not out."""

    def advance_round(self, outcomes: Sequence[MatchOutcome]) -> None:
        """Applies the outcomes of the matches of `slots`."""

    def reseat_players(self, remaining: Sequence[Player], losses: Mapping[Player, int]) -> None:
        """Reseats *remaining*, the best first, where a change by hand broke their places."""


class SingleElimination:
    """Bracket in which a loss puts a player out, with *third* a game for third place."""

    def __init__(self, slots: list[Slot], third: bool) -> None:
        self._slots, self._third, self._semifinal_losers = slots, third, list[Slot]()

    @property
    def slots(self) -> list[Slot]:
        if len(self._slots) < 2:
            return []
        has_third = self._third and len(self._slots) == len(self._semifinal_losers) == 2
        return [*self._slots, *(self._semifinal_losers if has_third else ())]

    @property
    def players(self) -> Iterator[Player]:
        yield from (player for player in self._slots if player is not None)

    def advance_round(self, outcomes: Sequence[MatchOutcome]) -> None:
        match_outcomes = outcomes[: len(self._slots) // 2]
        self._slots = [outcome.winner for outcome in match_outcomes]
        self._semifinal_losers = [outcome.loser for outcome in match_outcomes]

    def reseat_players(self, remaining: Sequence[Player], losses: Mapping[Player, int]) -> None:
        if {*self.players} != {*remaining}:
            self._slots = bracket.fill_slots(self._slots, remaining)


class DoubleElimination:
    """Bracket in which two losses put a player out.

    The winner of the winners' bracket meets the winner of the losers' bracket, and again after a loss. Rounds
    of the losers alternate. The remaining ones meet each other, then those who just lost among the winners.
    These come in the opposite order, so that early rematches are rare. A double loss puts both players out.
    """

    def __init__(self, slots: list[Slot]) -> None:
        self._winners = slots
        self._losers: list[Slot] | None = None
        self._fallen: list[list[Slot]] = []
        """Losers of each round of the winners before their first game among the losers."""
        self._merging = False
        self._finals, self._is_over = 0, False

    @property
    def slots(self) -> list[Slot]:
        if self._is_over:
            return []
        return self._final_slots() or [
            *(self._winners if len(self._winners) > 1 else ()),
            *self._lower_slots(),
        ]

    @property
    def players(self) -> Iterator[Player]:
        groups = (self._winners, self._losers or (), *self._fallen)
        yield from (player for group in groups for player in group if player is not None)

    def _final_slots(self) -> list[Slot]:
        if len(self._winners) > 1 or self._fallen or self._losers is None or len(self._losers) > 1:
            return []
        return [*self._winners, *self._losers]

    def _lower_slots(self) -> list[Slot]:
        if self._losers is None:
            return self._fallen[0] if self._fallen else []
        if self._is_merging_next:
            pairs = zip_longest(self._losers, reversed(self._fallen[0]))
            return bracket.fill_slots([slot for pair in pairs for slot in pair])
        waits = self._merging and len(self._winners) > 1
        return self._losers if len(self._losers) > 1 and not waits else []

    @property
    def _is_merging_next(self) -> bool:
        """Whether the losers meet those who just lost."""
        if self._losers is None or not self._fallen:
            return False
        return self._merging or len(self._losers) == 1

    def advance_round(self, outcomes: Sequence[MatchOutcome]) -> None:
        if final := self._final_slots():
            self._finals += 1
            winner = outcomes[0].winner
            self._is_over = self._finals == 2 or winner in (None, final[0])
            if self._is_over:
                self._winners, self._losers = [winner], []
            return
        upper = outcomes[: len(self._winners) // 2]
        if self._lower_slots():
            merges = self._is_merging_next
            if self._losers is None or merges:
                self._fallen.pop(0)
            self._merging = not merges
            self._losers = [outcome.winner for outcome in outcomes[len(upper) :]]
        if upper:
            self._winners = [outcome.winner for outcome in upper]
            self._fallen.append([outcome.loser for outcome in upper])
        if self._losers is None and len(self._fallen[0]) == 1:
            self._losers = self._fallen.pop(0)

    def reseat_players(self, remaining: Sequence[Player], losses: Mapping[Player, int]) -> None:
        unbeaten = [player for player in remaining if not losses.get(player)]
        is_whole = {*self.players} == {*remaining}
        if is_whole and (self._finals or {*self._winners} - {None} == {*unbeaten}):
            return
        beaten = [player for player in remaining if losses.get(player)]
        self._winners = bracket.fill_slots(self._winners, unbeaten)
        self._losers = bracket.fill_slots(self._losers or (), beaten) if beaten else None
        self._fallen, self._merging, self._finals, self._is_over = [], False, 0, False


def replay_bracket(round_input: RoundInput) -> BracketState:
    """Returns the bracket after the rounds before a round, up to the first without a result."""
    slots = bracket.seed_slots(round_input.seeds)
    double = round_input.plan.format == "double_elimination"
    state: BracketState = (
        DoubleElimination(slots) if double else SingleElimination(slots, round_input.plan.third_place)
    )
    entered, losses = {*round_input.seeds}, Counter[Player]()
    for round_ in round_input.earlier_rounds:
        try:
            bracket.check_results_complete(round_)
        except Refused:
            break
        _apply_walkovers(state, round_)
        present = {*round_.players}
        losses.update(count_losses((round_,), LIVES[round_input.plan.format]))
        if state.slots:
            waiting = {*state.players}.difference(state.slots)
            playing = present.intersection((*state.players, *(present - entered)))
            state.advance_round(bracket.match_outcomes(state.slots, round_))
            remaining = {
                player for player in waiting | playing if losses[player] < LIVES[round_input.plan.format]
            }
            state.reseat_players([player for player in round_input.ranking if player in remaining], losses)
        entered |= present
    return state


def _apply_walkovers(state: BracketState, round_: Round) -> None:
    """Applies steps of a bracket before a round in which no two players could meet.

    Rounds without stored walkovers are older. There the players of the round have advanced.
    """
    if round_.walkovers is not None:
        for players in round_.walkovers:
            state.advance_round(bracket.walkover_outcomes(state.slots, players))
        return
    while state.slots and not bracket.can_meet_in(state.slots, round_):
        state.advance_round(bracket.walkover_outcomes(state.slots, {*round_.players}))


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Raises `Refused` with the opponent of one of two players, or because both are out."""
    result = propose_round(round_input)
    for participant in (player, opponent):
        for table in result.tables:
            if participant in table:
                (adversary,) = (candidate for candidate in table if candidate != participant)
                raise Refused(
                    Message("By the bracket {player} meets {other}.", player=participant, other=adversary)
                )
    raise Refused(
        Message("By the bracket neither {one} nor {other} meets anybody.", one=player, other=opponent)
    )


def propose_round(round_input: RoundInput) -> PairingResult:
    """Returns the next round of a bracket, best against last, with byes for the best.

    A player without an opponent has a bye, and a round without any game is skipped. Raises `Refused` for
    missing results, draws, and once the stage is decided.
    """
    if len(round_input.seeds) == 1:
        raise too_few_players(round_input.seeds[0])
    for round_ in round_input.earlier_rounds:
        bracket.check_results_complete(round_)
    state = replay_bracket(round_input)
    walkovers: list[tuple[Player, ...]] = []
    while state.slots:
        tables, byes = bracket.pair_slots(round_input, state.slots)
        if tables:
            return PairingResult(tuple(tables), dict.fromkeys(byes, "bye"), walkovers=tuple(walkovers))
        walkovers.append(tuple(byes))
        state.advance_round(bracket.walkover_outcomes(state.slots, byes))
    raise StageDecided
