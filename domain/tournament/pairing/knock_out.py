"""Brackets: single elimination, and double elimination with a bracket for those who have lost once."""

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
    """A bracket as far as it was played: the slots of its next round, where each two are a match."""

    @property
    def slots(self) -> list[Slot]:
        """Who plays next, each two of them a match; nothing once it is decided."""

    @property
    def players(self) -> Iterator[Player]:
        """Yields the players who are not out."""

    def advance(self, outcomes: Sequence[MatchOutcome]) -> None:
        """Takes what became of the matches of `slots`."""

    def reseat(self, remaining: Sequence[Player], losses: Mapping[Player, int]) -> None:
        """Gives the players *remaining*, the best first, their places where a change by hand broke them."""


class SingleElimination:
    """Whoever loses is out; with *third*, those who lost before the final play for third place."""

    def __init__(self, slots: list[Slot], third: bool) -> None:
        self._slots, self._third, self._lost = slots, third, list[Slot]()

    @property
    def slots(self) -> list[Slot]:
        if len(self._slots) < 2:
            return []
        has_third = self._third and len(self._slots) == len(self._lost) == 2
        return [*self._slots, *(self._lost if has_third else ())]

    @property
    def players(self) -> Iterator[Player]:
        yield from (player for player in self._slots if player is not None)

    def advance(self, outcomes: Sequence[MatchOutcome]) -> None:
        state = outcomes[: len(self._slots) // 2]
        self._slots = [outcome.winner for outcome in state]
        self._lost = [outcome.loser for outcome in state]

    def reseat(self, remaining: Sequence[Player], losses: Mapping[Player, int]) -> None:
        if {*self.players} != {*remaining}:
            self._slots = bracket.fill_slots(self._slots, remaining)


class DoubleElimination:
    """Whoever loses twice is out; who has not lost meets the best of the others, and once more if it loses.

    Rounds of the losers alternate: those left there meet each other, then those who just lost among the
    winners, in the opposite order, so that nobody meets the same again soon. Where nobody wins, both are out.
    """

    def __init__(self, slots: list[Slot]) -> None:
        self._winners = slots
        self._losers: list[Slot] | None = None
        self._fallen: list[list[Slot]] = []
        """Who lost in each round of the winners, and has not played among the losers yet."""
        self._merging = False
        self._finals, self._over = 0, False

    @property
    def slots(self) -> list[Slot]:
        if self._over:
            return []
        return self._final() or [*(self._winners if len(self._winners) > 1 else ()), *self._lower()]

    @property
    def players(self) -> Iterator[Player]:
        groups = (self._winners, self._losers or (), *self._fallen)
        yield from (player for group in groups for player in group if player is not None)

    def _final(self) -> list[Slot]:
        if len(self._winners) > 1 or self._fallen or self._losers is None or len(self._losers) > 1:
            return []
        return [*self._winners, *self._losers]

    def _lower(self) -> list[Slot]:
        if self._losers is None:
            return self._fallen[0] if self._fallen else []
        if self._merges:
            pairs = zip_longest(self._losers, reversed(self._fallen[0]))
            return bracket.fill_slots([slot for pair in pairs for slot in pair])
        waits = self._merging and len(self._winners) > 1
        return self._losers if len(self._losers) > 1 and not waits else []

    @property
    def _merges(self) -> bool:
        """Whether the losers meet those who just lost; one alone has nobody else to meet."""
        if self._losers is None or not self._fallen:
            return False
        return self._merging or len(self._losers) == 1

    def advance(self, outcomes: Sequence[MatchOutcome]) -> None:
        if final := self._final():
            self._finals += 1
            winner = outcomes[0].winner
            self._over = self._finals == 2 or winner in (None, final[0])
            if self._over:
                self._winners, self._losers = [winner], []
            return
        upper = outcomes[: len(self._winners) // 2]
        if self._lower():
            merges = self._merges
            if self._losers is None or merges:
                self._fallen.pop(0)
            self._merging = not merges
            self._losers = [outcome.winner for outcome in outcomes[len(upper) :]]
        if upper:
            self._winners = [outcome.winner for outcome in upper]
            self._fallen.append([outcome.loser for outcome in upper])
        if self._losers is None and len(self._fallen[0]) == 1:
            self._losers = self._fallen.pop(0)

    def reseat(self, remaining: Sequence[Player], losses: Mapping[Player, int]) -> None:
        unbeaten = [player for player in remaining if not losses.get(player)]
        is_whole = {*self.players} == {*remaining}
        if is_whole and (self._finals or {*self._winners} - {None} == {*unbeaten}):
            return
        beaten = [player for player in remaining if losses.get(player)]
        self._winners = bracket.fill_slots(self._winners, unbeaten)
        self._losers = bracket.fill_slots(self._losers or (), beaten) if beaten else None
        self._fallen, self._merging, self._finals, self._over = [], False, 0, False


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
            state.advance(bracket.match_outcomes(state.slots, round_))
            remaining = {
                player for player in waiting | playing if losses[player] < LIVES[round_input.plan.format]
            }
            state.reseat([player for player in round_input.ranking if player in remaining], losses)
        entered |= present
    return state


def _apply_walkovers(state: BracketState, round_: Round) -> None:
    """Passes the steps of a bracket before a round in which no two players could meet.

    Rounds that do not name their walkovers are older: there the players of the round have gone on.
    """
    if round_.walkovers is not None:
        for players in round_.walkovers:
            state.advance(bracket.walkover_outcomes(state.slots, players))
        return
    while state.slots and not bracket.can_meet_in(state.slots, round_):
        state.advance(bracket.walkover_outcomes(state.slots, {*round_.players}))


def propose_together(round_input: RoundInput, player: Player, opponent: Player) -> PairingResult:
    """Raises `Refused`, which tells whom two players meet by the bracket, or that one of them is out."""
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
    """Returns the next round of a bracket, seeded best against last; byes are for the best.

    Who has no opponent left has a bye; a round in which nobody could meet is left out. Raises `Refused` for
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
        state.advance(bracket.walkover_outcomes(state.slots, byes))
    raise StageDecided
