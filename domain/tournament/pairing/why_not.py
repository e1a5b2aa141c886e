"""Reasons why two players do not meet in a round, by rule or by cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...messages import Message
from ..facts import Player
from ..plan import Unplayed
from ..refusals import Refused, require_player
from ..state import Tournament
from .engines import engine_of
from .past_games import PastGames
from .round_input import RoundInput, Tables, next_round_input

CRITERION_NAMES: Mapping[str, Message] = {
    "rematches": Message("opponents met again"),
    "byes_again": Message("byes for who had one"),
    "bye_score": Message("the score of the bye above the lowest"),
    "floats": Message("players with different scores meet"),
    "turn_balance": Message("first and second turns are unequal"),
    "turn_alternation": Message("the same turn in one round after another"),
    "floats_again": Message("players meet a higher or a lower score again"),
    "pots": Message("players of the same pot together"),
    "seats_again": Message("the same seat again"),
}
"""Names of costs."""
PLAIN_COUNTS = ("rematches", "byes_again")
"""Costs that are counts. Numbers of others mean nothing to people."""


class WhyNot(NamedTuple):
    """Reasons why two players do not meet, and the `extra_costs` of a meeting by criterion.

    `instead` are the tables of the best round with that meeting. The first criterion that differs decides.
    """

    sentences: tuple[Message, ...]
    extra_costs: Mapping[str, int] = {}
    instead: Tables = ()


def explain_why_not(t: Tournament, number: int, first: Player, second: Player, stage: int = 0) -> WhyNot:
    """Returns the reasons why two players do not meet in a round.

    *stage* 0 is the current one. It compares the best round with that meeting to the round as paired, or to
    the proposal for the next round. It is as exact as the engine. For knowledge at the time, fold up to the
    fact before the pairing. Raises `Refused` for other rounds.
    """
    stage = stage or t.current_stage
    for participant in (first, second):
        require_player(t, participant)
    round_input, tables, byes = _round_as_paired(t, stage, number)
    for participant in (first, second):
        if participant not in round_input.players:
            return WhyNot((Message("{player} does not play this round.", player=participant),))
    if first == second:
        raise Refused(Message("Nobody meets themselves: name two players."))
    if any({first, second} <= {*table} for table in tables):
        return WhyNot(
            (Message("{one} meets {other} in round {round}.", one=first, other=second, round=number),)
        )
    engine = engine_of(round_input)
    try:
        best = engine.propose_together(round_input, first, second)
    except Refused as refused:
        return WhyNot((refused.message,))
    before = engine.round_costs(round_input, tables, byes)
    extra_costs = {name: best.costs[name] - cost for name, cost in before.items()}
    sentences = (*_earlier_meetings(round_input, first, second), *_cost_sentences(before, best.costs))
    return WhyNot(sentences, extra_costs, best.tables)


def _round_as_paired(
    t: Tournament, stage: int, number: int
) -> tuple[RoundInput, Tables, Mapping[Player, Unplayed]]:
    """Returns the input of a round, its tables and its byes."""
    for round_ in t.rounds_of(stage):
        if round_.number == number:
            requested_byes = {
                player: kind
                for player, kind in round_.byes.items()
                if player in round_.bye_requesters or kind != "bye"
            }
            round_input = RoundInput(t, stage, number, requested_byes, round_.players)
            pairing_byes = {
                entrant: kind for entrant, kind in round_.byes.items() if entrant not in requested_byes
            }
            return round_input, tuple(table.seats for table in round_.tables.values()), pairing_byes
    upcoming = next_round_input(t)
    if (upcoming.stage, upcoming.number) != (stage, number):
        raise Refused(Message("Round {round} of stage {stage} is not paired.", round=number, stage=stage))
    result = engine_of(upcoming).propose_round(upcoming)
    return upcoming, result.tables, result.byes


def _earlier_meetings(round_input: RoundInput, first: Player, second: Player) -> Iterator[Message]:
    """Yields the earlier rounds in which two players met."""
    for round_ in round_input.earlier_rounds:
        if PastGames([round_]).meetings[frozenset((first, second))]:
            yield Message("{one} met {other} in round {round}.", one=first, other=second, round=round_.number)


def _cost_sentences(before: Mapping[str, int], together_costs: Mapping[str, int]) -> Iterator[Message]:
    if before == together_costs:
        yield Message("It would cost the same: lots have decided.")
        return
    for name, cost_before in before.items():
        if together_costs[name] != cost_before:
            criterion = CRITERION_NAMES[name]
            if name in PLAIN_COUNTS:
                yield Message(
                    "If they met: {criterion}, {now} instead of {was}.",
                    criterion=criterion,
                    now=together_costs[name],
                    was=cost_before,
                )
            elif together_costs[name] > cost_before:
                yield Message("If they met, more than now: {criterion}.", criterion=criterion)
            else:
                yield Message("If they met, less than now: {criterion}.", criterion=criterion)
