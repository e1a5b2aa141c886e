"""Why two players do not meet in a round: the rule, or what it would cost, criterion by criterion."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ...messages import Message
from ..facts import Player
from ..plan import Unplayed
from ..refusals import Refused, require_player
from ..state import Tournament
from .due import RoundInput, Tables, next_round_input
from .engines import engine_of
from .past import PastGames

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
"""What costs are called."""
PLAIN_COUNTS = ("rematches", "byes_again")
"""Costs that are plain counts; the others weigh differences, so their numbers tell people nothing."""


class WhyNot(NamedTuple):
    """Why two players do not meet, in sentences, and the `extra_costs` of a meeting, by criterion.

    `instead` are the tables of the best round in which they do. The first criterion that differs decides.
    """

    sentences: tuple[Message, ...]
    extra_costs: Mapping[str, int] = {}
    instead: Tables = ()


def explain_why_not(t: Tournament, number: int, one: Player, other: Player, stage: int = 0) -> WhyNot:
    """Returns why *one* does not meet *other* in a round of a *stage* (0: the one being played).

    For a round that was paired, the best in which they meet is held against the round as it is; for the one
    that is due, against what would be proposed. It is exact where the engine is. To ask with what was known
    then, fold up to the fact before the pairing. Raises `Refused` for a round that is neither.
    """
    stage = stage or t.stage
    for who in (one, other):
        require_player(t, who)
    asked, tables, byes = _round_as_paired(t, stage, number)
    for who in (one, other):
        if who not in asked.players:
            return WhyNot((Message("{player} does not play this round.", player=who),))
    if one == other:
        raise Refused(Message("Nobody meets themselves: name two players."))
    if any({one, other} <= {*table} for table in tables):
        return WhyNot((Message("{one} meets {other} in round {round}.", one=one, other=other, round=number),))
    engine = engine_of(asked)
    try:
        best = engine.propose_together(asked, one, other)
    except Refused as refused:
        return WhyNot((refused.message,))
    before = engine.round_costs(asked, tables, byes)
    more = {name: best.costs[name] - cost for name, cost in before.items()}
    told = (*_earlier_meetings(asked, one, other), *_cost_sentences(before, best.costs))
    return WhyNot(told, more, best.tables)


def _round_as_paired(
    t: Tournament, stage: int, number: int
) -> tuple[RoundInput, Tables, Mapping[Player, Unplayed]]:
    """Returns what a round goes by, its tables and its byes."""
    for known in t.rounds_of(stage):
        if known.number == number:
            requested = {w: kind for w, kind in known.byes.items() if w in known.asked or kind != "bye"}
            asked = RoundInput(t, stage, number, requested, known.players)
            given = {who: kind for who, kind in known.byes.items() if who not in requested}
            return asked, tuple(table.seats for table in known.tables.values()), given
    found = next_round_input(t)
    if (found.stage, found.number) != (stage, number):
        raise Refused(Message("Round {round} of stage {stage} is not paired.", round=number, stage=stage))
    drawn = engine_of(found).propose_round(found)
    return found, drawn.tables, drawn.byes


def _earlier_meetings(asked: RoundInput, one: Player, other: Player) -> Iterator[Message]:
    """Yields in which rounds the two have met."""
    for known in asked.earlier_rounds:
        if PastGames([known]).meetings[frozenset((one, other))]:
            yield Message("{one} met {other} in round {round}.", one=one, other=other, round=known.number)


def _cost_sentences(before: Mapping[str, int], then: Mapping[str, int]) -> Iterator[Message]:
    if before == then:
        yield Message("It would cost the same: lots have decided.")
        return
    for name, was in before.items():
        if then[name] != was:
            criterion = CRITERION_NAMES[name]
            if name in PLAIN_COUNTS:
                yield Message(
                    "If they met: {criterion}, {now} instead of {was}.",
                    criterion=criterion,
                    now=then[name],
                    was=was,
                )
            elif then[name] > was:
                yield Message("If they met, more than now: {criterion}.", criterion=criterion)
            else:
                yield Message("If they met, less than now: {criterion}.", criterion=criterion)
